import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endpoint } from 'endpoint.js';
import { Request, Response } from '../../../proto/gen/node/api.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the watchdog in a server measured, see watchdog.mjs. */
export interface Watch {
  readonly longestDelayMs: number;
  readonly longestCpuMs: number | undefined;
  readonly heapMiB: number;
  readonly rssMiB: number;
}

/** A server process under a heap limit, with a watchdog inside. */
export interface WatchedServer {
  readonly grpc: string;
  readonly gateway: string;
  /** How it ended, once it has. */
  readonly ended: string | undefined;
  /** What was measured since this was last asked. */
  watch(): Promise<Watch>;
  close(): Promise<void>;
}

/** The heap of deploy/kubernetes/server.yaml. */
const heapMiB = 384;

/** Starts the built server. */
export async function startServer(sendOrigin: string): Promise<WatchedServer> {
  const args = ['--port', '0', '--gateway-port', '0', '--send-origins', sendOrigin];
  const child = fork(here('../../dist/main.js'), args, {
    execArgv: [`--max-old-space-size=${heapMiB}`, '--import', here('watchdog.mjs')],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let ended: string | undefined;
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-4000)));
  child.on('exit', (code, signal) => (ended = `code ${code}, signal ${signal}: ${errors}`));
  const { grpc, gateway } = await listening(child, () => ended);
  return {
    grpc,
    gateway,
    get ended() {
      return ended;
    },
    async watch() {
      child.send('watch');
      const [watched] = (await once(child, 'message')) as [Watch];
      return watched;
    },
    close: () => stopped(child),
  };
}

async function listening(
  child: ChildProcess,
  ended: () => string | undefined,
): Promise<{ grpc: string; gateway: string }> {
  if (!child.stdout) throw new Error('The server has no output.');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const event = JSON.parse(line) as { event: string; grpc: string; gateway: string };
    if (event.event !== 'listening') continue;
    // The log of the calls is of no use here, but must be read.
    child.stdout.resume();
    return event;
  }
  throw new Error(`The server ended: ${ended()}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** What honest callers saw, see honest-callers.mjs. */
export interface Report {
  readonly calls: number;
  readonly failures: readonly string[];
  readonly p99Ms: number;
  readonly longestMs: number;
}

const honest: readonly [request: { code: string; str1: string; str2?: string; int_value?: number }, message: string][] = [
  [{ code: 'echo', str1: 'hello', int_value: 1 }, '{"code":"echo","str1":"hello","str2":"","int_value":1}'],
  [
    { code: 'build', str1: 'GET /repos/{owner}/{repo}', str2: '{"owner":"octocat","repo":"hello","page":2}' },
    JSON.stringify(endpoint('GET /repos/{owner}/{repo}', { owner: 'octocat', repo: 'hello', page: 2 })),
  ],
  [{ code: 'expand', str1: '/search{?q,lang}', str2: '{"q":"été","lang":"fr"}' }, '/search?q=%C3%A9t%C3%A9&lang=fr'],
]; // prettier-ignore

/** Starts four honest callers; the function that it gives ends them. */
export function startHonestCallers(address: string): () => Promise<Report> {
  const child = fork(here('honest-callers.mjs'), [address], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  child.send(
    honest.map(([request, message]) => ({
      request: base64(new Request(request).serialize()),
      response: base64(new Response({ success: true, message }).serialize()),
    })),
  );
  return async () => {
    const report = once(child, 'message') as Promise<[Report]>;
    child.send('end');
    const [seen] = await report;
    await stopped(child);
    return seen;
  };
}

/** Starts a server that `send` reaches: large, slow and odd answers. */
export async function startUpstream(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/large') response.end('é"\n'.repeat(400_000));
    else if (request.url === '/slow') setTimeout(() => response.end('late'), 1000).unref();
    else if (request.url === '/headers') response.writeHead(200, { 'x-large': 'x'.repeat(12_000) }).end();
    else if (request.url === '/binary') response.end(Buffer.alloc(2_000_000, 0xff));
    else response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
