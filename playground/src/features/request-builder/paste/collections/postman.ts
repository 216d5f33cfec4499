import { isObject, parseJson, type JsonObject } from '../../../../json/json.js';
import {
  appendQuery,
  Draft,
  encodeKeeping,
  FORM_TYPE,
  isAbsolute,
  requireHttp,
  UnreadableError,
  writeQuery,
  writeText,
  type Findings,
  type Found,
} from '../reading.js';
import { encodeBraces, VARIABLE } from '../variables.js';
import { listObjects, listPairs, textOf } from './har.js';
import { applyCredentials } from './postman-auth.js';

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

const listEnabled = (value: unknown): readonly JsonObject[] => listObjects(value).filter(isEnabled);

function readHeaders(draft: Draft, header: unknown): void {
  if (typeof header === 'string' && header !== '')
    draft.omit('The headers are one text in the collection, which isn’t read.', 'headers');
  draft.headers.push(...listPairs(listEnabled(header), 'key').filter(([name]) => name !== ''));
}

const joined = (value: unknown, separator: string): string =>
  Array.isArray(value)
    ? value.map((piece: unknown) => (isObject(piece) ? textOf(piece['value']) : textOf(piece))).join(separator)
    : textOf(value);

interface Target {
  readonly url: string;
  readonly variables: [string, string][];
}

/** Writes the values of path variables that the builder would encode, and Postman doesn’t. */
function fillPath(path: string, pairs: readonly [string, string][]): { path: string; variables: [string, string][] } {
  const plain = pairs.filter(([, value]) => /^(?:[\w.~-]|\{\{[^{}]*\}\})+$/.test(value));
  const values = new Map(pairs.filter((pair) => !plain.includes(pair)));
  const filled = path.replaceAll(/(^|\/):([^/]+)(?=\/|$)/g, (whole, slash: string, name: string) => {
    const value = values.get(name);
    return value === undefined
      ? whole
      : `${slash}${encodeURI(value).replaceAll('%25', '%').replaceAll('?', '%3F').replaceAll('#', '%23')}`;
  });
  return { path: filled, variables: plain };
}

