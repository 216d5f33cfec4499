import { normalizeNumber } from '../../../json/changes.js';
import { isObject, jsonTokens, parseJson } from '../../../json/json.js';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, readTemplate, type Form, type ParameterRow } from '../model/form.js';
import { isOptionName } from '../model/options.js';
import { rowValue } from '../model/options-to-form.js';
import { listExactDifferences } from './compare-exactly.js';
import { mergeHeaders, readBytes, type HttpRequest } from './reading.js';

const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\}[^/?#]*)/i;
const PLACEHOLDER = /\{\{[^{}]*\}\}/g;

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

/** The form with a fixed text for each `{{name}}`, so that it can be built before the names have values. */
function fixPlaceholders(form: Form): Form {
  const fix = (text: string) => text.replaceAll(PLACEHOLDER, 'x');
  if (!JSON.stringify(form).includes('{{')) return form;
  return {
    ...form,
    route: fix(form.route),
    baseUrl: form.baseUrl.startsWith('{{') ? 'https://base.test' : fix(form.baseUrl),
    parameters: form.parameters.map((row) => ({ ...row, value: fix(row.value) })),
    headers: [],
  };
}

function buildRequest(form: Form): ReturnType<typeof deriveState>['request'] {
  return deriveState(fixPlaceholders(form)).request;
}

function createRow(id: number, name: string, value: unknown, place: ParameterRow['place']): ParameterRow {
  return { id, name, ...rowValue(value), place };
}

/** The query's parameters as rows; undefined if a name repeats, or the URL is a template. */
function createQueryRows(query: string, place: ParameterRow['place']): ParameterRow[] | undefined {
  if (/[{}]/.test(query.replaceAll(PLACEHOLDER, ''))) return undefined;
  // A name without a value would get an empty one.
  if (query !== '' && query.split('&').some((piece) => !/^[^=]+=/.test(piece))) return undefined;
  const pairs = [...new URLSearchParams(query)];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length || pairs.some(([name]) => name === '')) return undefined;
  return pairs.map(([name, value], index) => createRow(index + 1, name, value, isOptionName(name) ? 'query' : place));
}

function findType(headers: HttpRequest['headers']): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** The tokens of a JSON text, so that equal values have equal tokens. */
function normalizeJson(text: string): string {
  const tokens = (jsonTokens(text) ?? []).filter(({ kind }) => kind !== 'space');
  return tokens
    .map(({ kind, text: token }) => {
      if (kind === 'number') return normalizeNumber(token);
      return kind === 'string' || kind === 'key' ? JSON.stringify(JSON.parse(token)) : token;
    })
    .join('\n');
}

/** Whether parsing and writing a JSON text changes it: the digits or range of its numbers, names that repeat, the order of members. */
export function losesContent(text: string, value: unknown): boolean {
  return normalizeJson(text) !== normalizeJson(JSON.stringify(value));
}

