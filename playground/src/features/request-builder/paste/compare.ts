/** Compares the request that a form builds with the pasted one: byte for byte if the text says exactly what is sent, else by its meaning. */
import { EndpointError } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { normalizeNumber } from '../../../json/changes.js';
import { jsonTokens, type Token } from '../../../json/json.js';
import { deriveState, type BuilderState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { mergeHeaders, readBytes, type Difference, type HttpRequest } from './reading.js';
import { mapTexts, VARIABLE } from './variables.js';

type Sent = readonly [url: string, init: ReturnType<typeof toFetch>[1]];

const differs = (note: string, ...path: readonly string[]): Difference => ({ path, note, harmless: false });

const BASE = /^\{\{[^{}]*\}\}/;

const fixText = (text: string): string => text.replaceAll(VARIABLE, 'x');
const fixUrl = (url: string): string => fixText(url.replace(BASE, 'https://base.test'));

/** A copy with texts in place of its `{{name}}`, which have no values yet. */
const fixVariables = <T>(value: T): T => mapTexts(value, fixText);

/** The url of a request in full: its path may have variables, and its base may be that of the form. */
function completeUrl({ url, variables = [] }: HttpRequest, base: string): string {
  const [, bare = '', tail = ''] = /^([^?#]*)(\??[^#]*)/.exec(url) ?? [];
  const values = new Map(variables);
  const path = bare.replaceAll(/\/:([\w-]+)(?=\/|$)/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : `/${encodeURIComponent(value)}`;
  });
  const whole = fixUrl(path + tail);
  return /^[a-z][\w+.-]*:\/\//i.test(whole) ? whole : `${base.replace(/\/+$/, '')}/${whole.replace(/^\//, '')}`;
}

/** Characters that no url has: whether they are encoded makes no difference. */
const UNSAFE = /%(?:20|22|3c|3e|5b|5c|5d|5e|60|7b|7c|7d)/gi;

function describeUrl({ origin, pathname, search }: URL): string {
  const path = pathname
    .replaceAll(UNSAFE, decodeURIComponent)
    .replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return JSON.stringify([origin, path, readBytes(search)]);
}

/** Not by `URL.canParse`: in Node 20 it rejects some hosts beyond ASCII once it is optimised. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function hasSameUrl(request: HttpRequest, url: string, base: string): boolean {
  const expected = completeUrl(request, base);
  const [sent, whole] = [parseUrl(url), parseUrl(expected)];
  if (!sent || !whole) return false;
  // `fetch` refuses urls with credentials.
  if (sent.username !== '' || sent.password !== '') return false;
  if (request.exact !== true) return /[{}]/.test(fixText(request.url)) || describeUrl(sent) === describeUrl(whole);
  const query = sent.search === '' && /^[^#]*\?(?:#|$)/.test(url) ? '?' : sent.search;
  return sent.origin === whole.origin && sent.pathname + query === expected.replace(/^[a-z]+:\/\/[^/?]*/i, '');
}

/** The headers that every client adds by itself. */
const ADDED: ReadonlySet<string> = new Set(['accept', 'user-agent']);

function compareHeaders(request: HttpRequest, [, { headers, body }]: Sent): Difference[] {
  const expected = mergeHeaders(request.headers);
  // `fetch` adds the type of a text, even an empty one, that has none.
  const typed = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const sent = mergeHeaders(Object.entries({ ...typed, ...headers }));
  const differences = [...expected].flatMap(([name, value]) => {
    if (sent.get(name)?.trim() !== value.trim())
      return [differs(`The header ${name} isn’t sent as it is in the text.`, 'headers', name)];
    // A page sends each character of a header as one byte.
    const isExact = request.exact !== true || !/[^\0-\x7f]/.test(value);
    return isExact ? [] : [differs(`The header ${name} has characters outside of ASCII.`, 'headers', name)];
  });
  const added = [...sent.keys()].filter((name) => !expected.has(name) && !ADDED.has(name));
  return [...differences, ...added.map((name) => differs(`The header ${name} is added.`, 'headers', name))];
}

/** The tokens of a JSON text besides whitespace, as `write` writes them; undefined for other texts. */
function writeTokens(text: string, write: (token: Token) => string): string | undefined {
  return jsonTokens(text)
    ?.filter(({ kind }) => kind !== 'space')
    .map(write)
    .join('\n');
}

/** The meaning of a JSON text: equal values have equal ones. Undefined for other texts. */
export function describeJson(text: string): string | undefined {
  return writeTokens(text, ({ kind, text: token }) => {
    if (kind === 'number') return normalizeNumber(token);
    return kind === 'string' || kind === 'key' ? JSON.stringify(JSON.parse(token)) : token;
  });
}

const keepTokens = (text: string) => writeTokens(text, (token) => token.text);

function compareBody({ exact = false, headers, body = '' }: HttpRequest, [, { body: sent = '' }]: Sent): Difference[] {
  // A body without bytes is none.
  if (body === sent) return [];
  const isForm = /x-www-form-urlencoded/i.test(mergeHeaders(headers).get('content-type') ?? '');
  const describe = exact ? keepTokens : isForm ? readBytes : describeJson;
  const meaning = describe(body);
  if (typeof sent !== 'string' || meaning === undefined || meaning !== describe(sent))
    return [differs('The body isn’t sent as it is in the text.', 'data')];
  return exact
    ? [{ path: ['data'], note: 'The JSON is sent without the whitespace between its values.', harmless: true }]
    : [];
}

/** The state of a form with texts in place of its `{{name}}`. */
export function deriveFixed(form: Form): BuilderState {
  return deriveState({ ...fixVariables(form), baseUrl: fixUrl(form.baseUrl), unresolved: [] });
}

/** The differences between the request that a page sends for the form and that of the text. */
export function listDifferences(request: HttpRequest, form: Form): readonly Difference[] {
  const state = deriveFixed(form);
  // A template's values are still to be entered.
  if (state.explanation.problem?.code === 'missing-parameter') return [];
  if (state.request === undefined) return state.problems.map(({ message }) => differs(message, 'route'));
  try {
    const sent = toFetch({ ...state.request, request: undefined });
    const [url, { method }] = sent;
    const isSame = method === (request.exact === true ? request.method : request.method.toUpperCase());
    const fixed = { ...fixVariables(request), url: request.url };
    return [
      ...(isSame ? [] : [differs(`The method is sent as ${method}.`, 'route')]),
      ...(hasSameUrl(request, url, state.form.baseUrl)
        ? []
        : [differs('The URL isn’t sent as it is in the text.', 'route')]),
      ...compareHeaders(fixed, sent),
      ...compareBody(fixed, sent),
    ];
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    return [differs(error.message, 'route')];
  }
}
