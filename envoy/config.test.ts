import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENVOY_VERSION } from './launcher/cache.mjs';
import { CONFIG_PATH, deriveConfig } from './config.mjs';

const text = readFileSync(CONFIG_PATH, 'utf8');
const values = {
  port: 18_080,
  adminPort: 19_901,
  servers: ['127.0.0.1:50052'],
  origins: ['http://localhost:5174'],
};

/** The lines of `derived` that `text` lacks, without indentation. */
function findChanges(derived: string): string[] {
  const before = new Set(text.split('\n'));
  return derived.split('\n').flatMap((line) => (before.has(line) ? [] : [line.trim()]));
}

const removeQuotes = (yaml: string): string => yaml.replaceAll(/(exact: |address: )"([^"]*)"/g, '$1$2');

describe('deriveConfig', () => {
  test('changes the marked places and nothing else', () => {
    expect(findChanges(deriveConfig(values))).toEqual([
      'socket_address: { address: 127.0.0.1, port_value: 19901 } # <admin-port>',
      'address: "127.0.0.1" # <listener-address>',
      'port_value: 18080 # <listener-port>',
      '- exact: "http://localhost:5174"',
      '- endpoint: { address: { socket_address: { address: "127.0.0.1", port_value: 50052 } } }',
    ]);
  });

  test('with the values of the file, only quotes differ', () => {
    const same = deriveConfig({
      port: 8080,
      adminPort: 9901,
      address: '0.0.0.0',
      servers: ['127.0.0.1:50051'],
      origins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
    });
    expect(removeQuotes(same)).toBe(removeQuotes(text));
  });

  test('can be derived again, and from a file with Windows line ends', () => {
    const derived = deriveConfig(values);
    expect(deriveConfig(values, derived)).toBe(derived);
    expect(deriveConfig(values, text.replaceAll('\n', '\r\n'))).toBe(derived);
  });

  test('accepts several servers and origins, names and IPv6', () => {
    const derived = deriveConfig({
      ...values,
      servers: ['server-1:1', '[::1]:2'],
      origins: ['https://a.example', 'http://[::1]:5173', 'null'],
    });
    expect(findChanges(derived).slice(3)).toEqual([
      '- exact: "https://a.example"',
      '- exact: "http://[::1]:5173"',
      '- exact: "null"',
      '- endpoint: { address: { socket_address: { address: "server-1", port_value: 1 } } }',
      '- endpoint: { address: { socket_address: { address: "::1", port_value: 2 } } }',
    ]);
  });

  test.each([
    [{ port: 0 }, 'the port is 0; use a whole number from 1 to 65535.'],
    [{ port: 65_536 }, 'the port is 65536; use a whole number from 1 to 65535.'],
    [{ metricsPort: 0 }, 'the port of metrics is 0; use a whole number from 1 to 65535.'],
    [{ adminPort: 1.5 }, 'the admin port is 1.5; use a whole number from 1 to 65535.'],
    [{ servers: [] }, 'Envoy has no server; name at least one as host:port.'],
    [{ servers: ['localhost'] }, '"localhost" is not a server address; write host and port, such as 127.0.0.1:50051.'],
    [
      { servers: ['http://h:1'] },
      '"http://h:1" is not a server address; write host and port, such as 127.0.0.1:50051.',
    ],
    [{ servers: ['[x]:1'] }, '"[x]:1" is not a server address; write host and port, such as 127.0.0.1:50051.'],
    [{ servers: ['h:99999'] }, 'the port of "h:99999" is 99999; use a whole number from 1 to 65535.'],
    [{ servers: ['h\n - x:1'] }, '"h\n - x:1" is not a server address; write host and port, such as 127.0.0.1:50051.'],
    [{ origins: [] }, 'Envoy has no origin; name at least one whose pages may call.'],
    [{ origins: ['*'] }, '"*" is not an origin; write scheme, host and port: http://127.0.0.1:5173.'],
    [{ origins: ['NULL'] }, '"NULL" is not an origin; write scheme, host and port: http://127.0.0.1:5173.'],
    [{ origins: ['http://h:80'] }, '"http://h:80" is not an origin; write http://h.'],
    [{ origins: ['http://h/'] }, '"http://h/" is not an origin; write http://h.'],
  ])('rejects %j', (wrong, message) => {
    expect(() => deriveConfig({ ...values, ...wrong })).toThrow(new TypeError(message));
  });

  test.each(['admin-port', 'listener-port', 'listener-address', 'origins', 'servers'])(
    'reports that the mark <%s> is missing',
    (mark) => {
      const without = text.replaceAll(`<${mark}>`, '<gone>');
      expect(() => deriveConfig(values, without)).toThrow(
        `# <${mark}>${['origins', 'servers'].includes(mark) ? ` … # </${mark}>` : ''}\` 0 times; write it exactly once.`,
      );
    },
  );

  test('sets the listener of metrics of a file that has one, and reports that envoy.yaml has none', () => {
    const production = readFileSync(fileURLToPath(new URL('envoy.production.yaml', import.meta.url)), 'utf8');
    expect(production).toContain('address: 0.0.0.0 # <metrics-address>\n          port_value: 9465 # <metrics-port>\n');
    const derived = deriveConfig({ ...values, metricsPort: 19_465 }, production);
    expect(derived).toContain(
      'address: "127.0.0.1" # <metrics-address>\n          port_value: 19465 # <metrics-port>\n',
    );
    expect(deriveConfig(values, production)).toContain('port_value: 9465 # <metrics-port>\n');
    expect(() => deriveConfig({ ...values, metricsPort: 19_465 })).toThrow('`# <metrics-port>` 0 times');
  });

  test('reports that a mark exists twice', () => {
    const line = 'port_value: 8080 # <listener-port>\n';
    expect(() => deriveConfig(values, text.replace(line, line + line))).toThrow('2 times; write it exactly once.');
  });
});

test('compose.yaml names the version that is downloaded without Docker, and the ports of envoy.yaml', () => {
  const compose = readFileSync(fileURLToPath(new URL('compose.yaml', import.meta.url)), 'utf8');
  expect(compose).toContain(`image: envoyproxy/envoy:v${ENVOY_VERSION}\n`);
  expect(compose).toContain('- 127.0.0.1:8080:8080\n');
  expect(text).toMatch(/port_value: 8080 # <listener-port>/);
  expect(compose).toContain('--port 50051 ');
  expect(text).toContain('port_value: 50051');
});
