import type { SnippetTarget } from 'endpoint.js/snippets';
import type { Received } from './echo.mjs';

/** Fields that every program sends in any case, and those that `fetch` does. */
const ADDED_FIELDS = ['host', 'connection', 'content-length'];
const FIELDS_OF_FETCH = ['accept-language', 'accept-encoding', 'sec-fetch-mode'];
const FETCH_TARGETS: ReadonlySet<SnippetTarget> = new Set(['fetch', 'endpoint.js']);

/** The differences that a snippet's own comments announce. */
function readRemarks(snippet: string) {
  const comments = snippet.split('\n').filter((line) => /^(?:\/\/|#) /.test(line));
  const find = (pattern: RegExp): string | undefined => comments.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  return {
    added: find(/adds headers that the request lacks: (.*)/)?.split(', ') ?? [],
    dropped: find(/Left out, because \w+ can't send these headers: (.*)/)?.split(', ') ?? [],
    requested: find(/fetch normalises the url, and requests (.*)/),
    isRewritten: find(/(requests|HTTPie) changes the url/) !== undefined,
    isTrimmed: find(/HTTPie removes the (Unicode) spaces/) !== undefined,
  };
}

/** The changes of requests and HTTPie, which are made on both sides where the snippet announces some. */
const normalize = (target: string): string =>
  target
    .replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent)
    .replace(/%../g, (triplet) => triplet.toUpperCase())
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D')
    .replace(/^\/+/, '/')
    .replace(/\?$/, '');

/** The expected and the arrived message, without the differences that the snippet announces or the program always makes. */
export function toComparable(
  expected: Received,
  arrived: Received,
  snippet: string,
  target: SnippetTarget,
): { expected: Received; arrived: Received } {
  const { added, dropped, requested, isRewritten, isTrimmed } = readRemarks(snippet);
  const requestedFields = new Set(expected.headers.map(([name]) => name));
  const addedFields = new Set([...ADDED_FIELDS, ...(FETCH_TARGETS.has(target) ? FIELDS_OF_FETCH : []), ...added]);
  const simplify = (message: Received, isCompared: (name: string) => boolean): Received => ({
    ...message,
    target: isRewritten ? normalize(message.target) : message.target,
    headers: message.headers
      .filter(([name]) => name !== 'content-length' && !dropped.includes(name) && isCompared(name))
      .map(([name, value]): [string, string] => [name, isTrimmed ? value.replace(/^[\s\x85]+|[\s\x85]+$/g, '') : value])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  });
  return {
    expected: simplify(
      { ...expected, target: requested?.replace(/^http:\/\/[^/]*/, '') ?? expected.target },
      () => true,
    ),
    arrived: simplify(arrived, (name) => requestedFields.has(name) || !addedFields.has(name)),
  };
}
