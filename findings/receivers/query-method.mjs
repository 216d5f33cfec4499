/**
 * Sends a QUERY with a body through each client to a server that redirects it, and writes what the client sends next to
 * `clients/results.json`: `node findings/receivers/query-method.mjs [language …]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Client
 * @property {string} name
 * @property {string} [setting] without which it follows no redirect
 * @property {string[]} [packages] pinned, the client itself first
 * @property {string[]} [version] where it isn't the first package's: a command that prints it
 * @property {string[]} start the command, to which the url is added; it prints the last status
 */
/** @typedef {{ language: string, install: string[][], clients: Client[] }} Language `{packages}` in a command stands for all packages */
/** @typedef {{ method: string, body: string, type: string | undefined }} Sent `type` is the content type */
/** @typedef {{ sent: Sent | undefined, status?: number, error?: string }} Outcome what follows the redirect: the second request, the last status, or the error */

const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url));
const RESULTS = join(CLIENTS, 'results.json');
export const STATUSES = [301, 302, 303, 307, 308];
const RUN_MS = 60_000;
const KEPT = 160;

/** @type {Sent[]} the requests of the client that runs */
let requests = [];
const server = createServer(async (request, response) => {
  const { method = '', url = '' } = request;
  const body = await text(request);
  const status = Number(url.slice(1));
  if (STATUSES.includes(status)) response.writeHead(status, { location: '/to' });
  if (status || url === '/to') requests.push({ method, body, type: request.headers['content-type'] });
  response.end();
});

/** @param {string[]} command @param {string} folder */
function run([program = '', ...args], folder) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? stderr}`);
  return stdout.trim();
}

/** @param {string[]} command @param {string} folder @returns {Promise<{ code: number | null, output: string, errors: string }>} */
const runClient = ([program = '', ...args], folder) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, timeout: RUN_MS, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.on('error', reject).on('close', (code) => resolve({ code, output: output.trim(), errors: errors.trim() }));
  });

/** The line of an error that says what is wrong. @param {string} errors */
function findMessage(errors) {
  const lines = errors.split('\n').map((line) => line.trim());
  const line =
    lines.findLast((one) => /^[\w.]*(?:Error|Exception)\b/.test(one)) ??
    lines.find((one) => /error|redirect/i.test(one));
  return (line ?? lines[0] ?? '').slice(0, KEPT);
}

/** @param {Client} client @param {string} folder @param {string} origin */
async function observe({ name, start }, folder, origin) {
  /** @type {Record<number, Outcome>} */
  const outcomes = {};
  for (const status of STATUSES) {
    requests = [];
    const { code, output, errors } = await runClient([...start, `${origin}/${status}`], folder);
    const [first, sent] = requests;
    if (first?.method !== 'QUERY' || first.body !== '{"a":"1"}' || !first.type?.startsWith('application/json'))
      throw new Error(`${name} doesn't send the QUERY: ${JSON.stringify(first)}\n${errors}`);
    const last =
      code === 0
        ? { status: Number(output.split('\n').at(-1)) }
        : { error: findMessage(errors).replaceAll(origin, '') };
    outcomes[status] = { sent, ...last };
  }
  return outcomes;
}

/** JSON with a line for each status. @param {Record<string, object[]>} results */
function write(results) {
  const languages = Object.entries(results).map(([language, clients]) => {
    const blocks = clients.map((client) => {
      const { outcomes, ...about } = /** @type {{ outcomes: Record<number, Outcome> }} */ (client);
      const lines = Object.entries(outcomes).map(([status, one]) => `      "${status}": ${JSON.stringify(one)}`);
      return `    ${JSON.stringify(about).slice(0, -1)}, "outcomes": {\n${lines.join(',\n')}\n    }}`;
    });
    return `  ${JSON.stringify(language)}: [\n${blocks.join(',\n')}\n  ]`;
  });
  return `{\n${languages.join(',\n')}\n}\n`;
}

/** @param {Language} language @param {string} origin */
async function runLanguage({ language, install, clients }, origin) {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  try {
    cpSync(CLIENTS, folder, { recursive: true });
    const packages = clients.flatMap((client) => client.packages ?? []);
    for (const command of install)
      run(
        command.flatMap((arg) => (arg === '{packages}' ? packages : [arg])),
        folder,
      );
    const results = [];
    for (const client of clients) {
      console.info(`${language}: ${client.name}`);
      const version = client.version
        ? run(client.version, folder)
        : /(?:@|==)([^@=]+)$/.exec(client.packages?.[0] ?? '')?.[1];
      const { name, setting } = client;
      results.push({ name, version, setting, outcomes: await observe(client, folder, origin) });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {{ languages: Language[] }} */
const { languages } = JSON.parse(readFileSync(join(CLIENTS, 'clients.json'), 'utf8'));
const named = process.argv.slice(2).map((name) => name.toLowerCase());
/** @type {Record<string, object[]>} */
const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
try {
  for (const one of languages)
    if (named.length === 0 || named.includes(one.language.toLowerCase()))
      results[one.language] = await runLanguage(one, origin);
  const ordered = languages.map(({ language }) => [language, results[language] ?? []]);
  writeFileSync(RESULTS, write(Object.fromEntries(ordered)));
} finally {
  server.close();
  server.closeAllConnections();
}
