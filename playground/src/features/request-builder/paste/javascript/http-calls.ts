import type { AnyNode } from 'acorn';
import { isContainer, isObject, parseJson } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { appendQuery, Draft, isAbsolute, writeQuery, type Found } from '../reading.js';
import { evaluate, getSource, listMembers, Unknown, type Scope } from './evaluate.js';

/** The url of a call with `{name}` for unknown values in path and query; a name in front of them stays `{{name}}`. */
export function templateUrl(draft: Draft, url: string, { marks }: Scope): string {
  const [, origin = '', target = ''] = /^((?:[a-z][\w+.-]*:\/\/|\{\{[^{}]*\}\})[^/?#]*)?([^]*)$/i.exec(url) ?? [];
  let path = target.replace(/\?\{\{([^{}=&]*)\}\}$/, (whole, name: string) => {
    if (!marks.has(name)) return whole;
    draft.omit(`The query is the value of ${name}, which isn’t in the text; add its parameters.`);
    return '';
  });
  for (const name of marks) path = path.replaceAll(`{{${name}}}`, `{${name}}`);
  const filled = [...marks].filter((name) => path.includes(`{${name}}`) || origin.includes(`{{${name}}}`));
  if (filled.length > 0) draft.notes.push(`Values that aren’t in the text: ${filled.join(', ')}.`);
  return origin + path;
}

/** The url's text, relative to the form's base where it has no scheme; undefined if the text doesn't have it. */
function finishUrl(draft: Draft, url: string, scope: Scope): string {
  const whole = templateUrl(draft, url, scope);
  if (!isAbsolute(whole)) draft.notes.push('The URL is relative: the base URL of the form applies.');
  return whole;
}

/** Notes what the text doesn't have. */
export function noteOmitted(draft: Draft, { omitted }: Scope): void {
  if (omitted.size > 0) draft.omit(`Not literals, so fill them in: ${[...omitted].join(', ')}.`);
}

/** A value that requests write as its text. */
type Plain = string | number | boolean | null | undefined;

const isPlain = (value: unknown): value is Plain => !isContainer(value);

/** Members of a call's options, which are read one by one. */
export class Options {
  readonly #members: Map<string, AnyNode>;
  readonly #scope: Scope;

  constructor(members: ReadonlyMap<string, AnyNode>, scope: Scope) {
    this.#members = new Map(members);
    this.#scope = scope;
  }

  /** Takes the value of an option; undefined if there is none, or if it isn't known, which is recorded. */
  take(name: string): unknown {
    const node = this.#members.get(name);
    this.#members.delete(name);
    if (node === undefined) return undefined;
    const value = evaluate(node, this.#scope);
    if (!(value instanceof Unknown)) return value;
    this.#scope.omitted.add(name);
    return undefined;
  }

  /** Takes the text of an option; undefined without one. A value that isn't a known text is recorded as omitted. */
  takeText(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'string') return value;
    this.#scope.omitted.add(name);
    return undefined;
  }

  /** Notes the options that are neither read nor without effect on the request. */
  finish(draft: Draft, ignored: ReadonlySet<string>): void {
    const unread = [...this.#members.keys()].filter((name) => !ignored.has(name));
    if (unread.length > 0) draft.omit(`Options that aren’t read: ${unread.join(', ')}.`);
    noteOmitted(draft, this.#scope);
  }
}

/** The options of an argument; without any if there is none, or if they aren't in the text, which is recorded. */
export function readOptions(node: AnyNode | undefined, scope: Scope): Options {
  const members = node && listMembers(node, scope);
  if (node && members === undefined && evaluate(node, scope) !== undefined) scope.omitted.add(getSource(node, scope));
  return new Options(members ?? new Map(), scope);
}

/** Headers as pairs, from an object or pairs; without those that aren't plain values, which is noted. */
function listHeaders(draft: Draft, headers: unknown): (readonly [name: string, value: Plain])[] {
  const pairs: unknown[] = isObject(headers) ? Object.entries(headers) : [headers ?? []].flat();
  return pairs.flatMap((pair) => {
    const [name, value] = (Array.isArray(pair) ? pair : []) as [unknown, unknown];
    if (typeof name === 'string' && isPlain(value)) return [[name, value] as const];
    draft.omit(`A header is left out: ${JSON.stringify(pair)}.`);
    return [];
  });
}

/** The body of parameters, a text, or nothing; undefined, and a note, for another. */
function writeBody(draft: Draft, body: unknown, type: string): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (body instanceof URLSearchParams) draft.addDefault('content-type', type);
  else if (typeof body !== 'string') draft.omit('The body is left out: it isn’t a text.');
  return typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined;
}

const TEXT_TYPE = 'text/plain;charset=UTF-8';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FETCH_IGNORES = new Set(
  'cache credentials dispatcher duplex integrity keepalive mode priority redirect referrer referrerPolicy signal window'.split(' '),
); // prettier-ignore

/** Reads the arguments of `fetch` (Fetch Standard). */
export function readFetch([input, init]: readonly AnyNode[], scope: Scope): Found | undefined {
  const url = input && evaluate(input, scope);
  if (typeof url !== 'string') return undefined;
  const draft = new Draft();
  const options = readOptions(init, scope);
  const method = options.takeText('method') ?? 'GET';
  for (const [name, value] of listHeaders(draft, options.take('headers'))) draft.headers.push([name, String(value)]);
  const given = options.take('body');
  const body = writeBody(draft, given, `${FORM_TYPE};charset=UTF-8`);
  if (body !== undefined) draft.addDefault('content-type', TEXT_TYPE);
  const whole = finishUrl(draft, url, scope);
  options.finish(draft, FETCH_IGNORES);
  return draft.finish(method.toUpperCase(), whole, body);
}

/** Parameters as axios writes them by default: lists of plain values as `name[]`, other members as `name[key]`. */
function listParameters(value: object, path: readonly string[] = []): [name: string, value: string][] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    if (item === null || item === undefined) return [];
    const isList = Array.isArray(item) && path.length === 0 && item.every(isPlain);
    if (isList) return listParameters(item).map(([, each]): [string, string] => [`${key}[]`, each]);
    if (!isPlain(item)) return listParameters(item, [...path, key]);
    const [first, ...others] = [...path, key];
    return [[`${first}${others.map((name) => `[${name}]`).join('')}`, String(item)]];
  });
}

