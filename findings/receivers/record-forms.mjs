/** Records the forms of forms/send.mjs as each runtime sends them in `forms/bodies.json`: `node findings/receivers/record-forms.mjs`. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {{ runtime: string, form: string, type: string, body: string }} Sent `type` is the content type */

const FORMS = fileURLToPath(new URL('forms/', import.meta.url));
const PACKAGES = ['bun@1.4.5', 'deno@2.9.6', 'puppeteer-core@24.43.1'];
const RUN_MS = 120_000;
const run = promisify(execFile);

/** The commands that send the forms of a module, to which its name and the origin are added. */
const RUNTIMES = {
  'Node.js': ['node', 'send.mjs'],
  Bun: ['npx', 'bun', 'send.mjs'],
  Deno: ['npx', 'deno', 'run', '--quiet', '--allow-read', '--allow-net', 'send.mjs'],
  Chromium: ['node', 'chromium.mjs'],
};

/**
 * Each form of a module as each runtime sends it.
 * @param {string} [module] a file that exports `send(origin)`
 * @returns {Promise<Sent[]>}
 */
export async function recordForms(module = join(FORMS, 'forms.mjs')) {
  /** @type {Sent[]} */
  const sent = [];
  let runtime = '';
  const server = createServer(async (request, response) => {
    const form = decodeURIComponent((request.url ?? '').slice(1));
    const body = (await buffer(request)).toString();
    if (request.method === 'POST') sent.push({ runtime, form, type: request.headers['content-type'] ?? '', body });
    if (form === 'module.mjs') response.setHeader('content-type', 'text/javascript').end(readFileSync(module));
    else response.setHeader('content-type', 'text/html').end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  try {
    cpSync(FORMS, folder, { recursive: true });
    cpSync(module, join(folder, 'module.mjs'));
    const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES];
    await run('npm', install, { cwd: folder, timeout: RUN_MS });
    for (const [name, [program, ...args]] of Object.entries(RUNTIMES)) {
      runtime = name;
      await run(program ?? '', [...args, 'module.mjs', origin], { cwd: folder, timeout: RUN_MS });
    }
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
  return sent;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = (await recordForms()).map((one) => `  ${JSON.stringify(one)}`);
  writeFileSync(join(FORMS, 'bodies.json'), `[\n${lines.join(',\n')}\n]\n`);
}
