import type { AnyNode } from 'acorn';
import { isContainer, isObject, parseJson } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { appendQuery, Draft, writeQuery, type Found } from '../reading.js';
import { evaluate, listMembers, Unknown, type Scope } from './evaluate.js';
import { HeadersInit, writeParameters } from './functions.js';
import { finishUrl, FORM_TYPE, isPlain, listHeaders, readOptions, writeBody, type Harmless } from './options.js';

/** Names of parameters whose endings have a meaning: `a[]`, `a{}`; axios trims them. */
const SPECIAL_NAME = /\[\]|\{\}$|^\s|\s$/;
const MAX_DEPTH = 50;

/** Parameters as axios writes them by default: lists of plain values as `name[]`, other members as `name[key]`; undefined for special names. */
function listParameters(value: object, path: readonly string[] = []): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (item == null) continue;
    if (SPECIAL_NAME.test(key) || path.length > MAX_DEPTH) return undefined;
    const [first, ...others] = [...path, key];
    if (isPlain(item)) {
      pairs.push([`${first}${others.map((name) => `[${name}]`).join('')}`, String(item)]);
      continue;
    }
    const isList = Array.isArray(item) && path.length === 0 && item.every(isPlain);
    const members = isList
      ? item.flatMap((each) => (each == null ? [] : [[`${key}[]`, String(each)] as [string, string]]))
      : isInstance(item)
        ? undefined
        : listParameters(item, [...path, key]);
    if (members === undefined) return undefined;
    pairs.push(...members);
  }
  return pairs;
}

const isInstance = (value: unknown) => value instanceof URLSearchParams || value instanceof HeadersInit;

function writeQueryParameters(draft: Draft, parameters: unknown): string {
  if (parameters instanceof URLSearchParams) return writeParameters(parameters);
  if (parameters == null || parameters === '') return '';
  const pairs = isObject(parameters) && !isInstance(parameters) ? listParameters(parameters) : undefined;
  if (pairs === undefined || /\p{Surrogate}/u.test(pairs.join('')))
    draft.omit('The parameters are left out: `params` has names or values that aren’t read.');
  return writeQuery(pairs ?? []);
}

/** The body of an object or a list. */
function writeObject(draft: Draft, data: object, type: string): string | undefined {
  if (type.includes(FORM_TYPE)) {
    const pairs = Array.isArray(data) ? undefined : listParameters(data);
    if (pairs === undefined) draft.omit('The body is left out: `data` has names or values that aren’t read.');
    return pairs && writeQuery(pairs);
  }
  if (type.includes('multipart/form-data')) {
    draft.omitMultipart(Object.keys(data));
    return undefined;
  }
  draft.addDefault('content-type', 'application/json');
  return JSON.stringify(data);
}

/** The body of `data` as axios transforms it, and its content type. */
function writeData(draft: Draft, data: unknown, method: string): string | undefined {
  const type = draft.find('content-type');
  if (data === undefined) {
    // Browsers send no type without a body; Node's adapter states one.
    draft.remove('content-type');
    return undefined;
  }
  if (isContainer(data) && !isInstance(data)) return writeObject(draft, data, type);
  if (!(data instanceof URLSearchParams) && type.includes('application/json'))
    return typeof data === 'string' && parseJson(data).ok ? data.trim() : JSON.stringify(data);
  const body = writeBody(draft, data, `${FORM_TYPE};charset=utf-8`);
  if (body === undefined && data !== null) return undefined;
  if (WITH_DATA.has(method)) draft.addDefault('content-type', FORM_TYPE);
  else if (body !== undefined) draft.addDefault('content-type', 'text/plain;charset=UTF-8');
  return body;
}

/** The url after its base; a scheme without slashes is a mistake, which the base doesn’t hide. */
function joinBase(base: unknown, url: string): string {
  if (typeof base !== 'string' || base === '' || /^(?:[a-z][\w+.-]*:)?\/\/|^[\0- ]*https?:/i.test(url)) return url;
  return url === '' ? base : `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}

/** Adds the headers: of one name, the last counts. */
function addHeaders(draft: Draft, headers: unknown): void {
  if (headers != null && (!isObject(headers) || isInstance(headers))) {
    draft.omit('The headers are left out: they aren’t an object.');
    return;
  }
  const merged = new Map<string, readonly [string, string | number | boolean | null]>();
  for (const [name, value] of listHeaders(draft, headers ?? undefined))
    if (value !== undefined) merged.set(name.trim().toLowerCase(), [name.trim(), value]);
  for (const [key, [name, value]] of merged) {
    if (value !== null && value !== false) draft.headers.push([name, String(value)]);
    else if (key === 'content-type') draft.omit('The content type is switched off, which the form can’t.');
  }
}

/** Replaces the header of credentials, whose user axios writes in Latin-1. */
function addCredentials(draft: Draft, credentials: unknown): void {
  if (credentials == null) return;
  const { username = '', password = '' } = isObject(credentials) ? credentials : {};
  const texts = [username, password];
  if (!isObject(credentials) || texts.some((text) => typeof text !== 'string' || /[^ -~]/.test(text))) {
    draft.omit(
      'The credentials are left out, because `auth` has values that aren’t read; fill them in under “authorization”.',
    );
  } else if (!draft.omitUnknownCredentials(texts.join('')))
    draft.replace('authorization', writeBasic(String(username), String(password)));
}

const WITH_DATA = new Set(['POST', 'PUT', 'PATCH']);
const HARMLESS: Harmless = {
  names: new Set(
    'cancelToken decompress httpAgent httpsAgent insecureHTTPParser maxBodyLength maxContentLength maxRate maxRedirects onDownloadProgress onUploadProgress responseEncoding responseType signal timeout timeoutErrorMessage transformResponse transitional validateStatus'.split(' '),
  ), // prettier-ignore
  added: { withCredentials: 'cookies' },
};

/** Reads a call of axios; `name` is the name of its method, empty for `axios(…)`. */
export function readAxios(name: string, values: readonly AnyNode[], scope: Scope): Found | undefined {
  const [first, second, third] = values;
  const isDirect = name === '' || name === 'request';
  const hasData = WITH_DATA.has(name.toUpperCase());
  const url = first && listMembers(first, scope) === undefined ? evaluate(first, scope) : undefined;
  const options = readOptions(typeof url === 'string' ? (hasData ? third : second) : first, scope);
  const target = typeof url === 'string' ? url : isDirect ? options.take('url') : undefined;
  if (typeof target !== 'string') return undefined;
  const draft = new Draft();
  const method = ((isDirect ? options.takeText('method') : name) || 'get').toUpperCase();
  addHeaders(draft, options.take('headers'));
  draft.addDefault('accept', 'application/json, text/plain, */*');
  addCredentials(draft, options.take('auth'));
  const whole = finishUrl(draft, joinBase(options.take('baseURL'), target), scope);
  if (whole === undefined) return undefined;
  const given = hasData && second ? evaluate(second, scope) : options.take('data');
  if (given instanceof Unknown) scope.omitted.add('data');
  const body = given instanceof Unknown ? undefined : writeData(draft, given, method);
  const query = writeQueryParameters(draft, options.take('params'));
  options.finish(draft, HARMLESS);
  return draft.finish(method, appendQuery(whole, query), body);
}
