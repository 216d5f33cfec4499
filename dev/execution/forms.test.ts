/** Forms, sent by `fetch` with the results of `toFetch` and `toHar`, to a server that records what arrives. */
import { toFetch } from 'endpoint.js/fetch';
import { toHar } from 'endpoint.js/har';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUERY_STYLES } from '../../lib/options.js';
import { full } from '../testing/full.js';
import { type Case, createCases, readFields } from './cases.js';
import { startEcho } from './echo.mjs';

let echo: Awaited<ReturnType<typeof startEcho>>;
let cases: readonly Case[];

beforeAll(async () => {
  echo = await startEcho();
  cases = createCases(echo.origin).filter(
    ({ fields, form }, index) => fields && (full || form?.arrays || index % 5 === 0),
  );
});

afterAll(() => echo?.close());

test('a case has each style', () => {
  const styles = new Set(cases.map(({ form = {} }) => form.arrays ?? 'repeat'));
  expect([...styles].sort()).toStrictEqual([...QUERY_STYLES.arrays].sort());
});

/** Sends the request as a program that replays HAR does. */
async function sendHar({ request, form }: Case): Promise<void> {
  const { url, method, headers, postData } = toHar(request, form);
  if (!postData || !('params' in postData)) throw new Error('postData has no params.');
  await fetch(url, {
    method,
    headers: headers.map(({ name, value }): [string, string] => [name, value]),
    body: new URLSearchParams(postData.params.map(({ name, value }): [string, string] => [name, value])),
  });
}

async function sendFetch({ request, form }: Case): Promise<void> {
  await fetch(...toFetch(request, form));
}

test.each([
  ['toFetch', sendFetch],
  ['toHar', sendHar],
])('the fields of the form arrive from %s', async (_, send) => {
  expect(cases.length).toBeGreaterThan(200);
  for (const one of cases) {
    const { name, key, fields, expected } = one;
    await send(one);
    const [message, ...more] = echo.take().get(key) ?? [];
    const type = (headers: readonly (readonly [string, string])[]) =>
      headers.filter(([field]) => field === 'content-type');
    const arrived = message && {
      method: message.method,
      type: type(message.headers),
      fields: readFields(message.body),
    };
    const { method, headers } = expected;
    expect({ name, arrived, more }).toEqual({ name, arrived: { method, type: type(headers), fields }, more: [] });
  }
});
