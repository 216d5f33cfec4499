/** Runs pasted JavaScript, and compares what it sends with what the page builds from the same text. */
import { createContext, runInContext } from 'node:vm';
import { toFetch } from 'endpoint.js/fetch';
import fc from 'fast-check';
import { expect } from 'vitest';
import { deriveState } from '../../model/build.js';
import { readPasted } from '../paste.js';
import { OTHER_FORM } from './read.js';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Values of names that a text doesn't have. */
const AROUND = { id: 7, token: 'secret', other: { a: 'b' }, change: (value: object) => Object.assign(value, { method: 'PUT', a: 'changed' }) }; // prettier-ignore

/** The platform's reading of the arguments of `fetch`. */
export async function describeRequest(...[input, init]: ConstructorParameters<typeof Request>): Promise<Sent> {
  const request = new Request(typeof input === 'string' ? new URL(input, OTHER_FORM.baseUrl) : input, init);
  const { method, url, headers } = request;
  return { method, url, headers: Object.fromEntries(headers), body: await request.text() };
}

/** Runs a text with clients that record what they would send; undefined if it throws, or sends nothing. */
export async function run(text: string, clients: Readonly<Record<string, unknown>>, sent: Promise<Sent>[]) {
  const globals = { Request, Headers, URL, URLSearchParams, FormData, Blob, btoa, console: { log: () => undefined } };
  try {
    await (runInContext(
      `(async () => {\n${text}\n})()`,
      createContext({ ...globals, ...AROUND, ...clients }),
    ) as Promise<void>);
    return (await Promise.all(sent))[0];
  } catch {
    // Not valid, so nothing is sent.
    await Promise.allSettled(sent);
    return undefined;
  }
}

const DEFAULTS = new Set(['accept', 'user-agent']);

/** The bytes of names and values, also those that aren't UTF-8. */
function listPairs(text: string): string {
  const decode = (piece: string) =>
    Buffer.from(piece.replaceAll('+', ' '))
      .toString('latin1')
      .replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const pairs = text.replace(/^\?/, '').split('&');
  return JSON.stringify(
    pairs.map((pair) => {
      const [, name = pair, value = ''] = /^([^=]*)=([^]*)$/.exec(pair) ?? [];
      return [decode(name), decode(value)];
    }),
  );
}

function simplifyBody({ body, headers }: Sent): string {
  const type = headers['content-type'] ?? '';
  if (body === '') return '';
  if (/x-www-form-urlencoded/i.test(type)) return listPairs(body);
  try {
    return /json/i.test(type) ? JSON.stringify(JSON.parse(body)) : body;
  } catch {
    return body;
  }
}

/** A request without the ways of writing that make no difference. */
function simplify(sent: Sent, others: ReadonlySet<string>): string {
  const { origin, pathname, search, username, password } = new URL(sent.url);
  const path = pathname.replaceAll(/%(?:5b|5c|5d|5e|60|7b|7c|7d)/gi, decodeURIComponent);
  const headers = Object.entries(sent.headers)
    .filter(([name]) => !DEFAULTS.has(name) || others.has(name))
    .map(([name, value]): [string, string] => [name, value.replaceAll(/\s*,\s*/g, ',')]);
  return JSON.stringify([
    sent.method,
    origin,
    username,
    password,
    path,
    listPairs(search),
    headers.sort(([one], [other]) => (one < other ? -1 : 1)),
    simplifyBody(sent),
  ]);
}

/** How the page reads a text: as what it sends, as not complete, or not at all. */
export type Verdict = 'same' | 'incomplete' | 'refused' | `different: ${string}`;

/** Compares what a text sends with what the page builds of it. */
export async function compare(text: string, actual: Sent | undefined, form = OTHER_FORM): Promise<Verdict> {
  const reading = await readPasted(text, form);
  if ('refusal' in reading) return 'refused';
  const [request] = reading.requests;
  if (request === undefined || request.incomplete || reading.notes.length > 0) return 'incomplete';
  const state = deriveState(request.form);
  if (state.request === undefined) return 'incomplete';
  const built = await Promise.resolve()
    .then(() => describeRequest(...toFetch(state.request as NonNullable<typeof state.request>)))
    .catch(() => undefined);
  if (built === undefined || actual === undefined)
    return built === actual
      ? 'same'
      : `different: ${actual === undefined ? 'the text sends nothing' : 'the page sends nothing'}`;
  const stated = new Set(Object.keys(actual.headers));
  const [left, right] = [simplify(actual, stated), simplify(built, stated)];
  return left === right ? 'same' : `different: ${left} ≠ ${right}`;
}

/** Checks that generated texts are read as what they send, or named, and that each verdict occurs. */
export async function expectExact(
  texts: fc.Arbitrary<string>,
  judge: (text: string) => Promise<Verdict>,
  numRuns: number,
): Promise<void> {
  const verdicts = new Set<string>();
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const verdict = await judge(text);
      expect(verdict).not.toMatch(/^different/);
      verdicts.add(verdict);
    }),
    { numRuns },
  );
  expect([...verdicts].sort()).toEqual(['incomplete', 'refused', 'same']);
}
