/** Each way in which a document on the web can't be read, with a real server that fails so, and the sentence for it. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cert, key } from '../../server/test/certificate.js';
import { download } from './download.js';
import { runCommand } from '../test/cli-io.js';

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const DOCUMENT = JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths: { '/x': { get: {} } } });

const answer: RequestListener = ({ url = '' }, response) => {
  const [, status = '200', location = ''] = /^\/(\d+)(.*)/.exec(url) ?? [];
  if (url === '/html') response.setHeader('content-type', 'text/html; charset=utf-8');
  else if (url === '/silence') return;
  else if (url === '/loop') response.writeHead(302, { location: '/loop' });
  else if (status.startsWith('3')) response.writeHead(Number(status), location ? { location: location.slice(1) } : {});
  else response.statusCode = Number(status);
  response.end(url === '/text' ? 'plain text' : url === '/broken' ? '{"openapi":' : DOCUMENT);
};

const ports = { http: 0, tls: 0, closing: 0, closed: 0 };

beforeAll(async () => {
  ports.http = await listen(createHttpServer(answer));
  ports.tls = await listen(createTlsServer({ key, cert }, answer));
  ports.closing = await listen(createTcpServer((socket) => socket.on('data', () => socket.destroy())));
  const gone = createTcpServer();
  ports.closed = await listen(gone);
  gone.close();
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

const at = (url: string): string =>
  url.replace(/:(http|tls|closing|closed)\b/, (_, name: keyof typeof ports) => `:${ports[name]}`);

describe('a document on the web', () => {
  test.each([
    ['http://nowhere.invalid/x', /the host has no address \(DNS\), ENOTFOUND\); check its name\.$|name server/],
    [
      'http://127.0.0.1:closed/x',
      'the connection is refused, ECONNREFUSED); check host and port, and that the server runs.',
    ],
    [
      'http://127.0.0.1:closing/x',
      'the server closed the connection, UND_ERR_SOCKET); check the scheme, or try again.',
    ],
    [
      'https://127.0.0.1:tls/x',
      'its certificate is not of a trusted authority, DEPTH_ZERO_SELF_SIGNED_CERT); set NODE_EXTRA_CA_CERTS to the file of the authority.',
    ],
    [
      'https://127.0.0.1:http/x',
      /it does not speak TLS, (?:ERR_SSL\w+|EPROTO)\); use http:\/\/ instead of https:\/\/\.$/,
    ],
    ['http://127.0.0.1:http/404', 'HTTP status 404); check the path.'],
    [
      'http://127.0.0.1:http/401',
      'HTTP status 401); download the document and pass the file, as the server asks for credentials.',
    ],
    ['http://127.0.0.1:http/503', 'HTTP status 503); try again later, as the server is faulty.'],
    ['http://127.0.0.1:http/302', 'it redirects to no URL); check the path.'],
    [
      'http://127.0.0.1:http/302=https://h.test/y',
      'it redirects to another origin); if you trust that, pass --allow https://h.test.',
    ],
    ['http://127.0.0.1:http/loop', 'it redirects more than 5 times); check the path.'],
    ['http://127.0.0.1:1/x', 'bad port); download the document and pass the file.'],
  ])('%s: %s', async (location, sentence) => {
    const { code, stdout, stderr } = await runCommand(['types', at(location)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const prefix = `${at(location)} can't be read (`;
    expect(stderr).toContain(prefix);
    const message = stderr.slice(stderr.indexOf(prefix) + prefix.length).trimEnd();
    if (typeof sentence === 'string') expect(message).toBe(sentence);
    else expect(message).toMatch(sentence);
  });

  test.each([
    ['/html', 'is a page of HTML, not JSON or YAML; pass the URL of the document that the page shows.'],
    ['/text', 'is text, not JSON or YAML of an object; pass an OpenAPI 3.x or Swagger 2.0 document.'],
    ['/broken', 'Error parsing'],
  ])('that is something else: %s', async (path, sentence) => {
    const { code, stderr } = await runCommand(['types', at(`http://127.0.0.1:http${path}`)]);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(at(`http://127.0.0.1:http${path}`));
  });

  test('that never comes', async () => {
    await expect(download(at('http://127.0.0.1:http/silence'), [], 50)).rejects.toThrow(
      'the host does not answer, ETIMEDOUT); check host, port and network.',
    );
  });

  test('that a proxy would have', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.test');
    try {
      await expect(download(at('http://127.0.0.1:closed/x'), [])).rejects.toThrow(
        'that the server runs. HTTPS_PROXY is not used; else download the document and pass the file.',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('is followed on its own origin', async () => {
    const { code, stdout } = await runCommand(['types', at('http://127.0.0.1:http/307=/x')]);
    expect(code).toBe(0);
    expect(stdout).toContain('"GET /x"');
  });
});
