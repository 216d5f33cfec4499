/** Compares built requests with what a document describes. */
import { toFetch } from 'endpoint.js/fetch';
import type { RequestOptions } from 'endpoint.js/tools';
import { BIG } from './variants.js';
import { order } from './conform.js';
import type { ExpectedBody, Part } from './expected-body.js';
import type { Target } from './serializer.js';

/** What differs, and how. */
export interface Difference {
  readonly aspect: string;
  readonly detail: string;
}

/** What a request must be. */
export interface Expected {
  readonly method: string;
  readonly base: string;
  readonly target: Target;
  readonly contentType: string | undefined;
  readonly accept: readonly string[] | undefined;
  readonly body: ExpectedBody;
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);

/** The same text for all spellings of a path or query that the URL standard and RFC 3986 have as the same. */
const normalize = (text: string): string =>
  text
    .replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : code.toUpperCase();
    })
    .replace(/[^\x21-\x7e]|["<>^`{|}\\]/gu, (one) => encodeURIComponent(one));

const nameOf = (pair: string): string => normalize(pair.split('=', 1)[0] ?? '').replace(/%5B(?:\d+)?%5D/g, '[]');

/** Pairs in the order of their names; those of one name stay as they are. */
const sort = <Item>(list: readonly Item[], name: (item: Item) => string): Item[] =>
  [...list].sort((one, other) => (name(one) < name(other) ? -1 : name(one) > name(other) ? 1 : 0));

function compareUrl(url: string, { base, target, method }: Expected): Difference[] {
  const found: Difference[] = [];
  const [before = '', ...afterHash] = url.split('#');
  const [path = '', query = ''] = before.split(/\?(.*)/s, 2);
  const expectedPath = `${base.replace(/\/$/, '')}${target.path}`;
  if (normalize(path) !== normalize(expectedPath))
    found.push({ aspect: 'path', detail: `${method} ${path} instead of ${expectedPath}` });
  const fragment = afterHash.join('#');
  if (normalize(fragment) !== normalize(target.fragment.slice(1)))
    found.push({ aspect: 'fragment', detail: `#${fragment} instead of ${target.fragment}` });
  const pairs = sort(query === '' ? [] : query.split('&'), nameOf);
  const expected = sort(target.query, ([one = '']) => nameOf(one));
  const isSame =
    pairs.length === expected.length &&
    expected.every((spellings, index) => spellings.some((one) => normalize(one) === normalize(pairs[index] ?? '')));
  if (!isSame) {
    const decode = (text: string): string => decodeURIComponent(text);
    const isDecodedSame =
      pairs.length === expected.length &&
      expected.every((spellings, index) => spellings.some((one) => decode(one) === decode(pairs[index] ?? '')));
    found.push({
      aspect: isDecodedSame ? 'query, decoded the same' : 'query',
      detail: `?${pairs.join('&')} instead of ?${expected.map(([one]) => one).join('&')}`,
    });
  }
  return found;
}

/** The parts of a multipart body's text. */
function readParts(text: string, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '\0';
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...content] = part.replace(/^\r\n/, '').split('\r\n\r\n');
      const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? '';
      return {
        name: (/; name="([^"]*)"/.exec(disposition)?.[1] ?? '')
          .replace(/%22/g, '"')
          .replace(/%0D/g, '\r')
          .replace(/%0A/g, '\n'),
        isFile: disposition.includes('; filename='),
        type: /^content-type:\s*(.*)$/im.exec(head)?.[1],
        text: content.join('\r\n\r\n').replace(/\r\n$/, ''),
      };
    });
}

function compareParts(parts: readonly Part[], expected: readonly Part[]): Difference[] {
  const shown = `${show(parts)} instead of ${show(expected)}`;
  const key = ({ name }: Part): string => name;
  const [left, right] = [sort(parts, key), sort(expected, key)];
  if (left.length !== right.length || left.some(({ name }, index) => name !== right[index]?.name))
    return [{ aspect: 'multipart: parts', detail: shown }];
  const found: Difference[] = [];
  left.forEach((part, index) => {
    const { isFile, type, text, name } = right[index] as Part;
    const detail = `${name}: ${show(part)} instead of ${show(right[index])}`;
    if (part.text !== text) found.push({ aspect: 'multipart: text', detail });
    if (isFile !== 'either' && part.isFile !== isFile)
      found.push({ aspect: isFile ? 'multipart: a part without a file name' : 'multipart: a field as a file', detail });
    else if (isFile === false && part.type !== undefined)
      found.push({ aspect: 'multipart: a field as a part with a type', detail });
    const isPlain = type === undefined || part.type?.toLowerCase() === type.toLowerCase();
    if (!isPlain) found.push({ aspect: 'multipart: type', detail });
  });
  const isAmong = ({ name }: Part, isFile: boolean): boolean =>
    expected.some((one) => one.name === name && one.isFile === isFile);
  const lastField = parts.findLastIndex((part) => isAmong(part, false));
  const firstFile = parts.findIndex((part) => isAmong(part, true));
  if (firstFile >= 0 && lastField > firstFile) found.push({ aspect: 'multipart: a field after a file', detail: shown });
  return found;
}

