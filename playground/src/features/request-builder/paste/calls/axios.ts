import { isContainer, isObject, parseJson } from '../../../../json/json.js';
import { appendQuery, Draft, FORM_TYPE, toObject, writeQuery, type Found } from '../reading.js';
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
    const isList = Array.isArray(item) && path.length === 0 && item.every(isPlain);
    if (isPlain(item) || isList) {
      const name = isList ? `${key}[]` : `${first}${others.map((each) => `[${each}]`).join('')}`;
      for (const each of [item].flat()) if (each != null) pairs.push([name, String(each)]);
    } else {
      const members = listParameters(item, [...path, key]);
      if (members === undefined) return undefined;
      pairs.push(...members);
    }
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
function writeObject(draft: Draft, data: object): string | undefined {
  if (draft.type.includes(FORM_TYPE)) {
    const pairs = Array.isArray(data) ? undefined : listParameters(data);
    return pairs
      ? writeQuery(pairs)
      : draft.omit('The body is left out: `data` has names or values that aren’t read.', 'data');
  }
  if (draft.type.includes('multipart/form-data')) return draft.omitMultipart(Object.keys(data));
  draft.addDefault('content-type', 'application/json');
  return JSON.stringify(data);
}

/** The body of `data` as axios transforms it, and its content type. */
function writeData(draft: Draft, data: unknown, method: string): string | undefined {
  if (typeof data === 'string' && OPEN.test(data))
    return draft.omit(`The body is the value of \`${data}\`, which isn’t in the text.`, 'data');
  // Browsers send no type without a body; Node's adapter states one.
  if (data === undefined) draft.headers.delete('content-type');
  if (data === undefined || isContainer(data)) return data && writeObject(draft, data);
  if (draft.type.includes('application/json'))
    return typeof data === 'string' && parseJson(data).ok ? data.trim() : JSON.stringify(data);
  if (typeof data !== 'string' && data !== null) return draft.omit('The body is left out: it isn’t a text.', 'data');
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
  const pairs = listHeaders(draft, Array.isArray(headers) ? '' : (headers ?? undefined));
  const merged = new Map(
    pairs.flatMap(([key, item]) => (item === undefined ? [] : [[key.trim().toLowerCase(), item]])),
  );
  for (const [name, value] of merged)
    if (value !== null && value !== false) draft.add(name, String(value));
    else if (name === 'content-type')
      draft.omit('The content type is switched off, which the form can’t.', 'headers', name);
}

/** Replaces the header of credentials, whose user axios writes in Latin-1. */
function addCredentials(draft: Draft, credentials: unknown): void {
  if (credentials == null) return;
  const { username = '', password = '' } = toObject(credentials);
  if (isObject(credentials) && [username, password].every((text) => typeof text === 'string' && !/[^ -~]/.test(text)))
    draft.setBasic(String(username), String(password));
  else
    draft.omit('The credentials of `auth` aren’t read; enter them under “authorization”.', 'headers', 'authorization');
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
