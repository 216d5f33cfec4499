import { writeBasic } from '../../model/auth.js';
import { appendQuery, Draft, isAbsolute, writeQuery, writeText, type Found } from '../reading.js';
import type { Scope } from './evaluate.js';
import { Client, FormDataValue, isPlain, listHeaders, noteSkipped, stripUnknown, Unknown } from './values.js';

/** The url of a call with `{name}` for unknown values in path and query; a name in front of them stays `{{name}}`. */
export function templateUrl(draft: Draft, url: string, scope: Scope): string {
  const marks = [...scope.unset].filter((name) => url.includes(`{{${name}}}`));
  const [, origin = '', rest = ''] = /^((?:[a-z][\w+.-]*:\/\/|\{\{[^{}]*\}\})[^/?#]*)?([^]*)$/i.exec(url) ?? [];
  let path = rest.replace(/\?\{\{([^{}=&]*)\}\}$/, (whole, name: string) => {
    if (!scope.unset.has(name)) return whole;
    draft.omit(`The query is the value of ${name}, which isn’t in the text; add its parameters.`);
    return '';
  });
  for (const name of marks) path = path.replaceAll(`{{${name}}}`, `{${name}}`);
  const filled = marks.filter((name) => path.includes(`{${name}}`) || origin.includes(`{{${name}}}`));
  if (filled.length > 0) draft.notes.push(`Values that aren’t in the text: ${filled.join(', ')}.`);
  return origin + path;
}

function addHeaders(draft: Draft, headers: unknown, scope: Scope): void {
  const known = stripUnknown(headers);
  draft.headers.push(...listHeaders(known.value));
  draft.notes.push(
    ...noteSkipped(known.skipped.map((path) => (headers instanceof Unknown ? 'headers' : `headers.${path}`))),
  );
  const unset = [...scope.unset].filter((name) => draft.headers.some(([, value]) => value.includes(`{{${name}}}`)));
  if (unset.length > 0) draft.notes.push(`Values that aren’t in the text: ${unset.join(', ')}.`);
}

/** The body as text; `json` writes a plain object. */
function writeBody(draft: Draft, body: unknown, json: boolean): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof FormDataValue) {
    draft.omitMultipart(body.fields);
    return undefined;
  }
  if (body instanceof URLSearchParams) {
    draft.addDefault('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    return body.toString();
  }
  if (body instanceof Unknown || !json) {
    draft.omit(
      `The body ${body instanceof Unknown ? `\`${body.source.slice(0, 60)}\` ` : ''}isn’t in the text, so it is left out.`,
    );
    return undefined;
  }
  const known = stripUnknown(body);
  draft.notes.push(...noteSkipped(known.skipped));
  return JSON.stringify(known.value);
}

function noteRelative(draft: Draft, url: string): void {
  if (!isAbsolute(url)) draft.notes.push('The URL is relative: the base URL of the form applies.');
}

/** Reads the arguments of `fetch`. */
export function readFetch([input, init]: readonly unknown[], scope: Scope): Found | undefined {
  const request = isPlain(input) && typeof input['@request'] === 'string' ? input : undefined;
  const url = request?.['@request'] ?? input;
  if (typeof url !== 'string') return undefined;
  const draft = new Draft();
  const options = { ...request, ...(isPlain(init) ? init : {}) };
  if (init instanceof Unknown) draft.omit(`The options \`${init.source}\` aren’t in the text.`);
  const spread = stripUnknown(
    Object.fromEntries(Object.entries(options).filter(([name]) => name.startsWith('...'))),
  ).skipped;
  draft.notes.push(...noteSkipped(spread));
  addHeaders(draft, options['headers'], scope);
  const body = writeBody(draft, options['body'], false);
  draft.notes.push(...noteSkipped(scope.skipped));
  if (body !== undefined && !draft.has('content-type') && /^\s*[[{]/.test(body))
    draft.notes.push('The body looks like JSON and is sent as JSON; fetch alone would send it as text/plain.');
  else if (body !== undefined && typeof options['body'] === 'string')
    draft.addDefault('content-type', 'text/plain;charset=UTF-8');
  const method = typeof options['method'] === 'string' ? options['method'].toUpperCase() : 'GET';
  const whole = templateUrl(draft, url, scope);
  noteRelative(draft, whole);
  return draft.finish(method, whole, body);
}

/** Parameters as axios writes them: lists as `name[]`, members of objects as `name[key]`. */
function listParameters(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => listParameters(isPlain(item) ? name : `${name}[]`, item));
  if (isPlain(value))
    return Object.entries(value).flatMap(([key, member]) => listParameters(`${name}[${key}]`, member));
  return [[name, writeText(value)]];
}

function addParameters(draft: Draft, url: string, params: unknown): string {
  if (params instanceof URLSearchParams) return appendQuery(url, params.toString());
  if (params instanceof Unknown) draft.omit(`The parameters \`${params.source}\` aren’t in the text.`);
  const known = stripUnknown(isPlain(params) ? params : {});
  draft.notes.push(...noteSkipped(known.skipped));
  return appendQuery(
    url,
    writeQuery(Object.entries(known.value as object).flatMap(([name, value]) => listParameters(name, value))),
  );
}

function joinBase(base: unknown, url: string): string {
  if (typeof base !== 'string' || /^(?:[a-z][\w+.-]*:)?\/\//i.test(url)) return url;
  return url === '' ? base : `${base.replace(/\/$/, '')}/${url.replace(/^\//, '')}`;
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads a configuration of axios. */
function readConfig(config: Readonly<Record<string, unknown>>, scope: Scope): Found | undefined {
  const { url = '', baseURL, auth, data } = config;
  if (typeof url !== 'string') return undefined;
  const draft = new Draft();
  const method = (typeof config['method'] === 'string' ? config['method'] : 'GET').toUpperCase();
  addHeaders(draft, config['headers'], scope);
  if (isPlain(auth)) {
    const { username, password } = auth;
    if (typeof username === 'string' && typeof password === 'string' && !`${username}${password}`.includes('{{'))
      draft.headers.push(['authorization', writeBasic(username, password)]);
    else draft.omit('The credentials aren’t in the text; fill them in under “authorization”.');
  }
  const isForm = draft.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /x-www-form-urlencoded/i.test(value),
  );
  const isMultipart = draft.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^multipart\//i.test(value),
  );
  let body: string | undefined;
  if (isMultipart && !(data instanceof Unknown))
    draft.omitMultipart(isPlain(data) ? Object.keys(data) : data instanceof FormDataValue ? data.fields : []);
  else if (isForm && isPlain(data))
    body = writeQuery(Object.entries(data).flatMap(([name, value]) => listParameters(name, value)));
  else body = writeBody(draft, data, true);
  if (body !== undefined && WITH_BODY.has(method) && !draft.has('content-type'))
    draft.addDefault(
      'content-type',
      isPlain(data) || Array.isArray(data) || /^\s*[[{]/.test(body)
        ? 'application/json'
        : 'application/x-www-form-urlencoded',
    );
  draft.notes.push(...noteSkipped(scope.skipped));
  const spread = stripUnknown(
    Object.fromEntries(Object.entries(config).filter(([name]) => name.startsWith('...'))),
  ).skipped;
  draft.notes.push(...noteSkipped(spread));
  const joined = templateUrl(draft, joinBase(baseURL, url), scope);
  noteRelative(draft, joined);
  return draft.finish(method, addParameters(draft, joined, config['params']), body);
}

const METHODS = new Set(['get', 'delete', 'head', 'options', 'post', 'put', 'patch']);

/** Reads a call of axios, or of a client that `axios.create` made; `method` is empty for `axios(…)`. */
export function readAxios(
  method: string,
  values: readonly unknown[],
  client: unknown,
  scope: Scope,
): Found | undefined {
  const settings = client instanceof Client ? client.settings : {};
  const [first, second, third] = values;
  const name = method.replace(/Form$/, '');
  const hasData = WITH_BODY.has(name.toUpperCase());
  const direct = name === '' || name === 'request';
  const given = direct ? (isPlain(first) ? first : second) : hasData ? third : second;
  const config = isPlain(given) ? given : {};
  const headers = {
    ...(isPlain(settings['headers']) ? settings['headers'] : {}),
    ...(isPlain(config['headers']) ? config['headers'] : {}),
  };
  const merged: Record<string, unknown> = {
    ...settings,
    ...config,
    headers: config['headers'] instanceof Unknown ? config['headers'] : headers,
  };
  if (typeof first === 'string') merged['url'] = first;
  else if (!direct) return undefined;
  if (!direct) merged['method'] = name;
  if (!direct && hasData) merged['data'] = second;
  if (method.endsWith('Form')) merged['headers'] = { ...headers, 'content-type': 'multipart/form-data' };
  if (direct && typeof merged['url'] !== 'string') return undefined;
  return readConfig(merged, scope);
}

/** Whether a name is a method of axios that sends a request. */
export function isAxiosMethod(name: string): boolean {
  return METHODS.has(name.replace(/Form$/, '')) || name === 'request' || name === '';
}
