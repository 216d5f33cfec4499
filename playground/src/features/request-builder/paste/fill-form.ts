import { isObject, parseJson } from '../../../json/json.js';
import { EMPTY_FORM, readTemplate, readTemplateBeginning, type Form, type ParameterRow } from '../model/form.js';
import { isOptionName } from '../model/options.js';
import { fillFormFromOptions, rowValue } from '../model/options-to-form.js';
import { deriveFixed, describeJson, listDifferences } from './compare.js';
import { mergeHeaders, type HttpRequest, type Options } from './reading.js';
import { ExpressionNames } from './shells/scanner.js';
import { listVariables, mapTexts, placeholder, rewritePath, unmark, VARIABLE } from './variables.js';

const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\}[^/?#]*)/i;

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

function createRow(id: number, name: string, value: unknown, place: ParameterRow['place']): ParameterRow {
  return { id, name, ...rowValue(value), place };
}

/** The query's parameters as rows; undefined if a name repeats, or the URL is a template. */
function createQueryRows(query: string, place: ParameterRow['place']): ParameterRow[] | undefined {
  if (/[{}]/.test(query.replaceAll(VARIABLE, ''))) return undefined;
  // A name without a value would get an empty one.
  if (query !== '' && query.split('&').some((piece) => !/^[^=]+=/.test(piece))) return undefined;
  const pairs = [...new URLSearchParams(query)];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length || pairs.some(([name]) => name === '')) return undefined;
  return pairs.map(([name, value], index) => createRow(index + 1, name, value, isOptionName(name) ? 'query' : place));
}

/** Whether parsing and writing a JSON text changes it: the digits or range of its numbers, names that repeat, the order of members. */
export function losesContent(text: string, value: unknown): boolean {
  return describeJson(text) !== describeJson(JSON.stringify(value));
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

/**
 * The body as rows: one for each member of a JSON object or field of a form, else one for the whole body, whose text stays without the
 * `taken` names.
 */
function createBodyRows({ body, headers }: HttpRequest, from: number, taken?: ReadonlySet<string>): ParameterRow[] {
  if (body === undefined) return [];
  if (taken === undefined) return [createRow(from, 'data', body, 'auto')];
  const type = mergeHeaders(headers).get('content-type');
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

/** Rows for the headers that the builder doesn't add by itself. */
function createHeaderRows(headers: HttpRequest['headers'], built: Readonly<Record<string, string>>): Form['headers'] {
  return [...mergeHeaders(headers)]
    .filter(([name, value]) => built[name] !== value)
    .map(([name, value], index) => ({ id: index + 1, name, value }));
}

function createForm(request: HttpRequest, form: Form, [isSplit, hasMembers]: Division): Form {
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
    parameters: [...(rows ?? []), ...createBodyRows(request, next, hasMembers ? taken : undefined)],
    headers: [],
    format: '',
    previews: '',
    // The pasted request is complete without them.
    layers: form.layers.map((layer) => ({ ...layer, on: false })),
  };
  return { ...filled, headers: createHeaderRows(request.headers, deriveFixed(filled).request?.headers ?? {}) };
}

/** Which parts of a request are in rows of their members. */
type Division = readonly [query: boolean, body: boolean];

const DIVISIONS: readonly Division[] = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
];

/** The form that builds a request: in as many rows as possible, as long as they build exactly that request. */
export function fillFormFromRequest(request: HttpRequest, form: Form): Form {
  let best: { readonly form: Form; readonly count: number } | undefined;
  for (const division of DIVISIONS) {
    const made = createForm(request, form, division);
    const count = listDifferences(request, made).filter(({ harmless }) => !harmless).length;
    if (count === 0) return made;
    if (best === undefined || count < best.count) best = { form: made, count };
  }
  return best?.form ?? form;
}

/** The form of a route with options; one with other settings has no defaults of the form before. */
export function fillFormFromSettings({ route, options, settings }: Options, form: Form): Form {
  const base = { ...form, headers: [], format: '', previews: '' };
  const layers = settings ? form.layers.map((layer) => ({ ...layer, on: false })) : form.layers;
  return fillFormFromOptions(route, options, { ...base, ...settings, layers });
}

/** Makes each `<name>` in the path a variable of the route; all others are `{{name}}` in the texts. */
export function openForm(form: Form): Form {
  const names = new ExpressionNames();
  const { variables } = readTemplateBeginning(rewritePath(form.route, () => 'x'));
  // `data` is the row of a whole body.
  for (const { name } of [{ name: 'data' }, ...variables]) names.write('', name);
  const route = rewritePath(form.route, (_, text) =>
    names.write(text, placeholder(text.replaceAll(/(?:~\d+~|\W)+/g, '_')).slice(2, -2)).slice(1, -1),
  );
  const place = /^(?:GET|HEAD) /.test(route) ? 'query' : 'body';
  const parameters = form.parameters.map((row): ParameterRow =>
    row.place === 'auto' && route.includes(`{${row.name}}`) ? { ...row, place } : row,
  );
  const open = mapTexts({ ...form, route, parameters, unresolved: [], omitted: [] }, unmark);
  return { ...open, unresolved: listVariables({ ...open, layers: [] }) };
}
