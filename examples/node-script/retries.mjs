import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 4;
const LONGEST_PAUSE_S = 60;

/**
 * A `fetch` for requests that may be sent twice. It repeats them while the API is busy, after the time that it asks for in `retry-after`,
 * or else after 1, 2 and 4 seconds.
 *
 * @param {string} url
 * @param {RequestInit} init
 */
export async function fetchWithRetries(url, init) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === ATTEMPTS) return response;
    // The header may also be a date, which isn't a number.
    const requested = Number(response.headers.get('retry-after') ?? Number.NaN);
    const seconds = Math.min(Number.isNaN(requested) ? 2 ** (attempt - 1) : requested, LONGEST_PAUSE_S);
    console.error(`Status ${response.status}; again in ${seconds} s.`);
    // An unread body would keep its connection from the next attempt.
    await response.body?.cancel();
    await delay(seconds * 1000);
  }
}
