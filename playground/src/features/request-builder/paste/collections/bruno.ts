import { isObject, parseJson, type JsonObject } from '../../../../json/json.js';
import { appendQuery, Draft, writeQuery, writeText, type Findings, type Found } from '../reading.js';
import { readBruText } from './bru-text.js';
import { applyCredentials } from './credentials.js';
import { listObjects, textOf } from './har.js';
import { isEnabled, listEnabled, writeGraphql } from './items.js';

type Pair = [name: string, value: string];

const pairs = (items: readonly JsonObject[]): Pair[] =>
  items.map((item) => [textOf(item['name']), writeText(item['value'])]);

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json', xml: 'application/xml', text: 'text/plain', sparql: 'application/sparql-query',
}; // prettier-ignore

/** The body; comments, which Bruno allows in JSON, are left out. */
function readBody(draft: Draft, body: JsonObject): string | undefined {
  const mode = textOf(body['mode']);
  switch (mode) {
    case '':
    case 'none':
      return undefined;
    case 'json':
    case 'xml':
    case 'text':
    case 'sparql': {
      const text = textOf(body[mode]);
      if (text === '') return undefined;
      draft.addDefault('content-type', TYPES[mode] ?? 'text/plain');
      const plain = text.replaceAll(/^\s*\/\/[^\n]*\n?/gm, '');
      return mode === 'json' && !parseJson(text).ok && parseJson(plain).ok ? plain : text;
    }
    case 'formUrlEncoded':
    case 'form-urlencoded':
      draft.addDefault('content-type', 'application/x-www-form-urlencoded');
      return writeQuery(pairs(listEnabled(draft, body['formUrlEncoded'], 'fields')));
    case 'multipartForm':
    case 'multipart-form':
      draft.omitMultipart(listEnabled(draft, body['multipartForm'], 'fields').map((field) => textOf(field['name'])));
      return undefined;
    case 'graphql':
      return writeGraphql(draft, body['graphql']);
  }
  draft.omit('The file with the body isn’t read.');
  return undefined;
}

/** Bruno writes the parameters of the query into the url too. */
function assembleUrl(draft: Draft, request: JsonObject): { readonly url: string; readonly variables: Pair[] } {
  const params = listEnabled(draft, request['params'] ?? request['query'], 'parameters');
  const query = pairs(params.filter((item) => item['type'] !== 'path'));
  const url = textOf(request['url']);
  return {
    url: query.length === 0 ? url : appendQuery(url.replace(/\?[^#]*/, ''), writeQuery(query)),
    variables: pairs(params.filter((item) => item['type'] === 'path')).filter(([, value]) => value !== ''),
  };
}

interface Surrounding {
  readonly folder: readonly string[];
  readonly headers: readonly Pair[];
  readonly auth: unknown;
}

function readRequest(item: JsonObject, { folder, headers, auth }: Surrounding): Found {
  const request = isObject(item['request']) ? item['request'] : {};
  const draft = new Draft();
  draft.headers = pairs(listEnabled(draft, request['headers'], 'headers'));
  for (const [name, value] of headers) draft.addDefault(name.toLowerCase(), value);
  const { url, variables } = assembleUrl(draft, request);
  const isOwn = isObject(request['auth']) && textOf(request['auth']['mode']) !== 'inherit';
  const chosen = isOwn ? request['auth'] : auth;
  const mode = isObject(chosen) ? textOf(chosen['mode']) : '';
  const settings = isObject(chosen) ? chosen[mode] : undefined;
  const setting = (name: string) => (isObject(settings) ? textOf(settings[name]) : '');
  const whole = applyCredentials(draft, url, { type: mode, setting });
  const body = isObject(request['body']) ? readBody(draft, request['body']) : undefined;
  const { script } = request;
  if (request['hasScripts'] === true || (isObject(script) && (script['req'] || script['res'])))
    draft.notes.push('Scripts aren’t run.');
  const found = draft.finish(textOf(request['method']).toUpperCase() || 'GET', whole, body);
  return {
    ...found,
    ...('request' in found && variables.length > 0 && { request: { ...found.request, variables } }),
    name: textOf(item['name']),
    folder,
  };
}

/** Headers and credentials of a folder, for everything in it. */
function surround(root: unknown, { folder, headers, auth }: Surrounding): Surrounding {
  const request = isObject(root) && isObject(root['request']) ? root['request'] : {};
  const mode = isObject(request['auth']) ? textOf(request['auth']['mode']) : '';
  return {
    folder,
    headers: [...pairs(listObjects(request['headers']).filter(isEnabled)), ...headers],
    auth: mode === '' || mode === 'inherit' ? auth : request['auth'],
  };
}

function readItems(items: unknown, surrounding: Surrounding): Found[] {
  return listObjects(items).flatMap((item) => {
    if (Array.isArray(item['items'])) {
      const folder = [...surrounding.folder, textOf(item['name'])];
      return readItems(item['items'], surround(item['root'], { ...surrounding, folder }));
    }
    return isObject(item['request']) ? [readRequest(item, surrounding)] : [];
  });
}

const OUTSIDE: Surrounding = { folder: [], headers: [], auth: undefined };

/** Whether a JSON value is a collection that Bruno exported. */
export function isBrunoExport(json: unknown): json is JsonObject {
  if (!isObject(json) || !Array.isArray(json['items'])) return false;
  return (
    'brunoConfig' in json ||
    'environments' in json ||
    listObjects(json['items']).some(({ type, request }) => isObject(request) || type === 'folder')
  );
}

/** Reads a collection in the shape of Bruno's JSON export. */
export function readBrunoExport(json: JsonObject): Findings {
  const environments = listObjects(json['environments']);
  const [environment] = environments;
  return {
    requests: readItems(json['items'], surround(json['root'], OUTSIDE)),
    notes:
      environments.length < 2
        ? []
        : [`Of ${environments.length} environments the variables are those of “${textOf(environment?.['name'])}”.`],
  };
}

/** Reads a request in the language of Bruno. */
export function readBruno(text: string): Findings {
  const item = readBruText(text);
  if (item === undefined) return { requests: [] };
  return { requests: [readRequest(item, OUTSIDE)] };
}
