/** Runs load generators as processes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('load.mjs', import.meta.url));

/**
 * Starts a load generator, which runs one job after another.
 *
 * @returns {{
 *   run: (job: import('./load.mjs').Job, onProgress?: (ended: number) => void) => Promise<import('./load.mjs').Result>,
 *   stop: () => Promise<void>,
 * }}
 */
export function startLoad() {
  // Without this process's arguments: a test's import conditions are not for the built package.
  const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  return {
    run: (job, onProgress) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The load generator ended before its result.'));
        const take = (/** @type {any} */ message) => {
          if ('progress' in message) return onProgress?.(message.progress);
          child.off('message', take).off('exit', failed);
          return resolve(message.result);
        };
        child.on('message', take).on('exit', failed).send(job);
      }),
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
