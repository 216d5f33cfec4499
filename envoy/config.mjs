/**
 * The configuration of Envoy for other ports and origins, derived from envoy.yaml.
 *
 * envoy.yaml is complete by itself. A value that varies is marked on its line (`port_value: 8080 # <listener-port>`), a list
 * that varies stands between `# <name>` and `# </name>`. Only marked places change, and every mark must be there exactly
 * once, so an edit that loses one is an error and not a wrong configuration.
 */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Where envoy.yaml is. */
export const CONFIG_PATH = fileURLToPath(new URL('envoy.yaml', import.meta.url));

/**
 * @typedef {object} ConfigValues
 * @property {number} port where Envoy listens
 * @property {number} adminPort where Envoy's admin interface listens, always on 127.0.0.1
 * @property {readonly string[]} servers the gRPC servers, each `host:port`
 * @property {readonly string[]} origins the origins of the pages that may call, each `scheme://host[:port]`
 * @property {string} [address] the address to listen on; 127.0.0.1 when left out
 */

/**
 * The text of the configuration with these values in the marked places.
 *
 * @param {ConfigValues} values
 * @param {string} [text] the marked configuration; envoy.yaml when left out
 * @returns {string} YAML
 * @throws {TypeError} for a port, server or origin that isn't one, naming it
 * @throws {Error} where a mark is missing or there twice, naming it
 */
export function deriveConfig(values, text = readFileSync(CONFIG_PATH, 'utf8')) {
  const { port, adminPort, servers, origins, address = '127.0.0.1' } = values;
  if (servers.length === 0) throw new TypeError('Envoy needs at least one server, as host:port.');
  if (origins.length === 0) throw new TypeError('Envoy needs at least one origin whose pages may call.');
  // JSON strings are YAML strings, whatever they hold.
  const scalars = {
    'admin-port': ['port_value', String(checkPort(adminPort, 'the admin port'))],
    'listener-port': ['port_value', String(checkPort(port, 'the port'))],
    'listener-address': ['address', JSON.stringify(address)],
  };
  const lists = {
    origins: origins.map((origin) => `- exact: ${JSON.stringify(checkOrigin(origin))}`),
    servers: servers.map((server) => {
      const { host, port: serverPort } = parseServer(server);
      return `- endpoint: { address: { socket_address: { address: ${JSON.stringify(host)}, port_value: ${serverPort} } } }`;
    }),
  };
  let derived = text.replaceAll('\r\n', '\n');
  for (const [mark, [key, value]] of Object.entries(scalars))
    derived = replaceScalar(derived, mark, String(key), String(value));
  for (const [mark, items] of Object.entries(lists)) derived = replaceList(derived, mark, items);
  return derived;
}

/**
 * @param {string} text
 * @param {string} mark
 * @param {string} key the YAML key whose value changes, on the marked line
 * @param {string} value
 */
function replaceScalar(text, mark, key, value) {
  return replaceOnce(
    text,
    new RegExp(`^(.*\\b${key}: *)([^\\s,}]+)(.*# <${mark}>)$`, 'gm'),
    `# <${mark}>`,
    (_, before, __, after) => before + value + after,
  );
}

/**
 * @param {string} text
 * @param {string} mark
 * @param {readonly string[]} items the lines that take the place of those between the marks
 */
function replaceList(text, mark, items) {
  return replaceOnce(
    text,
    new RegExp(`^( *)# <${mark}>\\n[^]*?^ *# </${mark}>$`, 'gm'),
    `# <${mark}> … # </${mark}>`,
    (_, indent) => [`# <${mark}>`, ...items, `# </${mark}>`].map((line) => indent + line).join('\n'),
  );
}

/**
 * @param {string} text
 * @param {RegExp} pattern global
 * @param {string} mark as it is shown in the error
 * @param {(match: string, ...groups: string[]) => string} replace
 */
function replaceOnce(text, pattern, mark, replace) {
  const found = [...text.matchAll(pattern)].length;
  if (found !== 1)
    throw new Error(`envoy.yaml must have the mark \`${mark}\` exactly once; it is there ${found} times.`);
  return text.replace(pattern, replace);
}

/**
 * @param {number} port
 * @param {string} name
 */
function checkPort(port, name) {
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new TypeError(`${name} must be a whole number from 1 to 65535, not ${port}.`);
}

/** @param {string} origin */
function checkOrigin(origin) {
  // What a browser sends as Origin is exactly this serialisation; anything else would never match.
  const parsed = URL.canParse(origin) ? new URL(origin).origin : 'null';
  if (parsed === origin && parsed !== 'null') return origin;
  const hint = parsed === 'null' ? 'like http://127.0.0.1:5173' : `here ${parsed}`;
  throw new TypeError(`"${origin}" is not an origin; it must be scheme://host[:port] and nothing else, ${hint}.`);
}

/** @param {string} server */
function parseServer(server) {
  const match = /^(?:\[([^\]]+)\]|([^:\s/@]+)):(\d{1,5})$/.exec(server);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || (match?.[1] !== undefined && !isIPv6(host))) {
    throw new TypeError(`"${server}" is not a server address; it must be host:port, like 127.0.0.1:50051.`);
  }
  return { host, port: checkPort(Number(match?.[3]), `the port of "${server}"`) };
}
