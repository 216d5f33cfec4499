import type { Operation } from './catalogue.js';

/** The facts about an operation that a query may name. */
type Route = Pick<Operation, 'method' | 'path' | 'summary'>;

const METHOD = /^(get|head|options|post|put|patch|delete)(?=\s|$)/i;

interface Query {
  readonly method: string | undefined;
  readonly words: readonly string[];
  /** Segments of a path that begins with a slash, without it. */
  readonly segments: readonly string[] | undefined;
}

function readQuery(text: string): Query {
  const method = METHOD.exec(text.trim())?.[1]?.toUpperCase();
  const rest = text.trim().slice(method?.length ?? 0);
  const terms = rest.trim().replace(/^https?:\/\/[^/]+/, '');
  const path = /^\/([^\s?#]*)(?:[?#]\S*)?$/.exec(terms)?.[1];
  return { method, words: terms.toLowerCase().split(/\s+/).filter(Boolean), segments: path?.split('/') };
}

function matchesSegment(segment: string, query: string, isLast: boolean): boolean {
  if (segment.toLowerCase() === query.toLowerCase() || (/^\{.*\}$/.test(segment) && query !== '')) return true;
  return isLast && segment.toLowerCase().startsWith(query.toLowerCase());
}

/** Scores how well a path fits, with variables for any segment; 0 if it doesn't. */
function scorePath(path: string, query: readonly string[]): number {
  const segments = path.slice(1).split('/');
  if (query.length > segments.length) return 0;
  const fits = query.every((segment, index) =>
    matchesSegment(segments[index] ?? '', segment, index === query.length - 1),
  );
  if (!fits) return 0;
  const literals = query.filter((segment, index) => segments[index]?.toLowerCase() === segment.toLowerCase()).length;
  return 1000 - 10 * (segments.length - query.length) + literals;
}

/** Scores how well words fit: words of the summary count more than those of the path, and the start of a word more than its middle. */
function scoreWords({ path, summary }: Route, words: readonly string[]): number {
  const inPath = path.toLowerCase();
  const inSummary = ` ${summary.toLowerCase()}`;
  // In a short text each word counts for more.
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
export function searchRoutes<Found extends Route>(operations: readonly Found[], text: string): readonly Found[] {
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
