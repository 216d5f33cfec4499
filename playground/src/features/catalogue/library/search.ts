import type { Operation } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import type { Hit } from './messages.js';

/** The verbs that people use for a method. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get list show view fetch read retrieve find',
  POST: 'post create add new make send submit upload',
  PUT: 'put update edit change set replace',
  PATCH: 'patch update edit change modify',
  DELETE: 'delete remove destroy',
};
const METHOD = /^(?:get|head|options|query|post|put|patch|delete)(?=\s|$)/i;
const FILLER = /^(?:an?|the|of|for|to|in|on|by|with|from|and)$/;
const VARIABLE = /[{}]|^:/;
/** The origin of a url, or a host with a port or a domain; and queries. */
const NOT_PATH =
  /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*|^[\w-]+(?:\.[\w-]+)*(?:\.[a-z]+|:\d+)(?=\/)|\{[?&#][^{}]*\}|[?#].*/gi;
/** Characters of a description that searches read. */
const SEARCHED = 300;

/** The words of a text or a name such as `createStatus`, in lower case and without fillers. */
function listWords(text: string): readonly string[] {
  const words = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []; // prettier-ignore
  return words.filter((word) => !FILLER.test(word));
}

/** The beginning that the forms of a word share. */
const findStem = (word: string): string => word.replace(/(?<=..)(?:ies|(?<![us])s|es|y|e)$/, '');

const listStems = (text: string): readonly string[] => listWords(text).map(findStem);

const VERB_STEMS = new Map(Object.entries(VERBS).map(([method, verbs]) => [method, new Set(listStems(verbs))]));

/** What a text is about: its words in any order and form, without the verbs of a method. */
const findSubject = (text: string, verbs?: ReadonlySet<string>): string =>
  listStems(text).filter((stem) => verbs?.has(stem) !== true).sort().join(' '); // prettier-ignore

const listSegments = (path: string): readonly string[] =>
  path.toLowerCase().replaceAll(NOT_PATH, '').replaceAll(/^\/|(?<=.)\/+$/g, '').split('/'); // prettier-ignore

/** An operation as searches by path or name read it. */
interface Entry {
  readonly hit: Hit;
  /** The operationId without its punctuation. */
  readonly id: string;
  /** What its operationId, its summary and its path are about, without the verbs of its method. */
  readonly subjects: readonly string[];
  readonly segments: readonly string[];
}

/** For each word the operations that have it, each with the weight of the word in it. */
type Vocabulary = Map<string, [index: number, weight: number][]>;

/** Adds the words of an operation, and returns what else searches read. */
function addOperation(vocabulary: Vocabulary, operation: Operation, index: number): Entry {
  const { method, path, route, id, tags, summary, description, deprecated } = operation;
  const weights = new Map<string, number>();
  const add = (words: readonly string[], weight: number) => {
    for (const word of new Set(words)) weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  // In a short text each word counts for more.
  const addText = (words: readonly string[], weight: number) => add(words, weight / (0.5 + words.length / 8));
  const segments = listSegments(route.replace(/^\S+ /, ''));
  const named = segments.filter((segment) => !VARIABLE.test(segment) && !/^(?:api|v\d[\d.]*)$/.test(segment));
  const words = listWords(summary || (named.at(-1) ?? ''));
  addText(words, 30);
  addText(listWords(id), 20);
  add(listWords(named.join(' ')), 10);
  add(listWords(tags.join(' ')), 8);
  add(listWords(VERBS[method] ?? ''), 10);
  add(listWords(description.slice(0, SEARCHED)), 3);
  for (const [word, weight] of weights) {
    const known = vocabulary.get(word);
    if (known) known.push([index, weight]);
    else vocabulary.set(word, [[index, weight]]);
  }
  const texts = [id, summary, ...(path.endsWith('}') ? [] : [named.join(' ')])];
  return {
    hit: { method, path, summary, deprecated, index },
    id: listWords(id).join(''),
    subjects: texts.map((text) => findSubject(text, VERB_STEMS.get(method))),
    segments,
  };
}

/** The score of each operation that has a word, a form of it, or a longer one; 0 for all others. */
function scoreWord(vocabulary: Vocabulary, word: string, count: number): Float64Array {
  const scores = new Float64Array(count);
  const stem = findStem(word);
  for (const [known, weights] of vocabulary) {
    if (!(word.length > 1 ? known.includes(stem) : known.startsWith(word))) continue;
    const isLonger = known.startsWith(word);
    const factor =
      known === word ? 1 : findStem(known) === stem ? 0.9 : isLonger ? 0.7 : known.includes(word) ? 0.1 : 0;
    for (const [index, weight] of weights) scores[index] = (scores[index] ?? 0) + factor * weight;
  }
  return scores;
}

/** Scores how well a path fits that may end early, with values in place of parameters; 0 if it doesn't. */
function scorePath(segments: readonly string[], asked: readonly string[]): number {
  const query = segments.at(-1)?.startsWith('{+') === true ? asked.slice(0, segments.length) : asked;
  if (query.length > segments.length) return 0;
  let score = 1000 - 50 * (segments.length - query.length);
  for (const [index, part] of query.entries()) {
    const segment = segments[index] ?? '';
    const isVariable = VARIABLE.test(segment);
    if (segment === part || (isVariable && VARIABLE.test(part))) score += 20;
    else if (index === query.length - 1 && segment.startsWith(part)) score += 10;
    else if (!isVariable || VARIABLE.test(part) || part === '') return 0;
  }
  return score;
}

/** The same where either path may have segments before the other, such as those of a server. */
function scorePlaces(segments: readonly string[], query: readonly string[]): number {
  const [first = ''] = query;
  const [ownFirst = ''] = segments;
  const start = segments.findIndex((segment, index) => index > 0 && segment.startsWith(first));
  const queryStart = query.findIndex((part, index) => index > 0 && part !== '' && ownFirst.startsWith(part));
  return Math.max(
    scorePath(segments, query),
    start === -1 ? 0 : scorePath(segments.slice(start), query) - 15,
    queryStart === -1 ? 0 : scorePath(segments, query.slice(queryStart)) - 15,
  );
}

/** Prepares the score of words in any order: 0 if one of them is nowhere. */
function prepareWords(vocabulary: Vocabulary, count: number, text: string): (entry: Entry) => number {
  const words = listWords(text);
  const name = words.join('');
  // In code, other names precede the operation's.
  const names = /\s/.test(text) ? [name] : words.map((_, index) => words.slice(index).join(''));
  const scores = words.map((word) => scoreWord(vocabulary, word, count));
  const askedSubjects = new Map(Array.from(VERB_STEMS, ([method, verbs]) => [method, findSubject(text, verbs)]));
  return ({ hit: { index, method, path, deprecated }, id, subjects }) => {
    if (names.includes(id)) return 2000;
    if (!id.includes(name) && scores.some((each) => each[index] === 0)) return 0;
    const subject = askedSubjects.get(method) ?? '';
    const named = subject === '' ? 0 : subjects.filter((each) => each === subject).length;
    const base = named > 0 ? 200 + 20 * named : 0;
    return Math.max(
      1,
      scores.reduce((sum, each) => sum + (each[index] ?? 0), base - path.length / 20 - (deprecated ? 5 : 0)),
    );
  };
}

/** Finds the operations that fit a query by words, an operationId, a path or a url, the best first; all for an empty one. */
export type Search = (query: string) => readonly Hit[];

export function createSearch(catalogue: PackedCatalogue): Search {
  const vocabulary: Vocabulary = new Map();
  const entries = catalogue.operations.flatMap((_, index) => {
    const operation = unpackOperation(catalogue, index);
    return operation === undefined ? [] : [addOperation(vocabulary, operation, index)];
  });
  return (query) => {
    const asked = query.trim();
    const [method = ''] = METHOD.exec(asked) ?? [];
    const rest = asked.slice(method.length).trim();
    const path = /^\S*\/\S*$/.test(rest) ? listSegments(rest) : undefined;
    const isStrict = method !== '' && (rest === '' || path !== undefined);
    const found = isStrict ? entries.filter(({ hit }) => hit.method === method.toUpperCase()) : entries;
    if (rest === '') return found.map(({ hit }) => hit);
    const scoreWords = prepareWords(vocabulary, entries.length, isStrict ? rest : asked);
    return found
      .map((entry) => ({ entry, score: Math.max(path ? scorePlaces(entry.segments, path) : 0, scoreWords(entry)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry: { hit } }) => hit);
  };
}
