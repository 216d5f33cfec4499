/**
 * The configuration of Envoy for other ports and origins, derived from envoy.yaml.
 *
 * envoy.yaml is complete by itself. A mark on a line names a value that varies (`port_value: 8080 # <listener-port>`), and
 * `# <name>` and `# </name>` enclose a list that varies. Only marked places change, and each mark must exist exactly once: an edit
 * that loses one is an error, not a wrong configuration. Marks of values that are left out stay as they are. A new mark needs its value in
 * `deriveConfig` and a case in config.test.ts.
 */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The path of envoy.yaml. */
export const CONFIG_PATH = fileURLToPath(new URL('envoy.yaml', import.meta.url));

/**
 * @typedef {object} ConfigValues
 * @property {number} port the port of Envoy's listener
 * @property {number} adminPort the port of Envoy's admin interface, always on 127.0.0.1
 * @property {readonly string[]} servers the gRPC servers, each `host:port`
 * @property {readonly string[]} origins the origins of the pages that may call, each `scheme://host[:port]`, or `null` for all opaque origins
 * @property {string | undefined} [address] the address to listen on; by default 127.0.0.1
 * @property {number | undefined} [metricsPort] the port of the listener of metrics, at the same address, in a file that has one
 */

/**
 * Writes these values into the marked places of the configuration.
 *
 * @param {ConfigValues} values
 * @param {string} [text] the marked configuration; by default envoy.yaml
 * @returns {string} YAML
 * @throws {TypeError} with the name of a port, server or origin that isn't valid
 * @throws {Error} with the name of a mark that is missing or exists twice
 */
export function deriveConfig(values, text = readFileSync(CONFIG_PATH, 'utf8')) {
  const { port, adminPort, servers, origins, address = '127.0.0.1', metricsPort } = values;
  if (servers.length === 0) throw new TypeError('Envoy has no server; name at least one as host:port.');
  if (origins.length === 0) throw new TypeError('Envoy has no origin; name at least one whose pages may call.');
  // Every JSON string is a YAML string.
  const scalars = {
    'admin-port': { key: 'port_value', value: String(checkPort(adminPort, 'the admin port')) },
    'listener-port': { key: 'port_value', value: String(checkPort(port, 'the port')) },
    'listener-address': { key: 'address', value: JSON.stringify(address) },
    ...(metricsPort !== undefined && {
      'metrics-port': { key: 'port_value', value: String(checkPort(metricsPort, 'the port of metrics')) },
      'metrics-address': { key: 'address', value: JSON.stringify(address) },
    }),
  };
  const lists = {
    origins: origins.map((origin) => `- exact: ${JSON.stringify(checkOrigin(origin))}`),
    servers: servers.map((server) => {
      const { host, port: serverPort } = parseServer(server);
      return `- endpoint: { address: { socket_address: { address: ${JSON.stringify(host)}, port_value: ${serverPort} } } }`;
    }),
  };
  let derived = text.replaceAll('\r\n', '\n');
  for (const [mark, { key, value }] of Object.entries(scalars)) {
    const line = new RegExp(`^(.*\\b${key}: *)[^\\s,}]+(.*# <${mark}>)$`, 'gm');
    derived = replaceOnce(derived, line, `# <${mark}>`, (_, before, after) => before + value + after);
  }
  for (const [mark, items] of Object.entries(lists)) {
    const block = new RegExp(`^( *)# <${mark}>\\n[^]*?^ *# </${mark}>$`, 'gm');
    const lines = [`# <${mark}>`, ...items, `# </${mark}>`];
    derived = replaceOnce(derived, block, `# <${mark}> … # </${mark}>`, (_, indent) =>
      lines.map((line) => indent + line).join('\n'),
    );
  }
  return derived;
}

/**
 * @param {string} text
 * @param {RegExp} pattern global
 * @param {string} mark its text in the error message
 * @param {(match: string, ...groups: string[]) => string} replace
 */
function replaceOnce(text, pattern, mark, replace) {
  const count = [...text.matchAll(pattern)].length;
  if (count !== 1) throw new Error(`envoy.yaml has the mark \`${mark}\` ${count} times; write it exactly once.`);
  return text.replace(pattern, replace);
}

/**
 * @param {number} port
 * @param {string} name
 */
function checkPort(port, name) {
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new TypeError(`${name} is ${port}; use a whole number from 1 to 65535.`);
}

/** @param {string} origin */
function checkOrigin(origin) {
  // A browser's Origin header has exactly this serialisation; any other text would never match.
  const parsed = URL.canParse(origin) ? new URL(origin).origin : 'null';
  // `null` is what pages from file:// and sandboxed frames send.
  if (parsed === origin) return origin;
  const hint = parsed === 'null' ? 'scheme, host and port: http://127.0.0.1:5173' : parsed;
  throw new TypeError(`"${origin}" is not an origin; write ${hint}.`);
}

/** @param {string} server */
function parseServer(server) {
  const match = /^(?:\[([^\]]+)\]|([^:\s/@]+)):(\d{1,5})$/.exec(server);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || (match?.[1] !== undefined && !isIPv6(host))) {
    throw new TypeError(`"${server}" is not a server address; write host and port, such as 127.0.0.1:50051.`);
  }
  return { host, port: checkPort(Number(match?.[3]), `the port of "${server}"`) };
}
