import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { ROOT } from '../../dev/commands/build.mjs';

const LOWEST_PORT = 15_400;
const BLOCKS = 40;
const PORTS_PER_RUN = 400;
const PORTS_PER_WORKER = 40;
/** Where the workers read their ports. */
const VARIABLE = 'ENDPOINTJS_E2E_PORTS';

/** Whether the server now listens on the port; false where another process does. */
async function listens(server: Server, port: number): Promise<boolean> {
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/**
 * Reserves ports for the stacks of this run, so that two runs at the same moment have different ones.
 * @returns the server that listens on the first of them as long as they are reserved
 */
async function reservePorts(): Promise<Server> {
  for (let block = 0; block < BLOCKS; block += 1) {
    const first = LOWEST_PORT + block * PORTS_PER_RUN;
    const server = createServer();
    if (await listens(server, first)) {
      process.env[VARIABLE] = String(first);
      return server;
    }
  }
  throw new Error(`All ${BLOCKS} blocks of ports from ${LOWEST_PORT} on are in use.`);
}

/** The first port of a worker's stacks. */
export function readFirstPort(parallelIndex: number): number {
  const first = Number(process.env[VARIABLE]);
  if (!(first > 0)) throw new Error(`${VARIABLE} isn't set: the global set-up reserves the ports.`);
  return first + 1 + parallelIndex * PORTS_PER_WORKER;
}

/** Builds what is stale before any test runs: a build during the run would replace files in use. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const reservation = await reservePorts();
  await promisify(execFile)(process.execPath, ['dev/commands/build.mjs'], { cwd: ROOT });
  return async () => {
    reservation.close();
    await once(reservation, 'close');
  };
}