/** The url as text: that of its parts, because `raw` has disabled parameters too. */
function readUrl(draft: Draft, url: unknown): Target {
  if (typeof url === 'string') return { url: finishUrl(draft, url), variables: [] };
  if (!isObject(url)) return { url: '', variables: [] };
  const raw = textOf(url['raw']);
  const pairs = listPairs(url['variable'], 'key').filter(([name, value]) => name !== '' && value !== '');
  if (url['host'] === undefined && url['path'] === undefined) return { url: finishUrl(draft, raw), variables: pairs };
  if (isObject(url['auth'])) draft.omit('The credentials of the URL are left out.', 'headers', 'authorization');
  const protocol = textOf(url['protocol']).replace(/:?\/*$/, '');
  const host = joined(url['host'], '.');
  const port = writeText(url['port']);
  const { path, variables } = fillPath(joined(url['path'], '/').replace(/^\//, ''), pairs);
  const origin = `${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}`;
  const query = listEnabled(url['query']).map((item) => {
    const name = encodeValue(textOf(item['key']));
    return item['value'] == null ? name : `${name}=${encodeValue(writeText(item['value']))}`;
  });
  const hash = textOf(url['hash']);
  const slash = path !== '' || url['path'] !== undefined ? '/' : '';
  return {
    url: finishUrl(
      draft,
      host === '' && raw !== ''
        ? raw
        : appendQuery(`${origin}${slash}${path}${hash === '' ? '' : `#${hash}`}`, query.join('&')),
    ),
    variables,
  };
}

/** The url with the scheme that Postman adds; a path alone has no host there. */
function finishUrl(draft: Draft, text: string): string {
  const bare = text.trim();
  const url = isAbsolute(bare) || /^\/|^[a-z][a-z+.-]*:(?!\d)/i.test(bare) ? bare : `http://${bare}`;
  requireHttp(url);
  draft.checkBase(url);
  return encodeBraces(url);
}

/** Postman leaves percent-encoding and `+` as they are. */
function encodeValue(text: string): string {
  return text.split(/(%[\da-f]{2}|\+)/i).map((piece, index) => (index % 2 === 1 ? piece : encodeKeeping(piece))).join(''); // prettier-ignore
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json', xml: 'application/xml', html: 'text/html', javascript: 'application/javascript', text: 'text/plain',
}; // prettier-ignore

/** The fields of a form: Postman sends those of one name together. */
function writeFields(fields: readonly JsonObject[]): string {
  const groups = new Map<string, string[]>();
  for (const [name, value] of listPairs(fields, 'key')) groups.set(name, [...(groups.get(name) ?? []), value]);
  return writeQuery([...groups].flatMap(([name, values]) => values.map((value) => [name, value] as const)));
}

function readForm(draft: Draft, content: unknown): string {
  const type = draft.find('content-type');
  if (type !== '' && !type.toLowerCase().startsWith(FORM_TYPE))
    draft.omit(`The content type “${type}” doesn’t fit the form in the body.`, 'headers', 'content-type');
  draft.addDefault('content-type', FORM_TYPE);
  return typeof content === 'string' ? content : writeFields(listEnabled(content));
}

function readBody(draft: Draft, body: unknown): string | undefined {
  if (!isObject(body)) {
    if (body != null) draft.omit('The body isn’t an object in the collection, so it is left out.', 'data');
    return undefined;
  }
  const mode = textOf(body['mode']);
  const content = body[mode];
  if (!isEnabled(body)) return undefined;
  if (mode === '' && Object.keys(body).length > 0) draft.omit('The body has no mode, so it is left out.', 'data');
  if (content == null) return undefined;
  switch (mode) {
    case 'raw': {
      const options = isObject(body['options']) && isObject(body['options']['raw']) ? body['options']['raw'] : {};
      const text = textOf(content);
      if (typeof content !== 'string') draft.omit('The body isn’t text in the collection, so it is left out.', 'data');
      if (text !== '') draft.addDefault('content-type', RAW_TYPES[textOf(options['language'])] ?? 'text/plain');
      return text === '' ? undefined : text;
    }
    case 'urlencoded':
      return readForm(draft, content);
    case 'formdata':
      draft.omitMultipart(listEnabled(content).map((field) => textOf(field['key'])));
      return undefined;
    case 'graphql':
      return writeGraphql(draft, content);
    case 'file':
      draft.omit('The file with the body isn’t read.', 'data');
      return undefined;
  }
  draft.omit(`The body is left out: its mode (${mode}) isn’t read.`, 'data');
  return undefined;
}

/** Whether a text is an object in JSON once its `{{name}}` have values. */
function isJsonObject(text: string): boolean {
  const json = parseJson(text.replaceAll(VARIABLE, '0'));
  return json.ok && isObject(json.value);
}

/** The body of a GraphQL request; as a text, its variables are JSON already. */
function writeGraphql(draft: Draft, content: unknown): string | undefined {
  const { query, operationName, variables } = isObject(content) ? content : {};
  if (typeof query !== 'string') {
    draft.omit('The GraphQL body has no query, so it is left out.', 'data');
    return undefined;
  }
  draft.addDefault('content-type', 'application/json');
  const head = JSON.stringify({ query, operationName });
  const text = typeof variables === 'string' ? variables : JSON.stringify(variables);
  if (text === undefined || text.trim() === '') return head;
  if (typeof variables !== 'string' || isJsonObject(text)) return `${head.slice(0, -1)},"variables":${text}}`;
  draft.omit('The variables of the GraphQL body aren’t a JSON object, so they are left out.', 'data');
  return head;
}

/** Settings that a request inherits from its folders and its collection. */
interface Surrounding {
  readonly folder: readonly string[];
  readonly auth: unknown;
  readonly behavior: JsonObject;
  /** Whether a script runs before the request. */
  readonly scripted: boolean;
}

/** Adds the settings of a folder, or of an item, to those around it. */
function surround(around: Surrounding, item: JsonObject, folder = around.folder): Surrounding {
  const { auth, protocolProfileBehavior: behavior } = item;
  return {
    folder,
    auth: auth ?? around.auth,
    behavior: { ...around.behavior, ...(isObject(behavior) && behavior) },
    scripted: around.scripted || hasScript(item),
  };
}

/** Methods whose body Postman leaves out, unless a setting keeps it. */
const PRUNED = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);
/** Settings that change what is sent. */
const CHANGING = ['disabledSystemHeaders', 'disableUrlEncoding'];

function readRequest(item: JsonObject, { auth, behavior, folder, scripted }: Surrounding): Found {
  const draft = new Draft();
  const request = isObject(item['request']) ? item['request'] : { url: item['request'], method: 'GET' };
  const method = textOf(request['method']).toUpperCase() || 'GET';
  readHeaders(draft, request['header']);
  draft.addDefault('accept', '*/*');
  const { url, variables } = readUrl(draft, request['url']);
  const isPruned = PRUNED.has(method) && behavior['disableBodyPruning'] !== true && isObject(request['body']);
  if (isPruned) draft.notes.push(`Postman sends no body with ${method}, so it is left out.`);
  const body = isPruned ? undefined : readBody(draft, request['body']);
  const own = request['auth'] ?? auth;
  const whole = isObject(own) ? applyCredentials(draft, url, own) : url;
  const settings = CHANGING.filter((name) => behavior[name] !== undefined && behavior[name] !== false);
  if (settings.length > 0) draft.omit(`Settings that aren’t read: ${settings.join(', ')}.`);
  if (scripted) draft.omit('Scripts before the request, which may change it, aren’t run.');
  return { ...draft.finish(method, whole, body, { variables }), name: textOf(item['name']), folder };
}

function hasScript(item: JsonObject): boolean {
  return listObjects(item['event']).some((event) => {
    const script = event['script'];
    const code = isObject(script) ? joined(script['exec'], '') + textOf(script['src']) : textOf(script);
    return event['listen'] === 'prerequest' && isEnabled(event) && code.trim() !== '';
  });
}

/** Reads the requests of a list; one that isn’t of HTTP is named. */
function readItems(items: unknown, around: Surrounding, notes: string[]): Found[] {
  return listObjects(items).flatMap((item) => {
    const name = textOf(item['name']);
    if (Array.isArray(item['item']))
      return readItems(item['item'], surround(around, item, [...around.folder, name]), notes);
    if (item['request'] === undefined) return [];
    try {
      return [readRequest(item, surround(around, item))];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      notes.push(`“${name}” is left out: ${error.message}`);
      return [];
    }
  });
}

/** Reads a collection of Postman, version 2.0 or 2.1. Its variables stay `{{name}}`: an environment may replace their values. */
export function readPostman(collection: JsonObject): Findings {
  const around: Surrounding = { folder: [], auth: undefined, behavior: {}, scripted: false };
  const notes: string[] = [];
  return {
    kind: 'Postman collection',
    requests: readItems(collection['item'], surround(around, collection), notes),
    notes,
  };
}