function writeParameters(parameters: unknown): string {
  if (parameters instanceof URLSearchParams) return parameters.toString();
  return isObject(parameters) ? writeQuery(listParameters(parameters)) : '';
}

/** The body of `data` as axios transforms it, and its content type. */
function writeData(draft: Draft, data: unknown, method: string): string | undefined {
  const type = draft.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isValue = Array.isArray(data) || (isObject(data) && !(data instanceof URLSearchParams));
  if (/multipart\/form-data/i.test(type) && isValue) {
    draft.omitMultipart(Object.keys(data));
    return undefined;
  }
  if (isValue && type.includes(FORM_TYPE)) return writeQuery(listParameters(data));
  if (isValue || (data !== undefined && /application\/json/i.test(type))) {
    draft.addDefault('content-type', 'application/json');
    return typeof data === 'string' && parseJson(data).ok ? data.trim() : JSON.stringify(data);
  }
  const body = writeBody(draft, data, `${FORM_TYPE};charset=utf-8`);
  if (body !== undefined && AXIOS_WITH_DATA.has(method)) draft.addDefault('content-type', FORM_TYPE);
  return body;
}

function joinBase(base: unknown, url: string): string {
  if (typeof base !== 'string' || /^(?:[a-z][\w+.-]*:)?\/\//i.test(url)) return url;
  return url === '' ? base : `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}

const AXIOS_WITH_DATA = new Set(['POST', 'PUT', 'PATCH']);
const AXIOS_IGNORES = new Set(
  'adapter cancelToken decompress fetchOptions httpAgent httpsAgent insecureHTTPParser maxBodyLength maxContentLength maxRate maxRedirects onDownloadProgress onUploadProgress responseEncoding responseType signal timeout timeoutErrorMessage transformResponse transitional validateStatus withCredentials'.split(' '),
); // prettier-ignore

/** Reads a call of axios; `name` is the name of its method, empty for `axios(…)`. */
export function readAxios(name: string, values: readonly AnyNode[], scope: Scope): Found | undefined {
  const [first, second, third] = values;
  const isDirect = name === '' || name === 'request';
  const hasData = AXIOS_WITH_DATA.has(name.toUpperCase());
  const url = first && listMembers(first, scope) === undefined ? evaluate(first, scope) : undefined;
  const options = readOptions(typeof url === 'string' ? (hasData ? third : second) : first, scope);
  const target = typeof url === 'string' ? url : isDirect ? options.take('url') : undefined;
  if (typeof target !== 'string') return undefined;
  const draft = new Draft();
  const method = ((isDirect ? options.takeText('method') : name) ?? 'get').toUpperCase();
  for (const [header, value] of listHeaders(draft, options.take('headers')))
    if (value !== null && value !== undefined && value !== false) draft.headers.push([header, String(value)]);
  const credentials = options.take('auth');
  if (isObject(credentials)) {
    const { username = '', password = '' } = credentials;
    draft.headers = draft.headers.filter(([header]) => header.toLowerCase() !== 'authorization');
    draft.headers.push(['authorization', writeBasic(String(username), String(password))]);
  }
  const data = hasData && second ? new Options(new Map([['data', second]]), scope).take('data') : options.take('data');
  const body = writeData(draft, data, method);
  const whole = finishUrl(draft, joinBase(options.take('baseURL'), target), scope);
  const query = writeParameters(options.take('params'));
  options.finish(draft, AXIOS_IGNORES);
  return draft.finish(method, appendQuery(whole, query), body);
}
