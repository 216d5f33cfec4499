/** The request that the page makes of a pasted text, and its comparison with another. */
import { toFetch } from 'endpoint.js/fetch';
import { jsonTokens } from '../../../playground/src/json/json.js';
import { deriveState } from '../../../playground/src/features/request-builder/model/build.js';
import { EMPTY_FORM } from '../../../playground/src/features/request-builder/model/form.js';
import { readPasted } from '../../../playground/src/features/request-builder/paste/paste.js';
import type { PastedRequest } from '../../../playground/src/features/request-builder/paste/reading.js';

/** A request as it is sent. */
export interface SentRequest {
  readonly secure: boolean;
  readonly method: string;
  readonly target: string;
  readonly host: string;
  /** With names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A character for each byte. */
  readonly body: string;
}

/** A request that is sent, or the reasons why it isn’t complete. */
export type PageRequest =
  | { readonly sent: SentRequest; readonly notes: readonly string[] }
  | { readonly reasons: readonly string[] };

async function sendFromPage(request: PastedRequest): Promise<PageRequest> {
  const { request: built, problems } = deriveState(request.form);
  // Others than a page may send what is built.
  if (request.incomplete || built === undefined) {
    const reasons = [...request.notes, ...problems.map(({ message }) => message)];
    // An incomplete request without a reason is a mistake too.
    return reasons.length === 0 ? { reasons: ['no reason'] } : { reasons };
  }
  const [url, init] = toFetch({ ...built, request: undefined });
  const sent = new Request(url, init);
  const { protocol, host, pathname, search } = new URL(sent.url);
  const isQueryEmpty = search === '' && url.replace(/#[^]*/, '').endsWith('?');
  return {
    sent: {
      secure: protocol === 'https:',
      method: sent.method,
      target: pathname + (isQueryEmpty ? '?' : search),
      host,
      headers: [...sent.headers],
      body: Buffer.from(await sent.arrayBuffer()).toString('latin1'),
    },
    notes: request.notes,
  };
}

/** The requests that the page makes of a text, or its refusal. */
export async function readOnPage(text: string): Promise<readonly PageRequest[]> {
  const reading = await readPasted(text, { ...EMPTY_FORM, vendor: '', baseUrl: 'https://form.test' });
  if ('refusal' in reading) return [{ reasons: [reading.refusal] }];
  const left = reading.notes.length > 0 ? [{ reasons: reading.notes }] : [];
  return [...(await Promise.all(reading.requests.map(sendFromPage))), ...left];
}

/** Headers that every client sets itself, with the values that curl gives them. */
const OWN: Readonly<Record<string, RegExp>> = {
  'user-agent': /^curl\//,
  host: /^/,
  'content-length': /^/,
  expect: /^100-continue$/,
  'accept-encoding': /^deflate, gzip/,
  'transfer-encoding': /^chunked$/,
  // `--http2` without TLS.
  connection: /^Upgrade, HTTP2-Settings$/,
  upgrade: /^h2c$/,
  'http2-settings': /^/,
};
/** The builder’s own values of the headers that curl sets too. */
const BUILT: Readonly<Record<string, RegExp>> = {
  'user-agent': /^(?:github-)?endpoint\.js\//,
};

type IsOwn = (name: string, value: string) => boolean;

function writeHeaders(headers: SentRequest['headers'], isOwn: IsOwn): string {
  const merged = new Map<string, string>();
  for (const [name, value] of headers) {
    if (isOwn(name, value)) continue;
    // Several lines of a field are one (RFC 9110 section 5.3).
    const before = merged.get(name);
    merged.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return (
    [...merged]
      // A value has no whitespace at its end (section 5.5).
      .map(([name, value]) => `${name}: ${value}`.trimEnd())
      .sort()
      .join('\n')
  );
}

/** Hex digits of percent-encodings: versions of curl differ in their case (RFC 3986 section 6.2.2.1). */
const upperHex = (text: string): string => text.replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase());

function writeTokens(text: string): string | undefined {
  return jsonTokens(text)
    ?.filter(({ kind }) => kind !== 'space')
    .map((token) => token.text)
    .join('');
}

/** The differences between what curl and the page send; empty if there is none. */
export function compareSent(curl: SentRequest, page: SentRequest, notes: readonly string[]): readonly string[] {
  const differences: string[] = [];
  const compare = (name: string, expected: unknown, actual: unknown) => {
    if (expected !== actual)
      differences.push(`${name}: curl ${JSON.stringify(expected)}, page ${JSON.stringify(actual)}`);
  };
  compare('scheme', curl.secure, page.secure);
  compare('method', curl.method, page.method);
  compare('target', upperHex(curl.target), upperHex(page.target));
  compare('host', curl.host.toLowerCase(), page.host.toLowerCase());
  const count = (name: string) => curl.headers.filter(([key]) => key === name).length;
  // curl adds a header once.
  const isOwn: IsOwn = (name, value) => OWN[name]?.test(value) === true && count(name) === 1;
  const set = new Set(curl.headers.flatMap(([name, value]) => (isOwn(name, value) ? [] : [name])));
  const isBuilt: IsOwn = (name, value) =>
    !set.has(name) &&
    (BUILT[name]?.test(value) === true || curl.headers.some(([key, same]) => key === name && same === value));
  compare('headers', writeHeaders(curl.headers, isOwn), writeHeaders(page.headers, isBuilt));
  const isNoted = notes.some((note) => note.includes('whitespace between its values'));
  const write = (text: string) => (isNoted ? writeTokens(text) : text);
  compare('body', write(curl.body), write(page.body));
  return differences;
}
