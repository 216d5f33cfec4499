import { isObject, type JsonObject } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { appendQuery, Draft, encodeKeeping, writeQuery, type Findings, type Found } from '../reading.js';
import { listObjects, listPairs, textOf } from './har.js';

/** The collection of a JSON value: exported by Postman, or as its API returns it. */
export function findPostmanCollection(json: unknown): JsonObject | undefined {
  if (!isObject(json)) return undefined;
  const collection = isObject(json['collection']) ? json['collection'] : json;
  const { info, item } = collection;
  return isObject(info) &&
    Array.isArray(item) &&
    (/getpostman\.com|postman\.com/.test(textOf(info['schema'])) ||
      '_postman_id' in info ||
      'schema' in info ||
      listObjects(item).some((each) => 'request' in each))
    ? collection
    : undefined;
}

const isEnabled = (item: JsonObject): boolean => item['disabled'] !== true;

/** The enabled items of a list; the others are noted by their keys. */
function listEnabled(draft: Draft, value: unknown, what: string): readonly JsonObject[] {
  const items = listObjects(value);
  const keys = items.filter((item) => !isEnabled(item)).map((item) => textOf(item['key']));
  if (keys.length > 0) draft.notes.push(`Disabled in the collection, so left out: ${what} ${keys.join(', ')}.`);
  return items.filter(isEnabled);
}

function readHeaders(draft: Draft, header: unknown): void {
  if (typeof header === 'string') {
    const lines = header.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] = /^\s*([^:]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || name.startsWith('//') ? [] : [[name.trim(), value.trim()] as [string, string]];
    });
    draft.headers.push(...lines);
    return;
  }
  draft.headers.push(...listPairs(listEnabled(draft, header, 'headers'), 'key').filter(([name]) => name !== ''));
}

const joined = (value: unknown, separator: string): string =>
  Array.isArray(value)
    ? value.map((piece: unknown) => (isObject(piece) ? textOf(piece['value']) : textOf(piece))).join(separator)
    : textOf(value);

