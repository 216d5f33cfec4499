import { isObject, parseJson, type JsonObject } from '../../../../json/json.js';
import {
  appendQuery,
  Draft,
  encodeKeeping,
  FORM_TYPE,
  isAbsolute,
  requireHttp,
  toObject,
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
  const pairs = listPairs(listEnabled(header), 'key');
  // Postman sends all headers of one spelling, and of several spellings of a name only the last.
  const spellings = new Map(pairs.map(([name]) => [name.toLowerCase(), name]));
  for (const [name, value] of pairs)
    if (name !== '' && spellings.get(name.toLowerCase()) === name) draft.add(name, value);
}

const joined = (value: unknown, separator: string): string =>
  Array.isArray(value)
    ? value.map((piece: unknown) => (isObject(piece) ? textOf(piece['value']) : textOf(piece))).join(separator)
    : textOf(value);

/** The URL, and the values of its path variables that the builder wouldn’t encode; Postman writes the others as they are. */
function readUrl(draft: Draft, url: unknown): { readonly url: string; readonly variables: [string, string][] } {
  if (url === undefined) return { url: '', variables: [] };
  const { raw, protocol, host, port, path, query, hash, variable, auth } = isObject(url) ? url : { raw: url };
  const pairs = listPairs(variable, 'key').filter(([name, value]) => name !== '' && value !== '');
  const variables = pairs.filter(([, value]) => /^(?:[\w.~-]|\{\{[^{}]*\}\})+$/.test(value));
  if (isObject(auth)) draft.omit('The credentials of the URL are left out.', 'headers', 'authorization');
  const domain = joined(host, '.');
  // The parts count, because `raw` has disabled parameters too.
  if (domain === '' && textOf(raw) !== '') return { url: finishUrl(draft, textOf(raw)), variables: pairs };
  const values = new Map(pairs.filter((pair) => !variables.includes(pair)));
  const filled = joined(path, '/').replaceAll(/(^|\/):([^/]+)(?=\/|$)/g, (whole, slash: string, name: string) => {
    const value = values.get(name);
    return value === undefined
      ? whole
      : slash + encodeURI(value).replaceAll('%25', '%').replaceAll(/[?#]/g, encodeURIComponent);
  });
  const scheme = textOf(protocol)
    .replace(/:?\/*$/, '')
    .replace(/.$/, '$&://');
  const origin = `${scheme}${domain}${writeText(port).replace(/^./, ':$&')}`;
  const whole = `${origin}${path === undefined ? '' : filled.replace(/^\/?/, '/')}${textOf(hash).replace(/^./, '#$&')}`;
  const parameters = listEnabled(query).map(({ key, value }) => {
    const name = encodeValue(textOf(key));
    return value == null ? name : `${name}=${encodeValue(writeText(value))}`;
  });
  return { url: finishUrl(draft, appendQuery(whole, parameters.join('&'))), variables };
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

function readForm(draft: Draft, content: unknown): string | undefined {
  const { type } = draft;
  const form = typeof content === 'string' ? content : writeFields(listEnabled(content));
  if (form === '') return undefined;
  if (type !== '' && !type.toLowerCase().startsWith(FORM_TYPE))
    draft.omit(`The content type “${type}” doesn’t fit the form in the body.`, 'headers', 'content-type');
  draft.addDefault('content-type', FORM_TYPE);
  return form;
}

function readBody(draft: Draft, body: unknown): string | undefined {
  const omit = (note: string) => draft.omit(note, 'data');
  if (!isObject(body))
    return body == null ? undefined : omit('The body isn’t an object in the collection, so it is left out.');
  const mode = textOf(body['mode']);
  const content = body[mode];
  if (!isEnabled(body)) return undefined;
  if (mode === '' && Object.keys(body).length > 0) omit('The body has no mode, so it is left out.');
  if (content == null) return undefined;
  switch (mode) {
    case 'raw': {
      const { language } = toObject(toObject(body['options'])['raw']);
      if (typeof content !== 'string') return omit('The body isn’t text in the collection, so it is left out.');
      if (content !== '') draft.addDefault('content-type', RAW_TYPES[textOf(language)] ?? 'text/plain');
      return content || undefined;
    }
    case 'urlencoded':
      return readForm(draft, content);
    case 'formdata':
      return draft.omitMultipart(listEnabled(content).map(({ key }) => textOf(key)));
    case 'graphql':
      return writeGraphql(draft, content);
    case 'file':
      return omit('The file with the body isn’t read.');
  }
  return omit(`The body is left out: its mode (${mode}) isn’t read.`);
}

/** Whether a text is an object in JSON once its `{{name}}` have values. */
function isJsonObject(text: string): boolean {
  const json = parseJson(text.replaceAll(VARIABLE, '0'));
  return json.ok && isObject(json.value);
}

/** The body of a GraphQL request; as a text, its variables are JSON already. */
function writeGraphql(draft: Draft, content: unknown): string | undefined {
  const { query, operationName, variables } = toObject(content);
  if (typeof query !== 'string') return draft.omit('The GraphQL body has no query, so it is left out.', 'data');
  draft.addDefault('content-type', 'application/json');
  const head = JSON.stringify({ query, operationName });
  const text = typeof variables === 'string' ? variables : JSON.stringify(variables);
  if (text === undefined || text.trim() === '') return head;
  if (typeof variables !== 'string' || isJsonObject(text)) return `${head.slice(0, -1)},"variables":${text}}`;
  draft.omit('The variables of the GraphQL body aren’t a JSON object, so they are left out.', 'data');
  return head;
}

/** Methods whose body Postman leaves out, unless a setting keeps it. */
const PRUNED = new Set(['GET', 'HEAD', 'COPY', 'PURGE', 'UNLOCK']);
/** Settings that change what is sent. */
const CHANGING = ['disabledSystemHeaders', 'disableUrlEncoding'];

/** Whether a script runs before the requests of a collection, a folder or an item. */
function hasScript({ event: events }: JsonObject): boolean {
  return listEnabled(events).some(({ listen, script }) => {
    const { exec, src } = isObject(script) ? script : { exec: script };
    return listen === 'prerequest' && (joined(exec, '') + textOf(src)).trim() !== '';
  });
}

/** Reads the request of an item, which inherits settings of the folders and the collection around it. */
function readRequest(item: JsonObject, around: readonly JsonObject[]): Found {
  const draft = new Draft();
  const all = [...around, item];
  const request = isObject(item['request']) ? item['request'] : { url: item['request'] };
  const method = textOf(request['method']).toUpperCase() || 'GET';
  const behavior: JsonObject = Object.assign({}, ...all.map((each) => each['protocolProfileBehavior']));
  readHeaders(draft, request['header']);
  draft.addDefault('accept', '*/*');
  const { url, variables } = readUrl(draft, request['url']);
  const isPruned = PRUNED.has(method) && behavior['disableBodyPruning'] !== true && isObject(request['body']);
  if (isPruned) draft.notes.push(`Postman sends no body with ${method}, so it is left out.`);
  const body = isPruned ? undefined : readBody(draft, request['body']);
  const auth = [...all, request].findLast((each) => each['auth'] != null)?.['auth'];
  const whole = isObject(auth) ? applyCredentials(draft, url, auth) : url;
  const settings = CHANGING.filter((name) => (behavior[name] ?? false) !== false);
  if (settings.length > 0) draft.omit(`Settings that aren’t read: ${settings.join(', ')}.`);
  if (all.some(hasScript)) draft.omit('Scripts before the request, which may change it, aren’t run.');
  const folder = around.slice(1).map(({ name }) => textOf(name));
  return { ...draft.finish(method, whole, body, { variables }), name: textOf(item['name']), folder };
}

/** Reads the requests in a collection or a folder, the last one `around` them; one that isn’t of HTTP is named. */
function readItems(items: unknown, around: readonly JsonObject[], notes: string[]): Found[] {
  return listObjects(items).flatMap((item) => {
    if (Array.isArray(item['item'])) return readItems(item['item'], [...around, item], notes);
    if (item['request'] === undefined) return [];
    try {
      return [readRequest(item, around)];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      notes.push(`“${textOf(item['name'])}” is left out: ${error.message}`);
      return [];
    }
  });
}

/** Reads a collection of Postman, version 2.0 or 2.1. Its variables stay `{{name}}`: an environment may replace their values. */
export function readPostman(collection: JsonObject): Findings {
  const notes: string[] = [];
  const requests = readItems(collection['item'], [collection], notes);
  return { kind: 'Postman collection', requests, notes };
}
