import { findMethod } from '../request/method.js';
import type { Part } from '../template/ast.js';
import { Budget } from '../template/budget.js';
import { parseParts } from '../template/parse.js';
import type { Span, Token, TokenKind, UrlPart } from './explanation.js';
import { attempt, endpointError } from './layers.js';
import * as sentences from './sentences.js';
import type { Trace } from './trace.js';

/** A piece that breaks the grammar of templates. */
interface Malformed extends Span {
  readonly malformed: true;
}

/** After so many problems the remaining template isn't read, so that time stays linear. */
const MAX_PROBLEMS = 50;

/** Finds the malformed piece at a position: a whole expression, else one character. */
function findMalformed(url: string, position: number, from: number): Malformed {
  const brace = url[position] === '{' || url[position] === '}';
  const start = brace ? position : url.lastIndexOf('{', position);
  const end = url.indexOf('}', position);
  if (!brace && start >= from && end >= 0 && url.indexOf('}', start) === end)
    return { malformed: true, start, end: end + 1 };
  return { malformed: true, start: position, end: position + ((url.codePointAt(position) ?? 0) > 0xffff ? 2 : 1) };
}

/** The parts of a template, and the malformed pieces between them. Positions index the url. */
function readTemplate(url: string, start: number, strict: boolean): (Part | Malformed)[] {
  const parts: (Part | Malformed)[] = [];
  let from = start;
  for (let problems = 0; problems < MAX_PROBLEMS; problems++) {
    let end = url.length;
    let malformed: Malformed | undefined;
    // Another error may precede this one: the text before it is read until it has none.
    for (let read: Part[] | undefined; !read;) {
      try {
        read = parseParts(url.slice(0, end), { strict, placeholders: true, start: from });
        for (const part of read) parts.push(part);
      } catch (error) {
        // The error of a lone surrogate has no position.
        const { position = from + url.slice(from).search(/\p{Cs}/u) } = endpointError(error);
        malformed = findMalformed(url, position, from);
        end = malformed.start;
      }
    }
    if (!malformed) return parts;
    parts.push(malformed);
    from = malformed.end;
  }
  return from < url.length ? [...parts, { malformed: true, start: from, end: url.length }] : parts;
}

/** A part of the template: positions index the route. */
export interface PlacedPart extends Span {
  readonly part: Part | Malformed;
  readonly in: UrlPart;
  /** Index among the expressions; -1 for other parts. */
  readonly expression: number;
}

/** The parts of the route. */
export interface ReadRoute {
  /** The text of the tokens. */
  readonly text: string;
  /** The index at which the url begins. */
  readonly offset: number;
  readonly origin: string;
  readonly parts: readonly PlacedPart[];
  readonly tokens: readonly Token[];
}

