/** Load generators, from the side of who runs them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('load.mjs', import.meta.url));

/**
 * Starts a load generator; jobs run one after another.
 *
 * @returns {{
 *   run: (job: import('./load.mjs').Job, onProgress?: (ended: number) => void) => Promise<import('./load.mjs').Result>,
 *   stop: () => Promise<void>,
 * }}
 */
export function startLoad() {
  // Without what this process was started with: a test's conditions of import are not for the built package.
  const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  return {
    run: (job, onProgress) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The load generator ended in the middle of its work.'));
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
