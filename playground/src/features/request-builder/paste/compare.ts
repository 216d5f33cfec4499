import { EndpointError } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { parseJson } from '../../../json/json.js';
import { deriveState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { losesContent } from './fill-form.js';
import { listExactDifferences } from './compare-exactly.js';
import { CONNECTION_HEADERS, mergeHeaders, readBytes, type Difference, type HttpRequest } from './reading.js';

const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const fix = (text: string) => text.replaceAll(PLACEHOLDER, 'x');

/** The form without `{{name}}`, which have no values yet. */
function fixForm(form: Form): Form {
  const json = JSON.stringify({ ...form, layers: [], baseUrl: form.baseUrl.replace(/^\{\{[^{}]*\}\}/, 'https://base.test') }); // prettier-ignore
  return { ...(JSON.parse(fix(json)) as Form), unresolved: [] };
}

/** Characters that no url has: whether they are encoded makes no difference. */
const UNSAFE = /%(?:20|22|3c|3e|5b|5c|5d|5e|60|7b|7c|7d)/gi;

/** The parts of a url that are sent. */
function describeUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, username, password, pathname, search } = new URL(text);
  const path = pathname
    .replaceAll(UNSAFE, decodeURIComponent)
    .replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return JSON.stringify([origin, username, password, path, readBytes(search)]);
}

/** Whether `fetch` sends a url: it refuses those with credentials. */
function isSendable(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** The url of the request with the values of its variables. */
function completeUrl({ url, variables = [] }: HttpRequest, { baseUrl }: Form): string {
  const [, bare = '', tail = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? [];
  const values = new Map(variables);
  const filled = bare.replaceAll(/\/:([\w-]+)(?=\/|$)/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : `/${encodeURIComponent(value)}`;
  });
  const whole = fix(filled.replace(/^\{\{[^{}]*\}\}/, 'https://base.test') + tail);
  if (/^[a-z][\w+.-]*:\/\//i.test(whole)) return whole;
  return `${fix(baseUrl.replace(/^\{\{[^{}]*\}\}/, 'https://base.test')).replace(/\/+$/, '')}/${whole.replace(/^\//, '')}`;
}

function isSameBody(one: string, other: string, type: string): boolean {
  if (one === other) return true;
  if (/x-www-form-urlencoded/i.test(type)) return readBytes(one) === readBytes(other);
  const [left, right] = [parseJson(one), parseJson(other)];
  return (
    left.ok && right.ok && !losesContent(one, left.value) && JSON.stringify(left.value) === JSON.stringify(right.value)
  );
}

/** Headers that the builder adds where a request has none. */
const ADDED = new Set(['accept', 'user-agent']);

function listDifferentHeaders(headers: Readonly<Record<string, string>>, request: HttpRequest): string[] {
  // Without one, `fetch` states the type of a text.
  const built: Readonly<Record<string, string>> = {
    ...(request.body && { 'content-type': 'text/plain;charset=UTF-8' }),
    ...headers,
  };
  const expected = mergeHeaders(request.headers);
  const names = new Set([...Object.keys(built), ...expected.keys()]);
  return [...names].filter((name) => {
    const value = expected.get(name);
    if (CONNECTION_HEADERS.has(name) || (value === undefined && ADDED.has(name))) return false;
    return fix(value ?? '').trim() !== (Object.hasOwn(built, name) ? built[name]?.trim() : undefined);
  });
}

/**
 * Lists the parts of a form's request that differ from the request it was filled from: `url`, `body`, or names of headers.
 * None for a form whose request can’t be built: the form has the reason.
 */
function listDifferentParts(request: HttpRequest, form: Form): readonly string[] {
  const state = deriveState(fixForm(form));
  if (state.request === undefined) return [];
  try {
    const [url, { method, headers, body }] = toFetch(state.request);
    const expectedBody = request.body === undefined ? undefined : fix(request.body);
    const type = headers['content-type'] ?? '';
    const isTemplate = /[{}]/.test(request.url.replaceAll(PLACEHOLDER, ''));
    return [
      ...(method === request.method.toUpperCase() ? [] : ['method']),
      ...(isSendable(url) && (isTemplate || describeUrl(url) === describeUrl(completeUrl(request, form)))
        ? []
        : ['url']),
      ...listDifferentHeaders(headers, request).map((name) => `header ${name}`),
      ...(isSameBody(expectedBody ?? '', typeof body === 'string' ? body : '', type) ? [] : ['body']),
    ];
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    return [error.parameter ?? 'body'];
  }
}

/** The differences between the request of a text and the one that the form builds. */
export function listDifferences(request: HttpRequest, form: Form): readonly Difference[] {
  // Variables have no bytes yet.
  if (request.exact === true && form.unresolved.length === 0) return listExactDifferences(request, form);
  const parts = listDifferentParts(request, form);
  return parts.length === 0 ? [] : [{ note: `Not sent exactly as in the text: ${parts.join(', ')}.`, harmless: false }];
}
