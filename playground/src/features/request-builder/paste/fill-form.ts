import { isObject, parseJson, type JsonObject } from '../../../json/json.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../model/form.js';
import { numberRows, replaceOptions, writeValue } from '../model/rows.js';
import { isOptionName, readTemplate, readTemplateBeginning } from '../model/template.js';
import { compareForm, deriveFixed, describeJson } from './compare.js';
import { FORM_TYPE, type Draft, type Found, type HttpRequest } from './reading.js';
import { ExpressionNames } from './shells/scanner.js';
import { listVariables, mapTexts, placeholder, rewritePath, unmark, VARIABLE } from './variables.js';

const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\}[^/?#]*)/i;

/** Splits an absolute URL into base and path: the base is that of the form if the URL begins with it, else scheme and authority. */
function splitBase(url: string, form: Form): Pick<Form, 'baseUrl' | 'vendor'> & { readonly path: string } {
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined) return { ...form, path: url };
  for (const { baseUrl, vendor } of [form, EMPTY_FORM]) {
    const base = baseUrl.replace(/\/+$/, '');
    const path = url.slice(base.length);
    if (base !== '' && url.startsWith(base) && /^(?:[/?#]|$)/.test(path)) return { baseUrl, vendor, path };
  }
  return { baseUrl: origin, vendor: '', path: url.slice(origin.length) };
}

function createRow(name: string, value: unknown, place: ParameterRow['place'] = 'auto'): ParameterRow {
  return { id: 0, name, ...writeValue(value), place };
}

/** Whether parsing and writing a JSON text changes it: the digits or range of its numbers, names that repeat, the order of members. */
export function losesContent(text: string, value: unknown): boolean {
  return describeJson(text) !== describeJson(JSON.stringify(value));
}

/** The fields of a form (`application/x-www-form-urlencoded`) or query; undefined if its text has another meaning too. */
function readFields(body: string): ReadonlyMap<string, string | readonly string[]> | undefined {
  const fields = new Map<string, string | string[]>();
  let last: string | undefined;
  for (const piece of body.split('&')) {
    if (!/^[^=]+=/.test(piece)) return undefined;
    const [[name, value] = ['', '']] = [...new URLSearchParams(piece)];
    // Bytes that aren't UTF-8.
    if (`${name}${value}`.includes('\ufffd') || name === '__proto__') return undefined;
    const before = fields.get(name);
    // A list is sent in one piece, so the order of other fields would change.
    if (before !== undefined && last !== name) return undefined;
    fields.set(name, before === undefined ? value : [before, value].flat());
    last = name;
  }
  return fields;
}

/** The query's parameters as rows; undefined if a name repeats or has no value, or the URL is a template. */
function createQueryRows(query: string, place: ParameterRow['place']): ParameterRow[] | undefined {
  if (/[{}]/.test(query.replaceAll(VARIABLE, ''))) return undefined;
  const fields = query === '' ? [] : readFields(query);
  const rows =
    fields && [...fields].map(([name, value]) => createRow(name, value, isOptionName(name) ? 'query' : place));
  return rows?.every(({ kind }) => kind === 'text') ? rows : undefined;
}

/**
 * The body as rows: one for each member of a JSON object or field of a form, else one for the whole body, whose text stays without the
 * `taken` names.
 */
function createBodyRows({ body, headers }: HttpRequest, taken?: ReadonlySet<string>): ParameterRow[] {
  if (body === undefined) return [];
  if (taken === undefined) return [createRow('data', body)];
  const type = new Map(headers).get('content-type')?.toLowerCase();
  const json = type === undefined || /[/+]json\b/.test(type) ? parseJson(body) : undefined;
  const value = json?.ok === true && !losesContent(body, json.value) ? json.value : undefined;
  const fields = type?.startsWith(FORM_TYPE) ? readFields(body) : Object.entries(isObject(value) ? value : {});
  const members = [...(fields ?? [])];
  if (members.length > 0 && members.every(([name]) => name !== ''))
    return members.map(([name, member]) =>
      createRow(name, member, isOptionName(name) || taken.has(name) ? 'body' : 'auto'),
    );
  return [createRow('data', value === undefined || typeof value === 'string' ? body : value)];
}

/** The form of a request whose query, and whose body, is in rows of its members or in one text. */
function createForm(request: HttpRequest, form: Form, [isSplit, hasMembers]: readonly boolean[]): Form {
  const method = request.method.toUpperCase();
  const { path, ...api } = splitBase(request.url, form);
  const [, bare = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(path) ?? [];
  const rows = isSplit ? createQueryRows(query, method === 'GET' || method === 'HEAD' ? 'auto' : 'query') : undefined;
  const url = rows === undefined ? path : bare + fragment;
  const route = `${method} ${url.startsWith('/') || api.baseUrl === '' ? url : `/${url}`}`;
  const taken = new Set([...(rows ?? []), ...(readTemplate(route) ?? [])].map(({ name }) => name));
  const values = (request.variables ?? []).map(([name, value]) => createRow(name, value));
  const filled: Form = {
    ...form,
    ...api,
    route,
    parameters: numberRows([...values, ...(rows ?? []), ...createBodyRows(request, hasMembers ? taken : undefined)]),
    // The pasted request is complete without them.
    layers: form.layers.map((layer) => ({ ...layer, on: false })),
  };
  // The builder adds the others by itself.
  const added = deriveFixed(filled).request?.headers ?? {};
  const headers = request.headers.filter(([name, value]) => added[name] !== value);
  return { ...filled, headers: numberRows(headers.map(([name, value]) => ({ name, value }))) };
}

/** A form, and what the request that it builds lacks. */
type Filled = Pick<Draft, 'unread' | 'notes'> & { readonly form: Form };

/** The form that builds a request: in as many rows as possible, as long as they build exactly that request. */
function fillFromRequest(request: HttpRequest, form: Form): Filled {
  const fill = (...division: readonly boolean[]): Filled => {
    const made = createForm(request, form, division);
    return { form: made, ...compareForm(request, made) };
  };
  return [
    [false, true],
    [true, false],
    [false, false],
  ].reduce(
    (best, division) => {
      const next = best.unread.length === 0 ? best : fill(...division);
      return next.unread.length < best.unread.length ? next : best;
    },
    fill(true, true),
  );
}

/** The form of a route with options; one with other settings has no defaults of the form before. */
function fillFromOptions({ method, url, settings }: Found, { baseUrl, ...others }: JsonObject, form: Form): Form {
  const layers = settings ? form.layers.map((layer) => ({ ...layer, on: false })) : form.layers;
  const base = { ...form, layers, ...(typeof baseUrl === 'string' && { baseUrl }), ...settings };
  // The call's builder sends its vendor's media type to any host.
  const isAbsolute = /^https?:\/\/[^/?#{]+(?:[/?#]|$)/i.test(url);
  const { baseUrl: origin, path } = isAbsolute ? splitBase(url, base) : { ...base, path: url };
  const route = method + (isAbsolute ? path.replace(/^(?!\/)/, '/') : path);
  return { ...replaceOptions({ ...base, baseUrl: origin }, others), route };
}

/** The form of a request that was found. */
export function fillForm(found: Found, form: Form): Filled {
  const { options } = found;
  return options
    ? { form: fillFromOptions(found, options, form), unread: [], notes: [] }
    : fillFromRequest(found, form);
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
  const known = new Set(variables.map(({ name }) => name));
  const place = /^(?:GET|HEAD) /.test(route) ? 'query' : 'body';
  const parameters = form.parameters.map((row): ParameterRow =>
    row.place === 'auto' && route.includes(`{${row.name}}`) && !known.has(row.name) ? { ...row, place } : row,
  );
  const open = mapTexts({ ...form, route, parameters }, unmark);
  return { ...open, unresolved: listVariables({ ...open, layers: [] }) };
}