/** The url as text: that of its parts, because `raw` has disabled parameters too. */
function readUrl(draft: Draft, url: unknown): { readonly url: string; readonly variables: [string, string][] } {
  if (typeof url === 'string') return { url, variables: [] };
  if (!isObject(url)) return { url: '', variables: [] };
  const raw = textOf(url['raw']);
  const variables = listPairs(url['variable'], 'key').filter(([name, value]) => name !== '' && value !== '');
  const query = listEnabled(draft, url['query'], 'parameters');
  if (url['host'] === undefined && url['path'] === undefined) return { url: raw, variables };
  const protocol = textOf(url['protocol']);
  const host = joined(url['host'], '.');
  const port = textOf(url['port']);
  const path = joined(url['path'], '/').replace(/^\//, '');
  const origin = `${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}`;
  const pairs = query.map((item) => {
    const value = item['value'];
    const name = encodeValue(textOf(item['key']));
    return value == null ? name : `${name}=${encodeValue(textOf(value))}`;
  });
  const hash = textOf(url['hash']);
  const tail = `${pairs.length === 0 ? '' : `?${pairs.join('&')}`}${hash === '' ? '' : `#${hash}`}`;
  const slash = path !== '' || url['path'] !== undefined ? '/' : '';
  return { url: host === '' && raw !== '' ? raw : `${origin}${slash}${path}${tail}`, variables };
}

/** Postman leaves percent-encoding as it is. */
function encodeValue(text: string): string {
  return text.split(/(%[\da-f]{2})/i).map((piece, index) => (index % 2 === 1 ? piece : encodeKeeping(piece))).join(''); // prettier-ignore
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json', xml: 'application/xml', html: 'text/html', javascript: 'application/javascript', text: 'text/plain',
}; // prettier-ignore

function readBody(draft: Draft, body: JsonObject): string | undefined {
  const mode = textOf(body['mode']);
  const content = body[mode];
  if (!isEnabled(body) || content === undefined || content === null) return undefined;
  switch (mode) {
    case 'raw': {
      const options = isObject(body['options']) && isObject(body['options']['raw']) ? body['options']['raw'] : {};
      const type = RAW_TYPES[textOf(options['language'])];
      if (textOf(content) === '') return undefined;
      if (type !== undefined) draft.addDefault('content-type', type);
      else if (!/^\s*[[{]/.test(textOf(content))) draft.addDefault('content-type', 'text/plain');
      return textOf(content);
    }
    case 'urlencoded':
      draft.addDefault('content-type', 'application/x-www-form-urlencoded');
      if (typeof content === 'string') return content;
      return writeQuery(listPairs(listEnabled(draft, content, 'fields'), 'key'));
    case 'formdata':
      draft.omitMultipart(listEnabled(draft, content, 'fields').map((field) => textOf(field['key'])));
      return undefined;
    case 'graphql':
      return writeGraphql(draft, content);
  }
  draft.omit('The file with the body isn’t read.');
  return undefined;
}

/** The body of a GraphQL request, whose variables are JSON text. */
function writeGraphql(draft: Draft, content: unknown): string {
  const { query, variables } = isObject(content) ? content : {};
  draft.addDefault('content-type', 'application/json');
  const text = textOf(variables).trim();
  return `{"query":${JSON.stringify(textOf(query))}${text === '' ? '' : `,"variables":${text}`}}`;
}

/** The credentials of a request: their type, and its settings by name. */
interface Credentials {
  readonly type: string;
  readonly setting: (name: string) => string;
}

/** The settings of `auth`: a list since version 2.1, an object before. */
function readCredentials(auth: JsonObject): Credentials {
  const type = textOf(auth['type']);
  const settings = auth[type];
  const pairs = Array.isArray(settings)
    ? listPairs(settings, 'key')
    : Object.entries(isObject(settings) ? settings : {}).map(([name, value]): [string, string] => [
        name,
        textOf(value),
      ]);
  return { type, setting: (name) => pairs.find(([each]) => each === name)?.[1] ?? '' };
}

/** Adds credentials to a request; returns its url, which an API key may be part of. */
function applyCredentials(draft: Draft, url: string, { type, setting }: Credentials): string {
  switch (type.toLowerCase()) {
    case '':
    case 'noauth':
      return url;
    case 'bearer':
      draft.addDefault('authorization', `Bearer ${setting('token')}`);
      return url;
    case 'basic': {
      const [user, password] = [setting('username'), setting('password')];
      if (`${user}${password}`.includes('{{'))
        draft.omit('The credentials (basic) depend on variables; fill them in under “authorization”.');
      else draft.addDefault('authorization', writeBasic(user, password));
      return url;
    }
    case 'apikey': {
      const key = setting('key');
      if (/query/i.test(setting('in'))) return appendQuery(url, writeQuery([[key, setting('value')]]));
      draft.addDefault(key, setting('value'));
      return url;
    }
  }
  draft.omit(`The credentials (${type}) are left out: they aren’t a fixed header.`);
  return url;
}

interface Surrounding {
  readonly folder: readonly string[];
  readonly auth: unknown;
}

function readRequest(item: JsonObject, { folder, auth }: Surrounding): Found {
  const name = textOf(item['name']);
  const draft = new Draft();
  const request = isObject(item['request']) ? item['request'] : { url: item['request'], method: 'GET' };
  readHeaders(draft, request['header']);
  const { url, variables } = readUrl(draft, request['url']);
  const own = request['auth'] ?? auth;
  const whole = isObject(own) ? applyCredentials(draft, url, readCredentials(own)) : url;
  const body = isObject(request['body']) ? readBody(draft, request['body']) : undefined;
  if (listObjects(item['event']).some((event) => hasScript(event))) draft.notes.push('Scripts aren’t run.');
  const found = draft.finish(textOf(request['method']).toUpperCase() || 'GET', whole, body);
  return {
    ...found,
    ...('request' in found && variables.length > 0 && { request: { ...found.request, variables } }),
    name,
    folder,
  };
}

function hasScript(event: JsonObject): boolean {
  const script = event['script'];
  const exec = isObject(script) ? script['exec'] : undefined;
  return joined(exec, '').trim() !== '';
}

function readItems(items: unknown, surrounding: Surrounding): Found[] {
  return listObjects(items).flatMap((item) => {
    if (Array.isArray(item['item']))
      return readItems(item['item'], {
        folder: [...surrounding.folder, textOf(item['name'])],
        auth: item['auth'] ?? surrounding.auth,
      });
    return item['request'] === undefined ? [] : [readRequest(item, surrounding)];
  });
}

/** Reads a collection of Postman, version 2.0 or 2.1. */
export function readPostman(collection: JsonObject): Findings {
  return { requests: readItems(collection['item'], { folder: [], auth: collection['auth'] }) };
}