/** Finds method and url in the text of a route, also of one that the builder refuses. */
function readWords(text: string, { route, parsedRoute }: Trace): { word: Span; url: Span } {
  if (route === undefined) return { word: { start: 0, end: 0 }, url: { start: 0, end: text.length } };
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  if (parsedRoute.value) {
    const { statedMethod = '', url } = parsedRoute.value;
    return { word: { start, end: start + statedMethod.length }, url: { start: end - url.length, end } };
  }
  const word = /^[^\s/{?#:.]*/.exec(text.slice(start, end))?.[0] ?? '';
  const gap = /^\s*/.exec(text.slice(start + word.length, end))?.[0] ?? '';
  return { word: { start, end: start + word.length }, url: { start: start + word.length + gap.length, end } };
}

/** Scheme and authority of a url that may be malformed after them. */
function readOrigin(url: string, { target, rules }: Trace): string {
  const parsed = target.value ?? attempt(() => rules.parseTarget(/^[^{}]*/.exec(url)?.[0] ?? '')).value;
  return parsed?.origin ?? '';
}

/** The text that each part of the template writes; empty for one that can't be expanded. */
function expandParts({ target, pathValues, queryValues, rules }: Trace): string[] {
  return (target.value?.steps ?? []).map(({ literal, expand, ofQuery }) => {
    const values = ofQuery ? queryValues : pathValues;
    // As in a query, where a value may be missing.
    return literal ?? attempt(() => expand(values, new Budget(rules.maxLength), '?')).value ?? '';
  });
}

/** Finds the part of the url that each part of the template is in: the path ends at the first `?` or `#`. */
function placeParts(url: string, offset: number, origin: string, trace: Trace): PlacedPart[] {
  const written = expandParts(trace);
  let before = '';
  let expressions = 0;
  return readTemplate(url, origin.length, trace.rules.strict).map((part, index) => {
    const start = part.start + offset;
    const end = part.end + offset;
    const malformed = 'malformed' in part;
    const begins = malformed
      ? ''
      : part.kind === 'literal'
        ? part.text
        : part.operator === '?' || part.operator === '#'
          ? part.operator
          : '';
    const place = placeAfter(before + begins);
    before += written[index] ?? begins;
    return { start, end, part, in: place, expression: malformed || part.kind === 'literal' ? -1 : expressions++ };
  });
}

const placeAfter = (written: string): UrlPart =>
  written.includes('#') ? 'fragment' : written.includes('?') ? 'query' : 'path';

type AddToken = (
  kind: TokenKind,
  start: number,
  end: number,
  sentence: string,
  owner?: { expression: number; varspec?: number },
) => void;

function addExpression(add: AddToken, text: string, { start, end, part, expression }: PlacedPart): void {
  if ('malformed' in part || part.kind === 'literal') return;
  const { operator, varspecs } = part;
  const shift = start - part.start;
  if (text[start] === ':') {
    const name = varspecs[0]?.name ?? '';
    return add('placeholder', start, end, sentences.placeholderToken(name), { expression, varspec: 0 });
  }
  add('punctuation', start, start + 1, sentences.braceToken, { expression });
  add('operator', start + 1, start + 1 + operator.length, sentences.operatorToken(operator), { expression });
  for (const [varspec, { name, explode, prefix, start: nameStart }] of varspecs.entries()) {
    const at = nameStart + shift;
    const modifier = explode ? '*' : prefix ? `:${prefix}` : '';
    if (varspec) add('punctuation', at - 1, at, sentences.commaToken, { expression });
    add('variable', at, at + name.length, sentences.variableToken(name, operator), { expression, varspec });
    const sentence = sentences.modifierToken(name, prefix);
    add('modifier', at + name.length, at + name.length + modifier.length, sentence, { expression, varspec });
  }
  add('punctuation', end - 1, end, sentences.braceToken, { expression });
}

/** Splits the text of the route into parts and tokens. */
export function readRoute(trace: Trace): ReadRoute {
  const { route, options, method, error } = trace;
  const text = route ?? options.url ?? '';
  const { word, url } = readWords(text, trace);
  const urlText = text.slice(url.start, url.end);
  const origin = readOrigin(urlText, trace);
  const parts = placeParts(urlText, url.start, origin, trace);
  const tokens: Token[] = [];
  const add: AddToken = (kind, start, end, sentence, owner) => {
    if (start < end) tokens.push({ kind, start, end, text: text.slice(start, end), ...owner, sentence });
  };

  add('blank', 0, word.start, sentences.blankToken);
  const isKnown = word.start === word.end || findMethod(text.slice(word.start, word.end));
  if (isKnown) add('method', word.start, word.end, sentences.methodToken(method ?? 'get'));
  else add('invalid', word.start, word.end, sentences.invalidToken(error));
  add('blank', word.end, url.start, sentences.blankToken);
  add('origin', url.start, url.start + origin.length, sentences.originToken);
  for (const placed of parts) {
    const { start, end, part, in: place } = placed;
    if ('malformed' in part) add('invalid', start, end, sentences.invalidToken(error));
    else if (part.kind === 'expression') addExpression(add, text, placed);
    else add('literal', start, end, sentences.literalToken(place, part.text !== text.slice(start, end)));
  }
  add('blank', url.end, text.length, sentences.blankToken);
  return { text, offset: url.start, origin, parts, tokens };
}
