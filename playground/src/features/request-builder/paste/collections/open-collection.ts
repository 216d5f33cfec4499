import { parse } from 'yaml';
import { isObject, type JsonObject } from '../../../../json/json.js';
import { UnreadableError, type Findings } from '../reading.js';
import { listObjects, textOf } from './har.js';
import { readBrunoExport } from './bruno.js';

/** Whether a text is an OpenCollection, or one of its files, in YAML. */
export function isOpenCollection(text: string): boolean {
  return /^opencollection\s*:/m.test(text) || (/^info\s*:/m.test(text) && /^(?:http|graphql)\s*:\s*$/m.test(text));
}

function readAuth(auth: unknown): JsonObject | undefined {
  if (typeof auth === 'string') return { mode: auth };
  if (!isObject(auth)) return undefined;
  const mode = textOf(auth['type']);
  return { mode, [mode]: auth };
}

function readBody(body: unknown): JsonObject {
  const first = Array.isArray(body)
    ? (listObjects(body).find((each) => each['selected'] === true)?.['body'] ?? listObjects(body)[0]?.['body'])
    : body;
  if (!isObject(first)) return { mode: 'none' };
  const mode = textOf(first['type']);
  const { data } = first;
  if (mode === 'form-urlencoded') return { mode, formUrlEncoded: data };
  if (mode === 'multipart-form') return { mode, multipartForm: data };
  return { mode, [mode]: data };
}

function readDefaults(value: unknown): JsonObject {
  const { headers, auth, variables } = isObject(value) ? value : {};
  return { request: { headers, auth: readAuth(auth), vars: { req: variables } } };
}

/** A folder or a request, in the shape of Bruno's JSON export; undefined for other kinds of items. */
function convertItem(item: JsonObject): JsonObject | undefined {
  const info = isObject(item['info']) ? item['info'] : item;
  const name = textOf(info['name']);
  if (Array.isArray(item['items']))
    return { name, items: convertItems(item['items']), root: readDefaults(item['request']) };
  const { http, graphql, runtime } = item;
  const source = isObject(http) ? http : isObject(graphql) ? graphql : undefined;
  if (source === undefined) return undefined;
  const scripts = isObject(runtime) && Array.isArray(runtime['scripts']) && runtime['scripts'].length > 0;
  const auth = readAuth(source['auth'] ?? (isObject(runtime) ? runtime['auth'] : undefined) ?? item['auth']);
  const body = isObject(graphql) ? { mode: 'graphql', graphql: source['body'] } : readBody(source['body']);
  const { method, url, headers, params } = source;
  return { name, request: { method: method ?? 'POST', url, headers, params, body, auth, hasScripts: scripts } };
}

function convertItems(items: unknown): JsonObject[] {
  return listObjects(items).flatMap((item) => {
    const converted = convertItem(item);
    return converted === undefined ? [] : [converted];
  });
}

/** Reads an OpenCollection, the format of newer collections of Bruno, or one of its files. */
export function readOpenCollection(text: string): Findings {
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    throw new UnreadableError(
      `The collection isn’t valid YAML: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}.`,
    );
  }
  if (!isObject(document)) return { requests: [] };
  const config = isObject(document['config']) ? document['config'] : {};
  const items = convertItems(document['items'] ?? [document]);
  return readBrunoExport({ items, environments: config['environments'], root: readDefaults(document['request']) });
}
