import { isObject, type JsonObject } from '../../../../json/json.js';
import {
  appendQuery,
  CONNECTION_HEADERS,
  Draft,
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
  return listObjects(value).map((item) => {
    const content = item['value'];
    return [textOf(item[nameKey]), typeof content === 'object' ? '' : writeText(content)];
  });
}

/** Whether a JSON value is a HAR log, an entry of one, or its request. */
export function isHar(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { log, request, method, url, headers } = json;
  if (isObject(log)) return Array.isArray(log['entries']);
  if (isObject(request) && typeof request['url'] === 'string')
    return Array.isArray(request['headers']) || 'response' in json;
  return (
    typeof method === 'string' &&
    typeof url === 'string' &&
    (Array.isArray(headers) || 'httpVersion' in json || 'postData' in json || 'queryString' in json)
  );
}

function readBody(draft: Draft, postData: JsonObject): string | undefined {
  const type = textOf(postData['mimeType']);
  const text = postData['text'];
  const params = listPairs(postData['params']);
  if (/^multipart\//i.test(type)) {
    draft.omitMultipart(
      params.length > 0
        ? params.map(([name]) => name)
        : [...textOf(text).matchAll(/\bname="([^"]*)"/g)].map(([, name = '']) => name),
    );
    return undefined;
  }
  if (type !== '' && (textOf(text) !== '' || params.length > 0)) draft.addDefault('content-type', type);
  if (postData['encoding'] === 'base64') {
    draft.omit('The body is binary, so it is left out.');
    return undefined;
  }
  if (typeof text === 'string' && text !== '') return text;
  return params.length === 0 ? undefined : writeQuery(params);
}

function readRequest(request: JsonObject): Found {
  const draft = new Draft();
  const pairs = listPairs(request['headers']);
  draft.headers = pairs.filter(([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name.toLowerCase()));
  const cookies = listPairs(request['cookies']);
  if (cookies.length > 0) draft.addDefault('cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; '));
  const url = textOf(request['url']);
  const query = listPairs(request['queryString']);
  const known = new Set([...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')].map(([name]) => name));
  const whole = appendQuery(url, writeQuery(query.filter(([name]) => !known.has(name))));
  const postData = request['postData'];
  const body = isObject(postData) ? readBody(draft, postData) : undefined;
  return draft.finish(textOf(request['method']).toUpperCase() || 'GET', whole, body);
}

function readEntry(entry: JsonObject): Found[] {
  const request = isObject(entry['request']) ? entry['request'] : entry;
  const url = textOf(request['url']);
  // Data and extension urls aren't requests over HTTP.
  if (url === '' || !/^(?:https?:|\/|\{\{)/i.test(url)) return [];
  return [
    {
      ...readRequest(request),
      name:
        textOf(entry['comment']) ||
        `${textOf(request['method'])} ${url.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/\?.*$/, '') || '/'}`,
    },
  ];
}

/** Reads an HTTP archive (HAR 1.2), an entry of one, or a request. */
export function readHar(json: unknown): Findings {
  if (!isObject(json)) return { requests: [] };
  const entries = isObject(json['log']) ? listObjects(json['log']['entries']) : [json];
  const requests = entries.flatMap(readEntry);
  const skipped = entries.length - requests.length;
  return {
    requests,
    notes: skipped === 0 ? [] : [`Left out: ${skipped} of ${entries.length} entries, whose URLs aren’t HTTP.`],
  };
}
