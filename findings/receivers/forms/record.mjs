/** Records the forms of send.mjs as each runtime sends them in `bodies.json`: `node findings/receivers/forms/record.mjs`. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openChromium } from '../../../dev/testing/engines/chromium.mjs';

/** @typedef {{ runtime: string, form: string, type: string, body: string }} Sent */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SENDER = readFileSync(join(HERE, 'send.mjs'), 'utf8');
const PACKAGES = ['bun@1.4.5', 'deno@2.9.6'];
const run = promisify(execFile);

/** How each runtime sends to an origin. @type {Readonly<Record<string, (origin: string, folder: string) => Promise<unknown>>>} */
const RUNTIMES = {
  'Node.js': (origin, folder) => run('node', ['send.mjs', origin], { cwd: folder }),
  Bun: (origin, folder) => run('npx', ['bun', 'send.mjs', origin], { cwd: folder }),
  Deno: (origin, folder) => run('npx', ['deno', 'run', '--allow-net', 'send.mjs', origin], { cwd: folder }),
  async Chromium(origin) {
    const page = await openChromium(console.error);
    try {
      await page.open(`${origin}/page`);
      await page.evaluate(`import('/send.mjs').then(({ sendForms }) => sendForms('${origin}'))`);
    } finally {
      await page.close();
    }
  },
};

/** @returns {Promise<Sent[]>} */
export async function recordForms() {
  /** @type {Sent[]} */
  const sent = [];
  let runtime = '';
  const server = createServer(async (request, response) => {
    const form = decodeURIComponent((request.url ?? '').slice(1));
    const body = (await buffer(request)).toString();
    if (request.method === 'POST') sent.push({ runtime, form, type: request.headers['content-type'] ?? '', body });
    if (form === 'send.mjs') response.setHeader('content-type', 'text/javascript').end(SENDER);
    else response.setHeader('content-type', 'text/html').end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const folder = mkdtempSync(join(tmpdir(), 'forms-'));
  try {
    cpSync(join(HERE, 'send.mjs'), join(folder, 'send.mjs'));
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], {
      cwd: folder,
      stdio: 'inherit',
    });
    for (const [name, send] of Object.entries(RUNTIMES)) {
      runtime = name;
      await send(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, folder);
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
  writeFileSync(join(HERE, 'bodies.json'), `[\n${lines.join(',\n')}\n]\n`);
}