/** The fields of a form (`application/x-www-form-urlencoded`); undefined if its text has another meaning too. */
function readFormFields(body: string): ReadonlyMap<string, string | readonly string[]> | undefined {
  const fields = new Map<string, string | string[]>();
  for (const piece of body.split('&')) {
    if (!/^[^=]+=/.test(piece)) return undefined;
    const [[name, value] = ['', '']] = [...new URLSearchParams(piece)];
    // Bytes that aren't UTF-8.
    if (`${name}${value}`.includes('\ufffd') || name === '__proto__') return undefined;
    const before = fields.get(name);
    // A list is sent in one piece, so the order of other fields would change.
    if (before !== undefined && [...fields.keys()].at(-1) !== name) return undefined;
    fields.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return fields;
}

/** The members of a body that can each be a row; undefined for a body that has to stay whole. */
function listMembers(
  body: string,
  type: string | undefined,
): readonly (readonly [name: string, value: unknown])[] | undefined {
  if (type !== undefined && /^application\/x-www-form-urlencoded\b/i.test(type))
    return [...(readFormFields(body) ?? [])];
  if (type !== undefined && !/[/+]json\b/i.test(type)) return undefined;
  const json = parseJson(body);
  if (!json.ok || !isObject(json.value) || losesContent(body, json.value)) return undefined;
  return Object.entries(json.value);
}

/** The body as rows: one for each member of a JSON object or field of a form, else one for the whole body. */
function createBodyRows({ body, headers }: HttpRequest, from: number, taken: ReadonlySet<string>): ParameterRow[] {
  if (body === undefined) return [];
  const type = findType(headers);
  const members = listMembers(body, type);
  if (members !== undefined && members.length > 0 && members.every(([name]) => name !== '')) {
    return members.map(([name, value], index) =>
      createRow(from + index, name, value, isOptionName(name) || taken.has(name) ? 'body' : 'auto'),
    );
  }
  const json = type === undefined || /[/+]json\b/i.test(type) ? parseJson(body) : undefined;
  const isWhole = json?.ok === true && typeof json.value !== 'string' && !losesContent(body, json.value);
  return [createRow(from, 'data', isWhole ? json.value : body, 'auto')];
}

/** A row with the text of the body. */
function createWholeBody({ body }: HttpRequest, id: number): ParameterRow[] {
  return body === undefined ? [] : [createRow(id, 'data', body, 'auto')];
}

function countDifferences(request: HttpRequest, form: Form): number {
  return listExactDifferences(request, form).filter(({ harmless }) => !harmless).length;
}

/** Rows for the headers that the builder doesn't add by itself. */
function createHeaderRows(headers: HttpRequest['headers'], built: Readonly<Record<string, string>>): Form['headers'] {
  return [...mergeHeaders(headers)]
    .filter(([name, value]) => built[name] !== value)
    .map(([name, value], index) => ({ id: index + 1, name, value }));
}

/** Whether the query is the same, with spaces written as `+` or `%20`. */
function hasSameQuery(url: string, query: string): boolean {
  const built = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return readBytes(built) === readBytes(query.replaceAll(PLACEHOLDER, 'x'));
}

/** Which parts of a request are in rows of their members. */
interface Division {
  readonly query: boolean;
  readonly body: boolean;
}

function createForm(request: HttpRequest, form: Form, { query: isSplit, body }: Division): Form {
  const method = request.method.toUpperCase();
  const { path, ...api } = splitBase(request.url, form);
  const [, bare = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(path) ?? [];
  const rows = isSplit ? createQueryRows(query, method === 'GET' || method === 'HEAD' ? 'auto' : 'query') : undefined;
  const url = rows === undefined ? path : bare + fragment;
  const route = `${method} ${url.startsWith('/') || api.baseUrl === '' ? url : `/${url}`}`;
  const taken = new Set([...(rows ?? []), ...(readTemplate(route) ?? [])].map(({ name }) => name));
  const next = (rows?.length ?? 0) + 1;
  const filled: Form = {
    ...form,
    ...api,
    route,
    variables: (request.variables ?? []).map(([name, value]) => ({ name, value, kind: 'text' })),
    parameters: [...(rows ?? []), ...(body ? createBodyRows(request, next, taken) : createWholeBody(request, next))],
    headers: [],
    format: '',
    previews: '',
    // The pasted request is complete without them.
    layers: form.layers.map((layer) => ({ ...layer, on: false })),
  };
  return { ...filled, headers: createHeaderRows(request.headers, buildRequest(filled)?.headers ?? {}) };
}

const DIVISIONS: readonly Division[] = [
  { query: true, body: true },
  { query: false, body: true },
  { query: true, body: false },
  { query: false, body: false },
];

/** The form that builds a request: in as many rows as possible, as long as they build exactly that request. */
export function fillFormFromRequest(request: HttpRequest, form: Form): Form {
  const [first, ...others] = DIVISIONS.map((division) => () => createForm(request, form, division));
  const apart = first?.() ?? form;
  if (request.exact !== true || JSON.stringify(request).includes('{{')) {
    const query = /\?([^#]*)/.exec(request.url)?.[1] ?? '';
    return query === '' || hasSameQuery(buildRequest(apart)?.url ?? '', query) ? apart : (others[0]?.() ?? apart);
  }
  let best = { form: apart, count: countDifferences(request, apart) };
  for (const create of others) {
    if (best.count === 0) break;
    const made = create();
    const count = countDifferences(request, made);
    if (count < best.count) best = { form: made, count };
  }
  return best.form;
}
