/** Our client at servers of other packages. `-u` writes what came of the calls; then run `node findings/servers/table.mjs`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EXAMPLE_NOT_RUN, findMissing } from '../../dev/setup/programs.mjs';
import { freePort } from '../../process/ports.mjs';
import { run } from '../../process/processes.mjs';
import { LANGUAGES } from './servers.mjs';
import { callServer } from './test/calls.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const INSTALL_MS = 900_000;

/** Starts a server in the folder that it is installed in. @param {readonly string[]} command @param {string} cwd */
async function startServer([program = '', ...args], cwd) {
  const port = await freePort(26_000 + (process.pid % 10_000));
  const child = spawn(join(cwd, program), args, { cwd, env: { ...process.env, PORT: `${port}` }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  const listens = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  };
  try {
    await vi.waitFor(listens, { timeout: 60_000, interval: 100 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { host: `http://127.0.0.1:${port}`, stop };
}

// Before the tests, so that the name of a skipped one has the reason.
/** @type {Map<string, string>} */
const missing = new Map();
for (const { folder, programs } of LANGUAGES) {
  const reasons = await Promise.all(programs.map(findMissing));
  const reason = reasons.find((text) => text !== undefined);
  if (reason !== undefined) missing.set(folder, reason);
}

test.for(Array.from(missing, ([folder, reason]) => `the servers of ${folder}: ${reason}`))(
  `${EXAMPLE_NOT_RUN}%s`,
  (_, { skip }) => skip(),
);

describe.each(LANGUAGES.filter(({ folder }) => !missing.has(folder)))('$folder', ({ folder, install, servers }) => {
  let cwd = '';

  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'servers-'));
    cpSync(join(HERE, folder), cwd, { recursive: true });
    cpSync(join(HERE, '..', '..', 'proto', 'api.proto'), join(cwd, 'api.proto'));
    const { failure, output } = await run('sh', ['-e', '-c', install], { cwd, timeoutMs: INSTALL_MS });
    if (failure !== undefined) throw new Error(`Installing the servers of ${folder} ${failure}:\n${output}`);
  }, INSTALL_MS);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test.each(servers)(
    '$name gives our client what results/ has',
    async ({ id, start }) => {
      const server = await startServer(start, cwd);
      try {
        const results = await callServer(server.host);
        await expect(`${JSON.stringify(results, undefined, 2)}\n`).toMatchFileSnapshot(`results/${id}.json`);
      } finally {
        await server.stop();
      }
    },
    120_000,
  );
});
