import { isObject, parseJson } from '../../../json/json.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../model/form.js';
import { isOptionName, rowValue } from '../model/options.js';
import { deriveState } from '../model/build.js';

/** A request found in a pasted text. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, or a path. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent. */
  readonly body?: string;
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Splits an absolute URL into base and path: the base is that of the form if the URL begins with it, else scheme and authority. */
function splitBase(
  url: string,
  { baseUrl, vendor }: Form,
): Pick<Form, 'baseUrl' | 'vendor'> & { readonly path: string } {
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined) return { baseUrl, vendor, path: url };
  for (const known of [{ baseUrl, vendor }, EMPTY_FORM]) {
    const base = known.baseUrl.replace(/\/+$/, '');
    const path = url.slice(base.length);
    if (base !== '' && url.startsWith(base) && /^(?:[/?#]|$)/.test(path))
      return { baseUrl: known.baseUrl, vendor: known.vendor, path };
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
