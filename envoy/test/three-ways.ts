/** The ways to the call service: gRPC, and gRPC-Web through Envoy or the gateway. */
import { connect, constants } from 'node:http2';
import { gunzipSync, inflateSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { createServer, type Operation } from 'endpoint.js-server';
import { Response } from '../../proto/gen/node/api.js';
import { expect } from 'vitest';
import { ORIGIN, startTestEnvoy } from './envoy.js';
import { bridgeProbes, call, listProbes, type Probe } from './probes.js';
import { CALL_PATH, INTERNALS, openWire, requestBytes } from './wire.js';

/** What a caller gets, in a word or two, and the response of a call that is served. */
export interface Outcome {
  readonly words: string;
  readonly response: string;
  /** Over HTTP/1.1: the end of the connection, and the page that may read the response. */
  readonly end?: string;
}

/** Sends a request by one way. */
export type Way = (probe: Probe) => Promise<Outcome>;

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** Reads the first message of a body. */
function readResponse(body: Buffer, encoding: unknown): string {
  if (body.length < 5) return 'no message';
  const bytes = body.subarray(5, 5 + body.readUInt32BE(1));
  const decode = body[0] === 1 ? DECODERS[String(encoding)] : (plain: Uint8Array) => plain;
  if (!decode) return `a message in ${String(encoding)}`;
  const { success, message } = Response.deserialize(decode(bytes));
  return success ? message : `a failure: ${message}`;
}

function describe(http: number, grpc: number | undefined, read: () => string): Outcome {
  if (grpc === undefined) return { words: `HTTP ${http}`, response: '' };
  return grpc === 0 ? { words: 'served', response: read() } : { words: status[grpc] ?? `status ${grpc}`, response: '' };
}

/** gRPC-Web over HTTP/1.1. A response has no internals, and either ends its connection or leaves it to a call. */
export const throughWeb =
  (url: string): Way =>
  async (probe) => {
    const wire = await openWire(url);
    wire.send(requestBytes(probe));
    const { status: http, grpcStatus, headers, body } = await wire.response();
    const text = JSON.stringify(headers) + body.toString('latin1');
    expect(text.replaceAll(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))).not.toMatch(INTERNALS); // prettier-ignore
    const closes = headers['connection'] === 'close';
    if (closes) await wire.closed;
    else {
      wire.send(requestBytes({ body: call }));
      expect(await wire.response()).toMatchObject({ status: 200, grpcStatus: 0 });
      wire.close();
    }
    const isText = (headers['content-type'] ?? '').startsWith('application/grpc-web-text');
    const bytes = isText ? Buffer.from(body.toString('latin1'), 'base64') : body;
    const page = headers['access-control-allow-origin'];
    return {
      ...describe(http, grpcStatus, () => readResponse(bytes, headers['grpc-encoding'])),
      end: `${page === undefined ? '' : `, for ${page}`}${closes ? ', closes' : ''}`,
    };
  };

/** gRPC over HTTP/2. @param url `http://host:port` */
export const throughGrpc =
  (url: string): Way =>
  async ({ headers = {}, method = 'POST', path = CALL_PATH, body }) => {
    const session = connect(url);
    const pairs = Object.entries({ 'content-type': 'application/grpc', te: 'trailers', ...headers });
    const sent = Object.fromEntries(pairs.filter(([name, value]) => value !== null && name !== 'x-grpc-web'));
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        let head: Record<string, unknown> = {};
        let trailing: Record<string, unknown> = {};
        const chunks: Buffer[] = [];
        const stream = session.request({ ':method': method, ':path': path, ...sent });
        const end = (): void => {
          const grpc = trailing['grpc-status'] ?? head['grpc-status'];
          const read = (): string => readResponse(Buffer.concat(chunks), head['grpc-encoding']);
          resolve(describe(Number(head[':status']), grpc === undefined ? undefined : Number(grpc), read));
        };
        stream.on('response', (received) => (head = received));
        stream.on('trailers', (received) => (trailing = received));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', () => undefined);
        stream.once('close', () => {
          if (head[':status'] !== undefined) end();
          else if (stream.rstCode === constants.NGHTTP2_NO_ERROR)
            reject(new Error('The connection ended without a response.'));
          else resolve({ words: 'the stream is reset', response: '' });
        });
        session.once('error', reject);
        stream.end(body);
      });
    } finally {
      session.destroy();
    }
  };

const NAMES = ['gRPC', 'Envoy', 'gateway'] as const;

/** Starts a server, its gateway, and an Envoy in front of it. */
export async function startWays(envoyPath: string, defer: (cleanup: () => unknown) => void): Promise<readonly Way[]> {
  const server = createServer({ origins: [ORIGIN], operations: { deadline } });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  const envoy = await startTestEnvoy({ servers: [grpc], path: envoyPath });
  defer(envoy.stop);
  return [throughGrpc(`http://${grpc}`), throughWeb(envoy.url), throughWeb(gateway)];
}

/** Says whether a call has a far deadline; waits for a near one, so that no busy machine changes the response. */
const deadline: Operation = {
  description: 'Whether there is a deadline.',
  arguments: {},
  handler: (_, { deadline: end, signal }) => {
    if (end === undefined) return 'without a deadline';
    if (end - Date.now() > 10_000) return 'with a deadline';
    return new Promise((_resolve, reject) => {
      const stop = (): void => reject(new Error('The deadline passed.'));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    });
  },
};

/** A request with the response of each way. */
export interface Compared {
  readonly family: string;
  readonly name: string;
  readonly words: readonly string[];
  /** The same, with the ends. */
  readonly outcomes: readonly string[];
}

/** Sends all requests by all ways, some at once. */
export async function compareWays(ways: readonly Way[]): Promise<readonly Compared[]> {
  const web = listProbes('application/grpc-web');
  const plain = listProbes('application/grpc');
  const waiting = Object.entries({ ...web, ...bridgeProbes }).flatMap(([family, probes]) =>
    probes.map((probe, index) => ({ family, probe, grpc: plain[family]?.[index] })),
  );
  const order = waiting.map(({ probe }) => probe);
  const compared: Compared[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { family, probe, grpc } = next;
      const sent = [grpc, probe, probe];
      const outcomes = await Promise.all(
        ways.map(async (way, index) => {
          const one = sent[index];
          return one ? await way(one) : { words: 'not sent', response: '', end: '' };
        }),
      );
      const responses = new Set(outcomes.map(({ response }) => response).filter(Boolean));
      const words = outcomes.map((outcome) =>
        responses.size > 1 && outcome.response ? `${outcome.words} ${outcome.response}` : outcome.words,
      );
      compared[order.indexOf(probe)] = {
        family,
        name: probe.name,
        words,
        outcomes: words.map((each, index) => each + (outcomes[index]?.end ?? '')),
      };
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return compared;
}

/** Writes the requests that the ways respond to differently, those with the same responses in one row. */
export function writeTable(compared: readonly Compared[]): string {
  const rows = new Map<string, string[]>();
  for (const { family, name, words } of compared) {
    if (new Set(words).size === 1 || family in bridgeProbes) continue;
    const key = JSON.stringify([family, ...words]);
    rows.set(key, [...(rows.get(key) ?? []), name]);
  }
  const cells = [
    ['request', ...NAMES],
    ...Array.from(rows, ([key, names]) => {
      const [family = '', ...words] = JSON.parse(key) as string[];
      return [`${family}: ${names.join('; ')}`, ...words];
    }),
  ];
  const widths = ['request', ...NAMES].map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`);
  return lines.join('');
}