async function compareBody(
  init: { readonly headers: Record<string, string>; readonly body?: unknown },
  expected: ExpectedBody,
): Promise<Difference[]> {
  const { body } = init;
  const differ = (aspect: string, instead: unknown): Difference[] => [
    { aspect, detail: `${show(body)} instead of ${show(instead)}` },
  ];
  if (expected.kind === 'none') return body === undefined ? [] : differ('a body where none was passed', undefined);
  if (expected.kind === 'multipart') {
    const response = new Response(
      body as FormData,
      typeof body === 'string' ? { headers: { 'content-type': init.headers['content-type'] ?? '' } } : {},
    );
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('multipart/form-data')) return differ('multipart: another body', expected.parts);
    return compareParts(readParts(await response.text(), type), expected.parts);
  }
  if (body === undefined) return differ('no body', expected);
  const text = typeof body === 'string' ? body : await new Response(body as Blob).text();
  if (expected.kind === 'text') return text === expected.text ? [] : differ('text of the body', expected.text);
  if (expected.kind === 'json') {
    try {
      // As text with a mark, because a number of JavaScript would lose its digits.
      const marked = text.replace(new RegExp(`([:[,])${BIG}(?=[,\\]}])`, 'g'), `$1"${BIG}!"`);
      return JSON.stringify(order(JSON.parse(marked))) === JSON.stringify(order(expected.value))
        ? []
        : differ('JSON', expected.value);
    } catch (error) {
      if (error instanceof SyntaxError) return differ('JSON', expected.value);
      throw error;
    }
  }
  const pairs = [...new URLSearchParams(text)].map(([name, value]): [string, string] => [name, value]);
  const key = ([name]: readonly [string, string]): string => name;
  return JSON.stringify(sort(pairs, key)) === JSON.stringify(sort(expected.pairs, key))
    ? []
    : [{ aspect: 'form', detail: `${show(pairs)} instead of ${show(expected.pairs)}` }];
}

/** Compares a request with what it must be. */
export async function compare(
  request: RequestOptions,
  expected: Expected,
  ignored: ReadonlySet<string>,
): Promise<Difference[]> {
  const [url, init] = toFetch(request);
  const found = compareUrl(url, expected);
  if (request.method !== expected.method.toLowerCase()) found.push({ aspect: 'method', detail: request.method });
  const { 'content-type': contentType, accept = '', ...headers } = init.headers;
  const hasBody = expected.body.kind !== 'none' && expected.body.kind !== 'multipart';
  // Bytes of any type have none.
  const isAny =
    expected.body.kind === 'text' &&
    /^(?:application\/json)?$/.test(contentType ?? '') &&
    expected.contentType === 'application/json; charset=utf-8';
  if (hasBody && !isAny && contentType !== expected.contentType)
    found.push({ aspect: 'content-type', detail: `${contentType} instead of ${expected.contentType}` });
  if (!hasBody && contentType !== undefined && expected.body.kind === 'none')
    found.push({ aspect: 'content-type without a body', detail: contentType });
  for (const name of new Set([...Object.keys(headers), ...Object.keys(expected.target.headers)]))
    if (!ignored.has(name) && headers[name] !== expected.target.headers[name])
      found.push({ aspect: 'header', detail: `${name}: ${headers[name]} instead of ${expected.target.headers[name]}` });
  if (expected.accept) {
    const types = accept.split(/\s*,\s*/);
    const isSame = types.length === expected.accept.length && expected.accept.every((type) => types.includes(type));
    if (!isSame || types[0] !== expected.accept[0])
      found.push({ aspect: 'accept', detail: `${accept} instead of ${expected.accept.join(', ')}` });
  }
  found.push(...(await compareBody(init, expected.body)));
  return found;
}
