/** Progress for people: the task at hand, a sign of life, and its duration. */

/** @typedef {(line: string) => void} Log receives one line, without its line end */

/**
 * Logs the start of a task, repeats it with the elapsed time while it lasts, and logs how it ended.
 *
 * @template T
 * @param {Log} log
 * @param {string} label the task, as a phrase: "Installing npm packages"
 * @param {() => Promise<T>} work
 * @param {object} [options]
 * @param {number} [options.everyMs] the time between repetitions
 * @param {() => string} [options.hint] what a repetition adds: why the task may last long, and what to do
 * @returns {Promise<T>} the result of the work
 */
export async function withProgress(log, label, work, { everyMs = 10_000, hint = () => '' } = {}) {
  const start = performance.now();
  log(`${label} …`);
  const timer = setInterval(() => log(`${label} … ${seconds(start)}${hint()}`), everyMs);
  try {
    const result = await work();
    log(`${label}: done in ${seconds(start)}`);
    return result;
  } catch (error) {
    log(`${label}: failed after ${seconds(start)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * The time since `start` (a value of `performance.now()`), as text: `0.4 s`.
 *
 * @param {number} start
 */
export function seconds(start) {
  const passed = (performance.now() - start) / 1000;
  return `${passed.toFixed(passed < 10 ? 1 : 0)} s`;
}
