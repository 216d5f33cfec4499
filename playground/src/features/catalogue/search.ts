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
  const rest = text
    .trim()
    .slice(method?.length ?? 0)
    .trim()
    .replace(/^https?:\/\/[^/]+/, '');
  const segments =
    rest.startsWith('/') && !/\s/.test(rest)
      ? rest
          .replace(/[?#].*$/, '')
          .slice(1)
          .split('/')
      : undefined;
  return { method, words: rest.toLowerCase().split(/\s+/).filter(Boolean), segments };
}

function sameSegment(own: string, wanted: string, isLast: boolean): boolean {
  if (own.toLowerCase() === wanted.toLowerCase() || (/^\{.*\}$/.test(own) && wanted !== '')) return true;
  return isLast && own.toLowerCase().startsWith(wanted.toLowerCase());
}

/** How well a path fits, its variables standing for any segment; 0 where it does not. */
function pathScore(path: string, wanted: readonly string[]): number {
  const own = path.slice(1).split('/');
  if (wanted.length > own.length) return 0;
  const fits = wanted.every((segment, index) => sameSegment(own[index] ?? '', segment, index === wanted.length - 1));
  if (!fits) return 0;
  const literal = wanted.filter((segment, index) => own[index]?.toLowerCase() === segment.toLowerCase()).length;
  return 1000 - 10 * (own.length - wanted.length) + literal;
}

/** How well words fit: a word of the summary counts for more than one of the path, a beginning for more than a middle. */
function wordScore({ path, summary }: Operation, words: readonly string[]): number {
  const inPath = path.toLowerCase();
  const inSummary = ` ${summary.toLowerCase()}`;
  // What says little beside the words is more about them.
  let score = 500 - summary.length / 2 - path.length / 10;
  for (const word of words) {
    if (inSummary.includes(` ${word}`)) score += 30;
    else if (inPath.includes(`/${word}`)) score += 20;
    else if (inSummary.includes(word) || inPath.includes(word)) score += 5;
    else return 0;
  }
  return score;
}

/** The operations that fit a query by words, method or path, the best first; all of them for an empty one. */
export function searchOperations(operations: readonly Operation[], text: string): readonly Operation[] {
  const { method, words, segments } = readQuery(text);
  const ofMethod = method === undefined ? operations : operations.filter((operation) => operation.method === method);
  if (words.length === 0) return ofMethod;
  return ofMethod
    .map((operation) => ({
      operation,
      score: Math.max(segments ? pathScore(operation.path, segments) : 0, wordScore(operation, words)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation);
}

/** Method and path of a route, without its query and whatever the names of its variables. */
function shapeOf(route: string): string {
  return route
    .replaceAll(/\{[?&#][^}]*\}/g, '')
    .replaceAll(/\{[^}]*\}/g, '{}')
    .trim();
}

/** Whether a route is still that of an operation: values and the names of variables may have changed. */
export function isRouteOf({ method, path }: Operation, route: string): boolean {
  return shapeOf(route) === shapeOf(`${method} ${path}`);
}
