import { setTimeout as delay } from 'node:timers/promises';
import { toFetch } from 'endpoint.js/fetch';

const ATTEMPTS = 4;
const LONGEST_PAUSE_S = 60;

/**
 * Sends a request that may be sent twice, and reads its JSON. Repeats it while the API is busy, after the time that it asks for in
 * `retry-after`, or else after 1, 2 and 4 seconds.
 *
 * @param {import('endpoint.js').RequestOptions} request
 * @returns {Promise<unknown>}
 * @throws {Error} for any other status than 2xx, and if the API stays busy
 */
export async function send(request) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(...toFetch(request));
    if (response.ok) return response.json();
    const failure = `${request.url}: HTTP ${response.status}`;
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === ATTEMPTS) throw new Error(failure);
    // The header may also be a date, which isn't a number.
    const asked = Number(response.headers.get('retry-after') ?? Number.NaN);
    const seconds = Math.min(Number.isNaN(asked) ? 2 ** (attempt - 1) : asked, LONGEST_PAUSE_S);
    console.error(`${failure}; again in ${seconds} s.`);
    // An unread body would keep its connection from the next attempt.
    await response.body?.cancel();
    await delay(seconds * 1000);
  }
}
