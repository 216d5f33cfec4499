/**
 * Progress for people: what is being done, that it still goes on, and how long it took.
 */

/** @typedef {(line: string) => void} Log takes one line, without its end */

/**
 * Says what starts, repeats it with the time while it lasts, and says how it ended.
 *
 * @template T
 * @param {Log} log
 * @param {string} label what is being done, as a phrase: "Installing npm packages"
 * @param {() => Promise<T>} work
 * @param {number} [everyMs] how often to say that it still goes on
 * @returns {Promise<T>} what the work gives
 */
export async function withProgress(log, label, work, everyMs = 10_000) {
  const start = performance.now();
  log(`${label} …`);
  const timer = setInterval(() => log(`${label} … ${seconds(start)}`), everyMs);
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
 * The time since `start` (of `performance.now()`), as text: `0.4 s`.
 *
 * @param {number} start
 */
export function seconds(start) {
  const passed = (performance.now() - start) / 1000;
  return `${passed.toFixed(passed < 10 ? 1 : 0)} s`;
}
