/** Compares the request that a form builds with the pasted one: byte for byte if the text says exactly what is sent, else by its meaning. */
import { EndpointError } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { normalizeNumber } from '../../../json/changes.js';
import { jsonTokens } from '../../../json/json.js';
import { deriveState, type BuilderState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { Draft, readBytes, type HttpRequest } from './reading.js';
import { mapTexts, VARIABLE, writeNames } from './variables.js';

const BASE = /^\{\{[^{}]*\}\}/;

const fixText = (text: string): string => text.replaceAll(VARIABLE, 'x');
const fixUrl = (url: string): string => fixText(url.replace(BASE, 'https://base.test'));

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

/** Characters that browsers encode in a query, which curl sends as they are. */
const RAW = /[^!-~]|["'<>\\^`{|}]/gu;

/** Names the characters that a page encodes, where nothing else of a URL differs; undefined where something does. */
function nameEncoded(expected: string, url: string): string | undefined {
  const raw = new Set(expected.match(RAW));
  const encoded = expected.replaceAll(RAW, (sign) => (sign === "'" ? '%27' : encodeURIComponent(sign)));
  return raw.size > 0 && hasSameUrl(encoded, true, url)
    ? `A page sends ${writeNames([...raw])} in the URL percent-encoded, not as in the text.`
    : undefined;
}

function hasSameUrl(expected: string, exact: boolean, url: string): boolean {
  try {
    const [sent, whole] = [new URL(url), new URL(expected)];
    // `fetch` refuses urls with credentials.
    if (sent.username !== '' || sent.password !== '') return false;
    if (!exact) return describeUrl(sent) === describeUrl(whole);
    const query = sent.search === '' && /^[^#]*\?(?:#|$)/.test(url) ? '?' : sent.search;
    return sent.origin === whole.origin && sent.pathname + query === expected.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  } catch {
    // Not a url. `URL.canParse` of Node 20 rejects some hosts beyond ASCII once it is optimised.
    return false;
  }
}

/** The headers that every client adds by itself. */
const ADDED: ReadonlySet<string> = new Set(['accept', 'user-agent']);

/** The headers or the body of a request as `fetch` gets them. */
type Init = ReturnType<typeof toFetch>[1];

function compareHeaders(draft: Draft, request: HttpRequest, { headers, body }: Init): void {
  const expected = new Map(request.headers);
  // `fetch` adds the type of a text, even an empty one, that has none.
  const typed = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const sent = new Map(Object.entries({ ...typed, ...headers }));
  for (const name of new Set([...expected.keys(), ...sent.keys()])) {
    const differ = (note: string) => draft.omit(`The header ${name} ${note}.`, 'headers', name);
    const value = expected.get(name);
    if (value === undefined) {
      if (!ADDED.has(name)) differ('is added');
    } else if (sent.get(name)?.trim() !== value.trim()) differ('isn’t sent as it is in the text');
    // A page sends each character of a header as one byte.
    else if (request.exact === true && /[^\0-\x7f]/.test(value)) differ('has characters outside of ASCII');
  }
}

/** The meaning of a JSON text, or its `exact` notation besides whitespace: equal values have equal ones. Undefined for other texts. */
export function describeJson(text: string, exact = false): string | undefined {
  return jsonTokens(text)
    ?.filter(({ kind }) => kind !== 'space')
    .map(({ kind, text: token }) => {
      if (exact) return token;
      if (kind === 'number') return normalizeNumber(token);
      return kind === 'string' || kind === 'key' ? JSON.stringify(JSON.parse(token)) : token;
    })
    .join('\n');
}

function compareBody(draft: Draft, { exact = false, headers, body = '' }: HttpRequest, sent: Init['body'] = ''): void {
  // A body without bytes is none.
  if (body === sent) return;
  const isForm = !exact && /x-www-form-urlencoded/i.test(new Map(headers).get('content-type') ?? '');
  const describe = (text: string) => (isForm ? readBytes(text) : describeJson(text, exact));
  const meaning = describe(body);
  if (typeof sent !== 'string' || meaning === undefined || meaning !== describe(sent))
    draft.omit('The body isn’t sent as it is in the text.', 'data');
  else if (exact) draft.notes.push('The JSON is sent without the whitespace between its values.');
}

/** The state of a form with texts in place of its `{{name}}`, which have no values yet. */
export function deriveFixed(form: Form): BuilderState {
  return deriveState({ ...mapTexts(form, fixText), baseUrl: fixUrl(form.baseUrl), unresolved: [] });
}

/** The differences between the request that a page sends for the form and that of the text. */
export function compareForm(request: HttpRequest, form: Form): Pick<Draft, 'unread' | 'notes'> {
  const draft = new Draft();
  const state = deriveFixed(form);
  // A template's values are still to be entered.
  if (state.explanation.problem?.code === 'missing-parameter') return draft;
  if (state.request === undefined) {
    for (const { message } of state.problems) draft.omit(message);
    return draft;
  }
  try {
    const [url, init] = toFetch({ ...state.request, request: undefined });
    const { method } = init;
    if (method !== (request.exact === true ? request.method : request.method.toUpperCase()))
      draft.omit(`The method is sent as ${method}.`);
    const expected = completeUrl(request, state.form.baseUrl);
    const isTemplate = request.exact !== true && /[{}]/.test(fixText(request.url));
    if (!isTemplate && !hasSameUrl(expected, request.exact === true, url))
      draft.omit(nameEncoded(expected, url) ?? 'The URL isn’t sent as it is in the text.');
    const fixed = mapTexts(request, fixText);
    compareHeaders(draft, fixed, init);
    compareBody(draft, fixed, init.body);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    draft.omit(error.message);
  }
  return draft;
}
