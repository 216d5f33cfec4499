/**
 * Runs the receivers of each language and writes what arrived to `results/<language>.json`: `node findings/receivers/run.mjs [language …]`.
 * The README describes a language's folder. Only this file sends: by raw sockets, so that nothing normalises a target.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CASES, KINDS } from './cases.mjs';

/**
 * @typedef {object} Receiver
 * @property {string} name
 * @property {string} [list] the call by which the handler of `/list` reads `a`; without it, no lists are sent
 * @property {string} [object] the call by which the handler of `/object` reads `age`
 * @property {string} [path] the call by which the handler of `/x/{id}` reads `id`
 * @property {string} [query] the call by which a handler of `QUERY /query` is registered
 * @property {string} [form] the call by which the handler of `POST /form/a` reads `a`
 * @property {string} [multipart] the call by which the handler of `POST /multipart` reads all parts
 * @property {string[]} [packages] pinned, the receiver itself first
 * @property {string | string[]} [version] where it isn't the first package's: a text, or a command that prints it
 * @property {string[]} start the command; PORT is in the environment
 */
/** @typedef {{ language: string, install: string[][], receivers: Receiver[] }} Language `{packages}` in a command stands for all packages */
/** @typedef {{ status: number, value?: unknown, list?: number, object?: number, length?: number, fields?: number, files?: number, location?: string }} Arrived the numbers count what is too long to keep */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const KEPT = 300;
const START_MS = 120_000;
const ANSWER_MS = 20_000;

/** @param {string[]} command @param {string} folder */
const run = ([program = '', ...args], folder) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** @returns {Promise<number>} */
const findPort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** @param {number} port @param {import('./cases.mjs').Message} sent @returns {Promise<string>} all bytes of the response, empty where the connection ended without one */
export const send = (port, { method = 'GET', target, type = 'application/json', body = '' }) =>
  new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const finish = () => resolve(Buffer.concat(chunks).toString());
    const length = body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
    const head = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...length];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no response to ${target.slice(0, KEPT)}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', finish);
    socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      // A receiver that refuses a long request may close before it has read it.
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
  });

/** @param {string} text a body with the sizes of its chunks */
function joinChunks(text) {
  let body = '';
  for (let bytes = Buffer.from(text); bytes.length > 0;) {
    const end = bytes.indexOf('\r\n');
    const size = Number.parseInt(bytes.subarray(0, end).toString(), 16);
    if (!(size > 0)) break;
    body += bytes.subarray(end + 2, end + 2 + size).toString('latin1');
    bytes = bytes.subarray(end + 4 + size);
  }
  return Buffer.from(body, 'latin1').toString();
}

/** @param {unknown} value @returns {Partial<Arrived>} */
function shorten(value) {
  if (JSON.stringify(value).length <= KEPT) return { value };
  const { fields, files } = /** @type {{ fields?: object, files?: unknown[] }} */ (Object(value));
  if (fields && Array.isArray(files)) return { fields: Object.keys(fields).length, files: files.length };
  if (Array.isArray(value))
    return value.length > 1 ? { list: value.length } : { list: 1, length: `${value[0]}`.length };
  return typeof value === 'string' ? { length: value.length } : { object: Object.keys(Object(value)).length };
}

/** @param {string} response @returns {Arrived} */
export function read(response) {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  const location = /^location: *(?:https?:\/\/[^/]+)?(.*)$/im.exec(head)?.[1];
  if (status !== 200) return location === undefined ? { status } : { status, location };
  const text = rest.join('\r\n\r\n');
  const body = /^transfer-encoding: *chunked/im.test(head) ? joinChunks(text) : text;
  /** @type {unknown} */
  const answer = JSON.parse(body);
  const { value = null, ...others } = /** @type {{ value?: unknown }} */ (answer);
  if (Object.keys(others).length > 0) throw new Error(`A receiver answers {"value": …}, not ${body.slice(0, KEPT)}`);
  return { status, ...shorten(value) };
}

/** Waits until the receiver accepts connections. @param {number} port @param {import('node:child_process').ChildProcess} child */
async function waitForPort(port, child) {
  for (let waited = 0; waited < START_MS; waited += 100) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before it listened`);
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await setTimeout(100);
  }
  throw new Error('does not listen');
}

/** Runs a receiver. @template T @param {Receiver} receiver @param {string} folder @param {(port: number) => Promise<T>} use */
export async function withReceiver(receiver, folder, use) {
  const port = await findPort();
  const [program = '', ...args] = receiver.start;
  const env = { ...process.env, PORT: `${port}` };
  // A group of its own, which ends with all that it started.
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-4000)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    await waitForPort(port, child);
    return await use(port);
  } catch (error) {
    throw new Error(`${receiver.name}: ${String(error)}\n${errors}`, { cause: error });
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
}

/** @param {Receiver} receiver @param {string} folder */
const observe = (receiver, folder) =>
  withReceiver(receiver, folder, async (port) => {
    /** @type {Record<string, Arrived>} */
    const arrived = {};
    for (const one of CASES) if (receiver[one.kind] !== undefined) arrived[one.name] = read(await send(port, one));
    return arrived;
  });

/** @param {Receiver} receiver @param {string} folder */
function findVersion({ version, packages = [] }, folder) {
  if (Array.isArray(version)) return run(version, folder);
  return version ?? /(?:@v?|==)([^@=]+)$/.exec(packages[0] ?? '')?.[1];
}

/** JSON with a line for each case. @param {string} language @param {readonly { arrived: object }[]} receivers */
function write(language, receivers) {
  const blocks = receivers.map(({ arrived, ...about }) => {
    const cases = Object.entries(arrived).map(([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    return `  ${JSON.stringify(about).slice(0, -1)}, "arrived": {\n${cases.join(',\n')}\n  }}`;
  });
  return `{ "language": ${JSON.stringify(language)}, "receivers": [\n${blocks.join(',\n')}\n]}\n`;
}

/**
 * Installs the receivers of a language in a temporary folder.
 * @template T
 * @param {string} id the name of its folder
 * @param {(language: Language, folder: string) => Promise<T>} use
 */
export async function withLanguage(id, use) {
  const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
  try {
    cpSync(join(HERE, id), folder, { recursive: true });
    /** @type {Language} */
    const language = JSON.parse(readFileSync(join(folder, 'receivers.json'), 'utf8'));
    const packages = [...new Set(language.receivers.flatMap((receiver) => receiver.packages ?? []))];
    for (const command of language.install)
      run(
        command.flatMap((arg) => (arg === '{packages}' ? packages : [arg])),
        folder,
      );
    return await use(language, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} id the name of its folder */
const runLanguage = (id) =>
  withLanguage(id, async ({ language, receivers }, folder) => {
    const results = [];
    for (const receiver of receivers) {
      console.info(`${language}: ${receiver.name}`);
      const calls = Object.fromEntries(KINDS.map((kind) => [kind, receiver[kind]]));
      const arrived = await observe(receiver, folder);
      results.push({ name: receiver.name, version: findVersion(receiver, folder), ...calls, arrived });
    }
    writeFileSync(join(HERE, 'results', `${id}.json`), write(language, results));
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  const all = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'receivers.json')));
  for (const id of named.length > 0 ? named : all) await runLanguage(id);
}
