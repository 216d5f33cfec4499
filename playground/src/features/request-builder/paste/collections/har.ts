import { describeCount } from '../../../../ui/text.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import {
  appendQuery,
  CONNECTION_HEADERS,
  Draft,
  mergeHeaders,
  writeQuery,
  writeText,
  type Findings,
  type Found,
} from '../reading.js';

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function listObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The name and value of each item of a list, as HAR and Postman write headers and parameters. */
export function listPairs(value: unknown, nameKey = 'name'): [name: string, value: string][] {
  return listObjects(value).map((item) => [textOf(item[nameKey]), writePlain(item['value'])]);
}

export const writePlain = (value: unknown): string => (typeof value === 'object' ? '' : writeText(value));

/** The entries of a HAR log, with or without the object around it, of a list, or of one entry or its request; undefined for other JSON. */
export function findEntries(json: unknown): readonly JsonObject[] | undefined {
  if (!isObject(json)) return undefined;
  const { log, entries, request, method, url, headers } = json;
  if (isObject(log)) return Array.isArray(log['entries']) ? listObjects(log['entries']) : undefined;
  const listed = listObjects(entries);
  if (listed.some((entry) => isObject(entry['request']))) return listed;
  const hasMember = (...names: readonly string[]) => names.some((name) => name in json);
  const isEntry =
    isObject(request) && typeof request['url'] === 'string'
      ? Array.isArray(request['headers']) || hasMember('response')
      : typeof method === 'string' &&
        typeof url === 'string' &&
        (Array.isArray(headers) || hasMember('httpVersion', 'postData', 'queryString'));
  return isEntry ? [json] : undefined;
}

/** The body of an archive; undefined for one that it doesn’t have as a text. */
function readBody(draft: Draft, { text, params, mimeType, encoding, _file: file }: JsonObject): string | undefined {
  const type = textOf(mimeType);
  const body = textOf(text);
  const fields = listPairs(params);
  if (/^multipart\//i.test(type)) {
    draft.omitMultipart(fields.length > 0 ? fields.map(([name]) => name) : body);
    return undefined;
  }
  const files = listObjects(params).filter(({ fileName }) => fileName != null);
  if (file !== undefined) draft.omit('The body is in a file beside the archive, which isn’t read.', 'data');
  if (text != null && typeof text !== 'string')
    draft.omit('The body isn’t text in the archive, so it is left out.', 'data');
  if (body.includes('\ufffd')) draft.omit('The archive doesn’t have all bytes of the body.', 'data');
  if (files.length > 0 && body === '')
    draft.omit(`Files in the body aren’t read: ${files.map(({ name }) => textOf(name)).join(', ')}.`, 'data');
  if (type !== '' && (body !== '' || fields.length > 0)) draft.addDefault('content-type', type);
  if (encoding !== undefined) {
    draft.omit(`The body is encoded (${writeText(encoding)}), so it is left out.`, 'data');
    return undefined;
  }
  return body || (fields.length === 0 ? undefined : writeQuery(fields));
}

/** Notes a body that the archive has not, or not as a whole. */
function checkSize(draft: Draft, request: JsonObject, body: string | undefined): void {
  const headers = mergeHeaders(listPairs(request['headers']));
  const encoding = headers.get('content-encoding');
  if (encoding !== undefined && !/^identity$/i.test(encoding))
    draft.omit(`The body was sent in another form (${encoding}), which isn’t read.`, 'data');
  if (draft.unread.length > 0) return;
  if (body === undefined && headers.has('transfer-encoding')) draft.omit('The archive doesn’t have the body.', 'data');
  const size = [request['bodySize'], headers.get('content-length')].map(Number).find((each) => each > 0);
  if (size === undefined) return;
  const bytes = new TextEncoder().encode(body ?? '').length;
  // Archives may have LF for CR LF.
  const lines = (body ?? '').split('\n').length - 1;
  if (size < bytes || size > bytes + lines)
    draft.omit(`The archive has ${describeCount(bytes, 'byte')} of the body, which had ${size}.`, 'data');
}

function readRequest(draft: Draft, request: JsonObject): Found {
  const pairs = listPairs(request['headers']);
  const method = textOf(request['method']) || 'GET';
  draft.headers = pairs.filter(([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name.toLowerCase()));
  // The default of browsers.
  draft.addDefault('accept', '*/*');
  const cookies = listPairs(request['cookies']).map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) draft.addDefault('cookie', cookies.join('; '));
  const written = textOf(request['url']).replaceAll(/[{}]/g, encodeURIComponent);
  const url = /\?[^#]/.test(written) ? written : appendQuery(written, writeQuery(listPairs(request['queryString'])));
  draft.checkHost(url, pairs.find(([name]) => /^:authority$|^host$/i.test(name))?.[1]);
  draft.checkBase(url);
  if (method !== method.toUpperCase()) draft.omit(`The method “${method}” is shown in upper case.`);
  if (typeof request['method'] !== 'string') draft.omit('The archive doesn’t have the method; GET is shown.');
  const postData = request['postData'];
  const body = isObject(postData) ? readBody(draft, postData) : undefined;
  if (!isObject(postData) && postData != null)
    draft.omit('`postData` isn’t an object, so the body is left out.', 'data');
  checkSize(draft, request, body);
  return draft.finish(method, url, body);
}

const isWebSocket = (request: JsonObject) =>
  listPairs(request['headers']).some(([name, value]) => /^upgrade$/i.test(name) && /websocket/i.test(value));

function readEntry(entry: JsonObject): Found[] {
  const request = isObject(entry['request']) ? entry['request'] : entry;
  const url = textOf(request['url']);
  // Data and extension urls, and web sockets, aren't requests over HTTP.
  if (!/^(?:https?:|\/)/i.test(url) || entry['_resourceType'] === 'websocket' || isWebSocket(request)) return [];
  const draft = new Draft();
  const found = readRequest(draft, request);
  if ('fromCache' in entry || '_fromCache' in entry)
    draft.omit('The response is from a cache, so the archive may lack headers of the request.', 'headers');
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/\?.*$/, '');
  return [{ ...found, name: textOf(entry['comment']) || `${textOf(request['method'])} ${path || '/'}` }];
}

/** Reads the entries of an HTTP archive (HAR 1.2). */
export function readHar(entries: readonly JsonObject[]): Findings {
  const requests = entries.flatMap(readEntry);
  const skipped = entries.length - requests.length;
  return {
    kind: 'HAR',
    requests,
    notes: skipped === 0 ? [] : [`Left out: ${skipped} of ${entries.length} entries, which aren’t requests over HTTP.`],
  };
}
