import { describeCount } from '../../../../ui/text.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import { appendQuery, countBytes, Draft, writeQuery, writeText, type Findings, type Found } from '../reading.js';

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
  const { log, entries, request } = json;
  if (isObject(log)) return Array.isArray(log['entries']) ? listObjects(log['entries']) : undefined;
  const listed = listObjects(entries);
  if (listed.some((entry) => isObject(entry['request']))) return listed;
  const { method, url, headers } = isObject(request) ? request : json;
  const others = isObject(request) ? ['response'] : ['httpVersion', 'postData', 'queryString'];
  const isEntry =
    typeof url === 'string' &&
    (isObject(request) || typeof method === 'string') &&
    (Array.isArray(headers) || others.some((name) => name in json));
  return isEntry ? [json] : undefined;
}

/** The body of an archive; undefined for one that it doesn’t have as a text. */
function readBody(draft: Draft, { text, params, mimeType, encoding, _file: file }: JsonObject): string | undefined {
  const omit = (note: string) => draft.omit(note, 'data');
  const type = textOf(mimeType);
  const body = textOf(text);
  const fields = listPairs(params);
  if (/^multipart\//i.test(type)) return draft.omitMultipart(fields.length > 0 ? fields.map(([name]) => name) : body);
  const files = listObjects(params).flatMap(({ name, fileName }) => (fileName == null ? [] : textOf(name)));
  if (file !== undefined) omit('The body is in a file beside the archive, which isn’t read.');
  if (text != null && typeof text !== 'string') omit('The body isn’t text in the archive, so it is left out.');
  if (body.includes('\ufffd')) omit('The archive doesn’t have all bytes of the body.');
  if (files.length > 0 && body === '') omit(`Files in the body aren’t read: ${files.join(', ')}.`);
  if (type !== '' && (body !== '' || fields.length > 0)) draft.addDefault('content-type', type);
  if (encoding !== undefined) return omit(`The body is encoded (${writeText(encoding)}), so it is left out.`);
  return body || (fields.length === 0 ? undefined : writeQuery(fields));
}

/** Notes a body that the archive has not, or not as a whole. */
function checkSize(draft: Draft, sizes: readonly unknown[], body: string | undefined): void {
  const encoding = draft.headers.get('content-encoding') ?? 'identity';
  if (!/^identity$/i.test(encoding))
    draft.omit(`The body was sent in another form (${encoding}), which isn’t read.`, 'data');
  if (draft.unread.length > 0) return;
  const size = sizes.map(Number).find((each) => each > 0);
  const bytes = countBytes(body ?? '');
  // Archives may have LF for CR LF.
  const lines = (body ?? '').split('\n').length - 1;
  if (size !== undefined && (size < bytes || size > bytes + lines))
    draft.omit(`The archive has ${describeCount(bytes, 'byte')} of the body, which had ${size}.`, 'data');
}

/** The request of an entry; nothing for data and extension URLs, and web sockets, which aren’t requests over HTTP. */
function readEntry(entry: JsonObject): Found[] {
  const request = isObject(entry['request']) ? entry['request'] : entry;
  const { postData, bodySize } = request;
  const [written, method] = [textOf(request['url']), textOf(request['method'])];
  const draft = new Draft();
  for (const [name, value] of listPairs(request['headers'])) draft.add(name, value);
  const connection = draft.takeConnection();
  const isSocket = entry['_resourceType'] === 'websocket' || /websocket/i.test(connection.get('upgrade') ?? '');
  if (!/^(?:https?:|\/)/i.test(written) || isSocket) return [];
  // The default of browsers.
  draft.addDefault('accept', '*/*');
  const cookies = listPairs(request['cookies']).map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) draft.addDefault('cookie', cookies.join('; '));
  const escaped = written.replaceAll(/[{}]/g, encodeURIComponent);
  const url = /\?[^#]/.test(escaped) ? escaped : appendQuery(escaped, writeQuery(listPairs(request['queryString'])));
  draft.checkHost(url, connection.get(':authority') ?? connection.get('host'));
  draft.checkBase(url);
  draft.checkCase(method);
  if (typeof request['method'] !== 'string') draft.omit('The archive doesn’t have the method; GET is shown.');
  const body = isObject(postData) ? readBody(draft, postData) : undefined;
  if (!isObject(postData) && postData != null)
    draft.omit('`postData` isn’t an object, so the body is left out.', 'data');
  if (body === undefined && draft.unread.length === 0 && connection.has('transfer-encoding'))
    draft.omit('The archive doesn’t have the body.', 'data');
  checkSize(draft, [bodySize, connection.get('content-length')], body);
  if ('fromCache' in entry || '_fromCache' in entry)
    draft.omit('The response is from a cache, so the archive may lack headers of the request.', 'headers');
  const path = written.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/\?.*$/, '') || '/';
  return [
    {
      ...draft.finish(method || 'GET', url, body, { isRecord: true }),
      name: textOf(entry['comment']) || `${method} ${path}`,
    },
  ];
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
