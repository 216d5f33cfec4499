import { isObject, parseJson } from '../../../json/read.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../model/form.js';
import { isOptionName } from '../model/options.js';
import { rowValue } from '../model/form-from-options.js';
import { deriveState } from '../model/build.js';

/** A request as it was found in a pasted text. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, or a path. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent. */
  readonly body?: string;
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** What of an absolute url is the base: that of the form where the url begins with it, else scheme and authority. */
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

/** The query's parameters as rows; undefined where a name is there twice, or the url is a template. */
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

/** The body as rows: one for each key of a JSON object, else one that holds it as a whole. */
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

/** Only what the builder does not add by itself. */
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

/** The same query, whether blanks are written as `+` or `%20`. */
function sameQuery(url: string, query: string): boolean {
  const built = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return JSON.stringify([...new URLSearchParams(built)]) === JSON.stringify([...new URLSearchParams(query)]);
}

/** The form that sends a request; it is taken apart as far as the very same request comes out of the parts. */
export function fillFormFromRequest(request: HttpRequest, form: Form): Form {
  const method = request.method.toUpperCase();
  const { path, ...api } = splitBase(request.url, form);
  const [, bare = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(path) ?? [];
  const own = queryRows(query, method === 'GET' || method === 'HEAD' ? 'auto' : 'query');
  const formWith = (rows: readonly ParameterRow[], url: string): Form => ({
    ...form,
    ...api,
    route: `${method} ${url.startsWith('/') || api.baseUrl === '' ? url : `/${url}`}`,
    parameters: [...rows, ...bodyRows(request, rows.length + 1)],
    headers: [],
    format: '',
    previews: '',
    // What the request is without them is what was pasted.
    layers: form.layers.map((layer) => ({ ...layer, on: false })),
  });
  const apart = formWith(own ?? [], bare + fragment);
  const faithful = own !== undefined && sameQuery(deriveState(apart).request?.url ?? '', query);
  const chosen = faithful || query === '' ? apart : formWith([], path);
  return { ...chosen, headers: headerRows(request.headers, deriveState(chosen).request?.headers ?? {}) };
}
