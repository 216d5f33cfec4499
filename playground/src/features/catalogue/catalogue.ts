import { readChoice, readFlag, readList, readObject, readText } from '../../json/json.js';

export interface Parameter {
  readonly name: string;
  /** `data` is the whole body. */
  readonly place: 'path' | 'query' | 'header' | 'body' | 'data';
  readonly required: boolean;
  /** Close to TypeScript: `string`, `integer[]`, `"open" | "closed"`; empty where the document states none. */
  readonly type: string;
  readonly description: string;
  /** The operator or modifier of RFC 6570 that it needs: `+` for several path segments, `*` for a repeated list. */
  readonly notation: '' | '+' | '*';
}

/** One route of an API. */
export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

export interface Catalogue {
  readonly title: string;
  /** Empty where the document states none. */
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
}

/**
 * Reads an operation from JSON, such as that of an earlier visit.
 *
 * @throws Error if it is damaged: one sentence with the reason
 */
export function readOperation(json: unknown): Operation {
  const object = readObject(json, 'The operation');
  return {
    method: readText(object, 'method', ''),
    path: readText(object, 'path', ''),
    summary: readText(object, 'summary', ''),
    parameters: readList(object, 'parameters', (row) => ({
      name: readText(row, 'name', ''),
      place: readChoice(row, 'place', ['path', 'query', 'header', 'body', 'data']),
      required: readFlag(row, 'required', false),
      type: readText(row, 'type', ''),
      description: readText(row, 'description', ''),
      notation: readChoice(row, 'notation', ['', '+', '*']),
    })),
  };
}

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
function scoreWords({ path, summary }: Operation, words: readonly string[]): number {
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
