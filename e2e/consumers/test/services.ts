/** What the suite of the runtimes reaches: an HTTP server, and the call service with its bridges. */
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'endpoint.js-server';
import { run } from '../../../process/processes.mjs';
import { noEnvoy, startTestEnvoy } from '../../../envoy/test/envoy.js';
import { refusingPort } from '../../../dev/testing/refusing-port.js';
import { startServer } from '../../../dev/testing/static-server.mjs';
import type { Settings } from '../runtimes/suite.js';

/** Describes each request in its answer, to pages of every origin. */
async function describeRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  response.setHeader('access-control-allow-origin', '*');
  if (method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', '*');
    response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '').end();
    return;
  }
  const body = (await buffer(request)).toString();
  const { accept, 'content-type': type = '', 'user-agent': userAgent = '' } = headers;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, accept, type, body, userAgent }));
}

/** What runs for the suite. */
export interface Services {
  readonly settings: Settings;
  stop(): Promise<void>;
}

/** Starts everything; pages of `origins` may call. */
export async function startServices(origins: readonly string[]): Promise<Services> {
  const wait = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The caller has gone.')));
    });
  const server = createServer({
    origins,
    operations: { wait: { description: 'Never ends', arguments: {}, handler: (_, { signal }) => wait(signal) } },
  });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  const envoy = noEnvoy ? undefined : await startTestEnvoy({ servers: [grpc], origins });
  const echo = await startServer((request, response) => void describeRequest(request, response));
  const refusing = await refusingPort();
  return {
    settings: {
      echo: echo.url,
      hosts: envoy === undefined ? [gateway] : [gateway, envoy.url],
      dead: `http://127.0.0.1:${refusing.port}`,
    },
    async stop() {
      await Promise.all([echo.stop(), envoy?.stop()]);
      refusing.release();
      await server.drain();
    },
  };
}

/** The results of the suite: `same` is the same text in every runtime. */
export interface Results {
  readonly same: string;
  /** The `user-agent` of each request that `fetch` made. */
  readonly userAgents: readonly string[];
  /** The error for a relative host. */
  readonly relative: string;
}

/** Runs the suite by a program. The last line of its output has the results: an old Node prints a warning first. */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  cwd: string,
  settings: Settings,
): Promise<Results> {
  const { failure, stdout, output } = await run(command, [...args, JSON.stringify(settings)], {
    cwd,
    timeoutMs: 120_000,
  });
  if (failure !== undefined) throw new Error(`${command} ${args.join(' ')} ${failure}:\n${output}`);
  return JSON.parse(stdout) as Results;
}

const STARTED_MS = 30_000;

/** Sends a request to a server that may be starting. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  const end = performance.now() + STARTED_MS;
  for (;;) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(50);
    }
  }
}
