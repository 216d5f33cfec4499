import { deriveState } from '../model/build.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../model/form.js';
import { isObject, parseJson } from '../../../json/json.js';
import { readLiteral, LiteralError } from '../../../json/literal.js';
import { isOptionName } from '../model/options.js';
import { fillFormFromOptions, rowValue } from '../model/options-to-form.js';
import { readCurl, type HttpRequest } from './curl.js';

/** A form, and notes about the parts of the pasted text that it doesn't have. */
interface ReadForm {
  readonly form: Form;
  readonly notes: readonly string[];
}

/** `octokit.request(`, `endpoint(`, `endpoint.merge(`, `fetch(`: the called function, up to its arguments. */
const CALL = /(?:^|[^\w$.])((?:[\w$]+\s*\.\s*)*?)(request|paginate|endpoint|merge|fetch)\s*(?:<[^()]*>\s*)?\(/;

interface Arguments {
  readonly first: unknown;
  readonly second: unknown;
  readonly skipped: readonly string[];
}

/** The literals among the first two arguments of a call. */
function argumentsAt(text: string, start: number): Arguments {
  const first = readLiteral(text, start, true);
  const more = /\s*,/y;
  more.lastIndex = first.end;
  const second =
    more.test(text) && /\s*\S/.test(text.slice(more.lastIndex)) ? readLiteral(text, more.lastIndex, true) : undefined;
  const skipped = [...first.skipped, ...(second?.skipped ?? [])];
  return {
    first: first.value,
    second: second?.value,
    skipped: skipped.map(({ path, source }) => (path.length === 0 ? source : path.join('.'))),
  };
}

function noteSkipped(skipped: readonly string[]): string[] {
  return skipped.length === 0 ? [] : [`Not literals, so fill them in: ${skipped.join(', ')}.`];
}

/** Reads `fetch(url, init)`; a body may be `JSON.stringify(…)`, which isn't run. */
function readFetch(text: string, { first, second, skipped }: Arguments, form: Form): ReadForm | undefined {
  if (typeof first !== 'string') return undefined;
  const init = isObject(second) ? second : {};
  const headers = Object.entries(isObject(init['headers']) ? init['headers'] : {});
  const stringified = /\bbody\s*:\s*JSON\s*\.\s*stringify\s*\(/.exec(text);
  const stringifiedBody = stringified && readLiteral(text, stringified.index + stringified[0].length, true);
  const body =
    typeof init['body'] === 'string' ? init['body'] : stringifiedBody && JSON.stringify(stringifiedBody.value);
  const request = {
    method: typeof init['method'] === 'string' ? init['method'] : 'GET',
    url: first,
    headers: headers.map(([name, value]) => [name, String(value)] as const),
  };
  return {
    form: fillFormFromRequest(body == null ? request : { ...request, body }, form),
    notes: noteSkipped([
      ...skipped.filter((path) => path !== 'body' || body == null),
      ...(stringifiedBody?.skipped ?? []).map(({ source }) => source),
    ]),
  };
}

/** Reads a route as text, or method and url among the options, the arguments of `octokit.request` and `endpoint`. */
function readRoute({ first, second, skipped }: Arguments, form: Form): ReadForm | undefined {
  const options = isObject(second) ? second : isObject(first) ? first : {};
  const base = { ...form, headers: [], format: '', previews: '' };
  if (typeof first === 'string')
    return { form: fillFormFromOptions(first, options, base), notes: noteSkipped(skipped) };
  const { method, url, ...others } = options;
  if (typeof url !== 'string') return undefined;
  const route = typeof method === 'string' ? `${method} ${url}` : url;
  return { form: fillFormFromOptions(route, others, base), notes: noteSkipped(skipped) };
}

/** Reads a call; undefined if the text has none with a route. */
export function readCall(text: string, form: Form = EMPTY_FORM): ReadForm | undefined {
  const match = CALL.exec(text);
  if (match === null) return undefined;
  const call = argumentsAt(text, match.index + match[0].length);
  return match[2] === 'fetch' ? readFetch(text, call, form) : readRoute(call, form);
}

interface Pasted extends ReadForm {
  /** Kind of the text: `curl command`. */
  readonly kind: string;
}

/**
 * Reads a curl command, a URL or a call; everything else stays as it is in `form`.
 * @returns undefined if the text turns out to be none of them
 */
export function readPasted(text: string, form: Form): Pasted | undefined {
  if (/^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(text.trimStart())) {
    const curl = readCurl(text);
    return curl && { kind: 'curl command', form: fillFormFromRequest(curl.request, form), notes: curl.notes };
  }
  if (/^https?:\/\/\S+$/i.test(text.trim())) {
    const request = { method: 'GET', url: text.trim(), headers: [] };
    return { kind: 'URL', form: fillFormFromRequest(request, form), notes: [] };
  }
  try {
    const call = readCall(text, form);
    return call && { ...call, kind: 'call' };
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Splits an absolute URL into base and path: the base is that of the form if the URL begins with it, else scheme and authority. */
function splitBase(url: string, form: Form): Pick<Form, 'baseUrl' | 'vendor'> & { readonly path: string } {
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined) return { baseUrl: form.baseUrl, vendor: form.vendor, path: url };
  for (const { baseUrl, vendor } of [form, EMPTY_FORM]) {
    const base = baseUrl.replace(/\/+$/, '');
    const path = url.slice(base.length);
    if (base !== '' && url.startsWith(base) && /^(?:[/?#]|$)/.test(path)) return { baseUrl, vendor, path };
  }
  return { baseUrl: origin, vendor: '', path: url.slice(origin.length) };
}

function parameter(id: number, name: string, value: unknown, place: ParameterRow['place']): ParameterRow {
  return { id, name, ...rowValue(value), place };
}

/** The query's parameters as rows; undefined if a name repeats, or the URL is a template. */
function queryRows(query: string, place: ParameterRow['place']): ParameterRow[] | undefined {
  if (/[{}]/.test(query)) return undefined;
  const pairs = [...new URLSearchParams(query)];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length || pairs.some(([name]) => name === '')) return undefined;
  return pairs.map(([name, value], index) => parameter(index + 1, name, value, isOptionName(name) ? 'query' : place));
}

function isJsonType(headers: HttpRequest['headers']): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return type === undefined || /[/+]json\b/i.test(type);
}

/** The body as rows: one for each key of a JSON object, else one for the whole body. */
function bodyRows({ body, headers }: HttpRequest, from: number): ParameterRow[] {
  if (body === undefined) return [];
  const json = isJsonType(headers) ? parseJson(body) : undefined;
  const value = json?.ok ? json.value : undefined;
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([name]) => name !== ''))
      return entries.map(([name, member], index) =>
        parameter(from + index, name, member, isOptionName(name) ? 'body' : 'auto'),
      );
  }
  return [parameter(from, 'data', value === undefined ? body : value, 'auto')];
}

/** Rows for the headers that the builder doesn't add by itself. */
function headerRows(headers: HttpRequest['headers'], built: Readonly<Record<string, string>>): Form['headers'] {
  const merged = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = merged.get(key);
    merged.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return [...merged]
    .filter(([name, value]) => built[name] !== value)
    .map(([name, value], index) => ({ id: index + 1, name, value }));
}

/** Whether the query is the same, with spaces written as `+` or `%20`. */
function sameQuery(url: string, query: string): boolean {
  const built = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return JSON.stringify([...new URLSearchParams(built)]) === JSON.stringify([...new URLSearchParams(query)]);
}

/** The form that builds a request: in as many rows as possible, as long as they build exactly that request. */
export function fillFormFromRequest(request: HttpRequest, form: Form): Form {
  const method = request.method.toUpperCase();
  const { path, ...api } = splitBase(request.url, form);
  const [, bare = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(path) ?? [];
  const rows = queryRows(query, method === 'GET' || method === 'HEAD' ? 'auto' : 'query');
  const formWith = (shownRows: readonly ParameterRow[], url: string): Form => ({
    ...form,
    ...api,
    route: `${method} ${url.startsWith('/') || api.baseUrl === '' ? url : `/${url}`}`,
    parameters: [...shownRows, ...bodyRows(request, shownRows.length + 1)],
    headers: [],
    format: '',
    previews: '',
    // The pasted request is complete without them.
    layers: form.layers.map((layer) => ({ ...layer, on: false })),
  });
  const apart = formWith(rows ?? [], bare + fragment);
  const faithful = rows !== undefined && sameQuery(deriveState(apart).request?.url ?? '', query);
  const chosen = faithful || query === '' ? apart : formWith([], path);
  return { ...chosen, headers: headerRows(request.headers, deriveState(chosen).request?.headers ?? {}) };
}
