import { isContainer, isObject, parseJson } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { appendQuery, Draft, FORM_TYPE, writeQuery, type Found } from '../reading.js';
import { isPlain, listHeaders, noteOthers, readMethod, readOptions } from './options.js';
import { readUrl } from './url.js';

/** Names of parameters whose endings have a meaning: `a[]`, `a{}`; axios trims them. */
const SPECIAL_NAME = /\[\]|\{\}$|^\s|\s$/;
const MAX_DEPTH = 50;
/** A value that is only a name in the text. */
const OPEN = /^\{\{[^{}]*\}\}$/;

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
      : listParameters(item, [...path, key]);
    if (members === undefined) return undefined;
    pairs.push(...members);
  }
  return pairs;
}

function writeParameters(draft: Draft, parameters: unknown): string {
  if (parameters == null || parameters === '') return '';
  const pairs = isObject(parameters) ? listParameters(parameters) : undefined;
  if (pairs === undefined || /\p{Surrogate}/u.test(pairs.join('')))
    draft.omit('The parameters are left out: `params` has names or values that aren’t read.');
  return writeQuery(pairs ?? []);
}

/** The body of an object or a list. */
function writeObject(draft: Draft, data: object, type: string): string | undefined {
  if (type.includes(FORM_TYPE)) {
    const pairs = Array.isArray(data) ? undefined : listParameters(data);
    if (pairs === undefined) draft.omit('The body is left out: `data` has names or values that aren’t read.', 'data');
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
  if (typeof data === 'string' && OPEN.test(data)) {
    draft.omit(`The body is the value of \`${data}\`, which isn’t in the text.`, 'data');
    return undefined;
  }
  if (data === undefined) {
    // Browsers send no type without a body; Node's adapter states one.
    draft.remove('content-type');
    return undefined;
  }
  if (isContainer(data)) return writeObject(draft, data, type);
  if (type.includes('application/json'))
    return typeof data === 'string' && parseJson(data).ok ? data.trim() : JSON.stringify(data);
  if (typeof data !== 'string' && data !== null) {
    draft.omit('The body is left out: it isn’t a text.', 'data');
    return undefined;
  }
  if (WITH_DATA.has(method)) draft.addDefault('content-type', FORM_TYPE);
  else if (data !== null) draft.addDefault('content-type', 'text/plain;charset=UTF-8');
  return data ?? undefined;
}

/** The url after its base; a scheme without slashes is a mistake, which the base doesn’t hide. */
function joinBase(base: unknown, url: unknown): unknown {
  if (typeof base !== 'string' || typeof url !== 'string' || base === '') return url;
  if (/^(?:[a-z][\w+.-]*:)?\/\/|^[\0- ]*https?:/i.test(url)) return url;
  return url === '' ? base : `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}

/** Adds the headers: of one name, the last counts. */
function addHeaders(draft: Draft, headers: unknown): void {
  const merged = new Map<string, readonly [string, string | number | boolean | null]>();
  for (const [name, value] of listHeaders(draft, Array.isArray(headers) ? '' : (headers ?? undefined)))
    if (value !== undefined) merged.set(name.trim().toLowerCase(), [name.trim(), value]);
  for (const [key, [name, value]] of merged) {
    if (value !== null && value !== false) draft.headers.push([name, String(value)]);
    else if (key === 'content-type') draft.omit('The content type is switched off, which the form can’t.', 'headers', key); // prettier-ignore
  }
}

/** Replaces the header of credentials, whose user axios writes in Latin-1. */
function addCredentials(draft: Draft, credentials: unknown): void {
  if (credentials == null) return;
  const { username = '', password = '' } = isObject(credentials) ? credentials : {};
  const texts = [username, password];
  if (!isObject(credentials) || texts.some((text) => typeof text !== 'string' || /[^ -~]/.test(text)))
    draft.omit('The credentials of `auth` aren’t read; enter them under “authorization”.', 'headers', 'authorization');
  else if (!draft.omitUnknownCredentials(texts.join('')))
    draft.replace('authorization', writeBasic(String(username), String(password)));
}

const WITH_DATA = new Set(['POST', 'PUT', 'PATCH']);
const HARMLESS =
  'cancelToken decompress httpAgent httpsAgent insecureHTTPParser maxBodyLength maxContentLength maxRate maxRedirects responseEncoding responseType signal timeout timeoutErrorMessage transitional';

/** Reads a call of axios; `name` is the name of its method, empty for `axios(…)`. */
export function readAxios(name: string, values: readonly unknown[]): Found {
  const [first, second, third] = values;
  const isDirect = name === '' || name === 'request';
  const hasData = WITH_DATA.has(name.toUpperCase());
  const isUrl = typeof first === 'string';
  const config = readOptions(isUrl ? (hasData ? third : second) : first);
  const { url, method: written, headers, auth, baseURL, data, params, ...options } = config;
  const draft = new Draft();
  const method = (isDirect ? readMethod(written || 'get') : name).toUpperCase();
  addHeaders(draft, headers);
  draft.addDefault('accept', 'application/json, text/plain, */*');
  addCredentials(draft, auth);
  const whole = readUrl(draft, joinBase(baseURL, isUrl ? first : isDirect ? url : undefined));
  const body = writeData(draft, hasData ? second : data, method);
  const query = writeParameters(draft, params);
  noteOthers(draft, options, HARMLESS, { withCredentials: 'cookies' });
  return draft.finish(method, appendQuery(whole, query), body);
}
