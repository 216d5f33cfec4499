/** A local API with the responses that `send` must read, faulty ones among them. Each path has one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { startServer } from '../../dev/testing/static-server.mjs';

type Reply = (response: ServerResponse, request: IncomingMessage) => unknown;

const JSON_TYPE = { 'content-type': 'application/json' };
const MEBIBYTE = Buffer.alloc(1_048_576, 'a');

/** A complete response. */
const whole =
  (headers: Record<string, string>, body: string | Buffer = '', status = 200): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Bytes that are no complete response, after which the connection closes. */
const raw =
  (...parts: readonly string[]): Reply =>
  ({ socket }) =>
    socket?.end(parts.join('\r\n'));

/** Writes until the client leaves, or as often as requested. */
const stream =
  (type: string, times = Infinity): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': type });
    let left = times;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(MEBIBYTE)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  };

const REPLIES: Readonly<Record<string, Reply>> = {
  '/json': whole(JSON_TYPE, '{"a":"é"}'),
  '/suffix': whole({ 'content-type': 'Application/HAL+JSON; profile="x"' }, '[1,null]'),
  '/bom': whole(JSON_TYPE, '\ufeff{"a":1}'),
  '/latin-1-json': whole({ 'content-type': 'application/json;charset=ISO-8859-1' }, Buffer.from('"é"', 'latin1')),
  '/empty-json': whole(JSON_TYPE),
  '/gzip': whole({ ...JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync('{"a":"zipped"}')),
  '/gzip-bomb': whole({ 'content-encoding': 'gzip' }, gzipSync(Buffer.concat([MEBIBYTE, MEBIBYTE]))),
  '/echo': async (response, request) => {
    response.writeHead(201, JSON_TYPE).end(JSON.stringify([request.method, await text(request)]));
  },
  '/204': whole({}, '', 204),
  '/205': whole({}, '', 205),
  '/205-with-a-body': raw('HTTP/1.1 205 Reset Content', 'content-type: text/plain', 'content-length: 3', '', 'abc'),
  '/304': whole({}, '', 304),
  '/text': whole({ 'content-type': 'text/plain; charset=utf-8' }, 'grüße'),
  '/latin-1': whole({ 'content-type': 'text/plain; charset="iso-8859-1"' }, Buffer.from('grüße', 'latin1')),
  '/not-utf-8': whole({ 'content-type': 'text/plain' }, Buffer.from([0x61, 0xe9])),
  '/unknown-charset': whole({ 'content-type': 'text/plain; charset=x-klingon' }, 'a'),
  '/csv': whole({ 'content-type': 'text/csv' }, 'a,b'),
  '/xml': whole({ 'content-type': 'application/xml' }, '<a/>'),
  '/svg': whole({ 'content-type': 'image/svg+xml' }, '<svg/>'),
  '/lines': whole({ 'content-type': 'application/x-ndjson' }, '{}\n{}\n'),
  '/form': whole({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'),
  '/bytes': whole({ 'content-type': 'application/octet-stream' }, Buffer.from([0, 127, 128, 255])),
  '/no-type': whole({}, '{}'),
  '/json-like': whole({ 'content-type': 'application/jsonish' }, '{}'),
  '/moved': whole({ location: '/json#f' }, '', 302),
  '/problem': whole({ 'content-type': 'application/problem+json' }, '{"title":"No such user"}', 404),
  '/bad-gateway': whole({ 'content-type': 'text/html' }, '<h1>Bad gateway</h1>', 502),
  '/malformed-error': whole(JSON_TYPE, '<h1>Oops</h1>', 500),
  '/limit': whole({ 'retry-after': '7' }, '', 429),
  '/malformed': whole(JSON_TYPE, '{"a":'),
  '/not-utf-8-json': whole(JSON_TYPE, Buffer.from([0x22, 0xe9, 0x22])),
  '/cut': raw('HTTP/1.1 200 OK', 'content-type: application/json', 'content-length: 99', '', '{"a":1}'),
  '/cut-error': raw('HTTP/1.1 500 Oops', 'content-type: text/plain', 'content-length: 99', '', 'a'),
  '/cut-chunked': raw('HTTP/1.1 200 OK', 'content-type: text/plain', 'transfer-encoding: chunked', '', '1', 'a', ''),
  '/endless': stream('application/json'),
  '/100-mebibytes': stream('video/mp4', 100),
  '/never': () => undefined,
  '/stalled': (response) => response.writeHead(200, JSON_TYPE).write('{'),
  '/reset': ({ socket }) => socket?.destroy(),
};

/** What runs for the tests of `send`. */
export interface SendServer {
  readonly url: string;
  /** The paths of responses whose connection closed before their end. */
  readonly abandoned: readonly string[];
  stop(): Promise<void>;
}

/** Starts the API; other paths are answered by the listener. */
export async function startSendServer(others: Reply = whole({}, '', 404)): Promise<SendServer> {
  const abandoned: string[] = [];
  const server = await startServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    response.on('close', () => response.writableFinished || abandoned.push(path));
    (REPLIES[path] ?? others)(response, request);
  });
  return { ...server, abandoned };
}
