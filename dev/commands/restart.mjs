/**
 * Restarts the Node server of `npm run dev` when its sources change.
 * By hand: `node --watch` ends the running server before the new one is built.
 */
import { relative, sep } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { run } from '../../process/processes.mjs';
import { build, isSource, readStamps, ROOT } from './build.mjs';

/** The builds that the server runs: it imports the builder by its package's name, hence its built files. */
export const SERVER_TARGETS = ['lib', 'server'];

/** The folders of their sources. */
export const WATCHED = ['lib', 'server', 'proto', 'process', 'envoy'];

/** Editors and git write several files in a row: the server is built once after the last of them. */
const QUIET_MS = 150;

const CHECK_MS = 30_000;

/** @typedef {import('../../envoy/launcher/backend.mjs').RunningServer} RunningServer */
/** @typedef {(server: RunningServer, isExpected: () => boolean) => void} OnStart called with each server; `isExpected` states whether its end was requested */

/**
 * Takes over the server of a backend, and restarts it after edits of its sources.
 *
 * @param {object} options
 * @param {import('../../envoy/launcher/backend.mjs').Backend} options.backend
 * @param {import('../../envoy/launcher/backend.mjs').ServerProgram} options.program the server's
 * @param {import('node:events').EventEmitter} options.edits emits `edit` with the path of a changed file
 * @param {import('../../process/progress.mjs').Log} options.say
 * @param {OnStart} options.onStart
 * @returns {{ stop: () => Promise<void> }}
 */
export function followSources({ backend, program, edits, say, onStart }) {
  let running = readStamps(SERVER_TARGETS);
  const restarts = restartOnEdits({
    server: backend.server,
    say,
    onStart,
    rebuild: async () => {
      await build(SERVER_TARGETS, say);
      if (readStamps(SERVER_TARGETS) === running) return false;
      await checkServer(program);
      return true;
    },
    start: async () => {
      const stamps = readStamps(SERVER_TARGETS);
      const server = await backend.startServer();
      running = stamps;
      return server;
    },
  });
  edits.on('edit', (/** @type {string} */ path) => {
    const source = relative(ROOT, path).split(sep).join('/');
    if (isSource(source, SERVER_TARGETS)) restarts.edit(source);
  });
  say(
    `Watching ${WATCHED.map((folder) => `${folder}/`).join(', ')}: an edit rebuilds the Node server and restarts it.`,
  );
  // At once: an edit that follows is another reason.
  restarts.edit('an edit during the start', 0);
  return restarts;
}

/**
 * Loads the built server, without serving.
 *
 * @param {import('../../envoy/launcher/backend.mjs').ServerProgram} program
 * @throws {Error} with its output, when it fails
 */
async function checkServer({ script, args }) {
  const { failure, output } = await run(process.execPath, [script, ...args, '--check'], { timeoutMs: CHECK_MS });
  if (failure !== undefined) throw new Error(`The edited server ${failure}:\n${output.trim()}`);
}

/**
 * @typedef {object} RestartOptions
 * @property {RunningServer} server the running one
 * @property {() => Promise<boolean>} rebuild builds what is stale; resolves to whether the running server isn't the built one, and
 *   rejects with the errors of a broken build
 * @property {() => Promise<RunningServer>} start starts the server once more
 * @property {import('../../process/progress.mjs').Log} say
 * @property {OnStart} onStart
 */

/**
 * Takes over a running server: rebuilds and restarts it after edits. While the build is broken, the server runs on as it is.
 *
 * @param {RestartOptions} options
 * @returns {{ edit: (source: string, quietMs?: number) => void, stop: () => Promise<void> }} `edit` reports a changed source, and others
 *   may follow within `quietMs`; `stop` ends the server, and nothing is started from then on
 */
export function restartOnEdits({ server, rebuild, start, say, onStart }) {
  /** @type {RunningServer | undefined} */
  let current;
  let stopped = false;
  /** @type {Set<string>} */
  const edited = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let working = false;
  watchOver(server);

  return {
    edit(source, quietMs = QUIET_MS) {
      if (stopped) return;
      edited.add(source);
      clearTimeout(timer);
      timer = setTimeout(() => void work(), quietMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await end();
    },
  };

  /** @param {RunningServer} started */
  function watchOver(started) {
    current = started;
    onStart(started, () => current !== started);
  }

  async function end() {
    const ending = current;
    current = undefined;
    await ending?.stop();
  }

  async function work() {
    // The round in progress begins another one at its end.
    if (working) return;
    working = true;
    const isDone = () => edited.size === 0 || stopped;
    while (!isDone()) {
      const reason = describe(edited);
      edited.clear();
      try {
        await restart(reason);
      } catch (error) {
        const state = current === undefined ? 'No server runs' : 'The server runs on as it was';
        if (!stopped) say(`${errorMessage(error)}\n${state}; the next edit tries again.`);
      }
    }
    working = false;
  }

  /** @param {string} reason */
  async function restart(reason) {
    // Stopped meanwhile: a server that starts now would be left behind.
    if (!(await rebuild()) || stopped) return;
    await end();
    if (stopped) return;
    const started = await start();
    if (stopped) return started.stop();
    watchOver(started);
    say(`The Node server was restarted (${reason}).`);
  }
}

/** @param {ReadonlySet<string>} paths */
function describe(paths) {
  const [first = '', ...others] = paths;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
