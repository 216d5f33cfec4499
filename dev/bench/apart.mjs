/** Measurements in processes of their own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Runs a module that sends its result, with access to the collection of garbage.
 *
 * @param {string} url of the module
 * @param {readonly string[]} [args]
 * @param {string} [execPath] its Node
 * @returns {Promise<unknown>} the result; rejects where the process ends without one
 */
export async function measureApart(url, args = [], execPath = process.execPath) {
  const child = fork(fileURLToPath(url), args, { execArgv: ['--expose-gc'], execPath });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${url} ended with ${code}.`)));
  const [result] = await Promise.race([once(child, 'message'), ended]);
  child.kill();
  return result;
}

/** @returns {number} bytes in use after a collection of garbage */
export function heapUsed() {
  /** @type {() => void} */ (globalThis.gc)();
  return process.memoryUsage().heapUsed;
}
