import type { Operation } from './operation.js';

const METHOD = /^(get|head|options|post|put|patch|delete)(?=\s|$)/i;

interface Query {
  readonly method: string | undefined;
  readonly words: readonly string[];
  /** Segments of a path that begins with a slash, without it. */
  readonly segments: readonly string[] | undefined;
}

function readQuery(text: string): Query {
  const method = METHOD.exec(text.trim())?.[1]?.toUpperCase();
  const terms = text
    .trim()
    .slice(method?.length ?? 0)
    .trim()
    .replace(/^https?:\/\/[^/]+/, '');
  const segments =
    terms.startsWith('/') && !/\s/.test(terms)
      ? terms
          .replace(/[?#].*$/, '')
          .slice(1)
          .split('/')
      : undefined;
  return { method, words: terms.toLowerCase().split(/\s+/).filter(Boolean), segments };
}

function sameSegment(segment: string, query: string, isLast: boolean): boolean {
  if (segment.toLowerCase() === query.toLowerCase() || (/^\{.*\}$/.test(segment) && query !== '')) return true;
  return isLast && segment.toLowerCase().startsWith(query.toLowerCase());
}

/** Scores how well a path fits, with variables for any segment; 0 where it doesn't. */
function scorePath(path: string, query: readonly string[]): number {
  const segments = path.slice(1).split('/');
  if (query.length > segments.length) return 0;
  const fits = query.every((segment, index) => sameSegment(segments[index] ?? '', segment, index === query.length - 1));
  if (!fits) return 0;
  const literals = query.filter((segment, index) => segments[index]?.toLowerCase() === segment.toLowerCase()).length;
  return 1000 - 10 * (segments.length - query.length) + literals;
}

/** Scores how well words fit: words of the summary count more than those of the path, and the start of a word more than its middle. */
function scoreWords({ path, summary }: Operation, words: readonly string[]): number {
  const inPath = path.toLowerCase();
  const inSummary = ` ${summary.toLowerCase()}`;
  // A short text is about its words rather than about others.
  let score = 500 - summary.length / 2 - path.length / 10;
  for (const word of words) {
    if (inSummary.includes(` ${word}`)) score += 30;
    else if (inPath.includes(`/${word}`)) score += 20;
    else if (inSummary.includes(word) || inPath.includes(word)) score += 5;
    else return 0;
  }
  return score;
}

/** Finds the operations that fit a query by words, method or path, the best first; all of them for an empty query. */
export function searchOperations(operations: readonly Operation[], text: string): readonly Operation[] {
  const { method, words, segments } = readQuery(text);
  const ofMethod = method === undefined ? operations : operations.filter((operation) => operation.method === method);
  if (words.length === 0) return ofMethod;
  return ofMethod
    .map((operation) => ({
      operation,
      score: Math.max(segments ? scorePath(operation.path, segments) : 0, scoreWords(operation, words)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation);
}

/** Reduces a route to its method and path, without its query and the names of its variables. */
function reduceRoute(route: string): string {
  return route
    .replaceAll(/\{[?&#][^}]*\}/g, '')
    .replaceAll(/\{[^}]*\}/g, '{}')
    .trim();
}

/** Whether a route still belongs to an operation: the query and the names of variables may differ. */
export function isRouteOf({ method, path }: Operation, route: string): boolean {
  return reduceRoute(route) === reduceRoute(`${method} ${path}`);
}
