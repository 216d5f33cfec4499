import { isOfQuery, needsText, resolveTarget } from '../../request/target.js';
import type { Expression } from '../../template/ast.js';
import { expandInPieces } from './expansion.js';
import type { ExplainedExpression, UrlPart, UrlRun, UrlSource } from '../explanation.js';
import { queryPieces } from './remaining-query.js';
import { endpointError } from '../layers.js';
import type { Parameters } from '../parameters.js';
import type { PlacedPart, ReadRoute } from '../route/read-route.js';
import * as sentences from '../sentences.js';
import type { Trace } from '../trace.js';

/** A run that doesn't know its place yet. */
interface Piece {
  readonly text: string;
  readonly source: UrlSource;
  readonly sentence: string;
}

/** The url, and what it consists of. */
export interface ExplainedUrl {
  readonly runs: readonly UrlRun[];
  readonly expressions: readonly ExplainedExpression[];
}

/** Everything that a piece of the url is explained by. */
interface Context {
  readonly trace: Trace;
  readonly route: ReadRoute;
  readonly parameters: Parameters;
}

function describeExpression(placed: PlacedPart, part: Expression, context: Context): ExplainedExpression {
  const { trace, route, parameters } = context;
  const { start, end, in: place } = placed;
  const text = route.text.slice(start, end);
  const varspecs = part.varspecs.map(({ name, explode, prefix, start: from }) => {
    const at = from + start - part.start;
    const modifier = explode ? 1 : prefix ? `:${prefix}`.length : 0;
    const parameter = parameters.ofVariable(part.operator, name);
    return { name, explode, prefix, start: at, end: at + name.length + modifier, parameter };
  });
  const values = varspecs.map(({ parameter }) => parameters.list[parameter]?.value);
  const sentence = sentences.expression(text, part, values);
  const base = { start, end, text, operator: part.operator, varspecs, part: place, sentence };
  try {
    const pieces = expandInPieces(part, isOfQuery(part.operator) ? trace.queryValues : trace.pathValues, trace.rules);
    const needed = place === 'path' && needsText(part.operator) && !trace.rules.omitMissing;
    const missing = needed && values.some((value) => value == null);
    return { ...base, expansion: missing ? undefined : pieces.map((piece) => piece.text).join('') };
  } catch (error) {
    endpointError(error);
    return { ...base, expansion: undefined };
  }
}

function expressionPieces(explained: ExplainedExpression, part: Expression, index: number, context: Context): Piece[] {
  const { trace, parameters } = context;
  const { text, expansion, varspecs } = explained;
  if (expansion === undefined)
    return [{ text, source: { kind: 'unexpanded', expression: index }, sentence: explained.sentence }];
  const values = isOfQuery(part.operator) ? trace.queryValues : trace.pathValues;
  return expandInPieces(part, values, trace.rules).map((piece) => {
    const { role, varspec } = piece;
    const { name = '', parameter = -1 } = varspecs[varspec] ?? {};
    const given = parameters.list[parameter];
    const key = piece.key === undefined ? {} : { key: piece.key };
    return {
      text: piece.text,
      source:
        role === 'punctuation'
          ? { kind: 'punctuation', expression: index, varspec }
          : { kind: 'variable', expression: index, varspec, parameter, name, role, ...key },
      sentence: sentences.expansionRun(explained, part, piece, given),
    };
  });
}

/** What the template gives. */
function referencePieces(context: Context, expressions: ExplainedExpression[]): Piece[] {
  const { route } = context;
  const pieces: Piece[] = [];
  for (const placed of route.parts) {
    const { part, start, end } = placed;
    if ('malformed' in part) continue;
    if (part.varspecs) {
      const explained = describeExpression(placed, part, context);
      expressions.push(explained);
      for (const piece of expressionPieces(explained, part, expressions.length - 1, context)) pieces.push(piece);
    } else {
      const sentence = sentences.literalRun(part.text !== route.text.slice(start, end));
      pieces.push({ text: part.text ?? '', source: { kind: 'literal', start, end }, sentence });
    }
  }
  return pieces;
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

/** Cuts pieces in two at an index of their text. */
function cut(pieces: readonly Piece[], index: number): [Piece[], Piece[]] {
  const before: Piece[] = [];
  const behind: Piece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const at = Math.min(Math.max(index - start, 0), piece.text.length);
    before.push({ ...piece, text: piece.text.slice(0, at) });
    behind.push({ ...piece, text: piece.text.slice(at) });
    start += piece.text.length;
  }
  return [before, behind];
}

/** Last segments that get no text take their slashes with them: the pieces of the path without these. */
function dropSlashes(pieces: Piece[], { reference }: Trace): Piece[] {
  const dropped = reference.value === undefined ? 0 : lengthOf(pieces) - reference.value.length;
  if (dropped <= 0) return pieces;
  const text = pieces.map((piece) => piece.text).join('');
  const path = /^[^?#]*/.exec(text)?.[0] ?? '';
  const [before, after] = cut(pieces, path.length);
  return [...cut(before, path.length - dropped)[0], ...after].filter((piece) => piece.text);
}

function furtherPieces({ trace, parameters }: Context): Piece[][] {
  const { rules, target, method } = trace;
  const readable = method === 'get' || method === 'head';
  return parameters.list.flatMap((given, parameter) => {
    const { name, value, places } = given;
    const further =
      given.given === 'plain'
        ? readable && !target.value?.names.has(name)
        : given.given === 'query' && !target.value?.names.get(name)?.query;
    if (!further || !places.includes('query')) return [];
    const pieces = queryPieces(name, value, rules).map((piece): Piece => {
      const source = { kind: 'parameter' as const, parameter, name, role: piece.role, path: piece.path };
      return { text: piece.text, source, sentence: sentences.remainingRun(given, piece, rules.arrays) };
    });
    return pieces.length ? [pieces] : [];
  });
}

/** The pieces with the further query behind their own query, before their fragment. */
function addFurther(pieces: Piece[], context: Context): Piece[] {
  const { placed, reference, withQuery } = context.trace;
  const query = placed.value?.query;
  if (!query) return pieces;
  const text = pieces.map((piece) => piece.text).join('');
  const hash = text.indexOf('#');
  const [before, fragment] = cut(pieces, hash < 0 ? text.length : hash);
  // What stands between a query and another one is what the builder wrote there; without its result, what it would write.
  const end = (withQuery.value?.length ?? 0) - query.length - lengthOf(fragment);
  const begun = /\?/.test(text.slice(0, hash < 0 ? text.length : hash));
  const mark =
    reference.value === undefined
      ? begun
        ? '&'
        : '?'
      : (withQuery.value?.slice(lengthOf(before), end) ?? (begun ? '&' : '?'));
  const further: Piece[] = [];
  for (const own of furtherPieces(context)) {
    const source = own[0]?.source;
    const separator = further.length ? '&' : mark;
    if (source?.kind === 'parameter')
      further.push({
        text: separator,
        source: { ...source, role: 'separator', path: [] },
        sentence: sentences.separatorRun(separator),
      });
    for (const piece of own) further.push(piece);
  }
  return [...before, ...further, ...fragment];
}

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string, base: string) => Readonly<Record<(typeof ORIGIN_PARTS)[number], string>>;

const ORIGIN_PARTS = ['protocol', 'host', 'username', 'password'] as const;
/** Where a relative url is looked at. */
const PAGE = 'http://page.test';

/** Whether the built url leads where the stated base leads, to a URL parser; false where nothing was built. */
function keepsOrigin(base: string, built: string | undefined): boolean {
  if (built === undefined) return false;
  const [stated, actual] = [new URL(base || '/', PAGE), new URL(built, PAGE)];
  return ORIGIN_PARTS.every((part) => stated[part] === actual[part]);
}

/** What precedes the reference: origin of the url itself, or base URL, and the slash between. */
function targetPieces(reference: string, { trace, route }: Context): Piece[] {
  const { target, options, attribution } = trace;
  if (!target.value) return [];
  let text: string;
  try {
    const resolved = resolveTarget(options.baseUrl, target.value, reference);
    text = resolved.slice(0, resolved.length - reference.length);
  } catch (error) {
    endpointError(error);
    return [];
  }
  const seam = text.endsWith('/') ? '/' : '';
  const base = text.slice(0, text.length - seam.length);
  const layer = attribution.options.get('baseUrl')?.layer;
  const { offset, origin } = route;
  const kept = keepsOrigin(base, trace.request?.url);
  const absolute: Piece = {
    text: base,
    source: { kind: 'literal', start: offset, end: offset + origin.length },
    sentence: sentences.originRun(kept),
  };
  return [
    origin ? absolute : { text: base, source: { kind: 'base', layer }, sentence: sentences.baseRun(layer, kept) },
    { text: seam, source: { kind: 'seam' }, sentence: sentences.seamRun },
  ];
}

/** Gives pieces their places in the url. */
function toRuns(pieces: readonly Piece[]): UrlRun[] {
  const text = pieces.map((piece) => piece.text).join('');
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i.exec(text) ?? [];
  const [path = ''] = /^[^?#]*/.exec(text.slice(origin.length)) ?? [];
  const hash = text.indexOf('#');
  const partAt = (index: number): UrlPart => {
    if (index < origin.length) return 'origin';
    if (index < origin.length + path.length) return 'path';
    return hash >= 0 && index >= hash ? 'fragment' : 'query';
  };
  const runs: UrlRun[] = [];
  let start = 0;
  for (const piece of pieces) {
    // A base URL is origin and path.
    const inOrigin = start < origin.length ? Math.min(piece.text.length, origin.length - start) : 0;
    for (const run of [piece.text.slice(0, inOrigin), piece.text.slice(inOrigin)]) {
      if (!run) continue;
      runs.push({
        start,
        end: start + run.length,
        text: run,
        part: partAt(start),
        source: piece.source,
        sentence: piece.sentence,
      });
      start += run.length;
    }
  }
  return runs;
}

/** Attributes each character of the url. */
export function explainUrl(trace: Trace, route: ReadRoute, parameters: Parameters): ExplainedUrl {
  const context = { trace, route, parameters };
  const expressions: ExplainedExpression[] = [];
  const pieces = referencePieces(context, expressions);
  if (!trace.target.value) return { runs: [], expressions };
  const reference = addFurther(dropSlashes(pieces, trace), context);
  const text = reference.map((piece) => piece.text).join('');
  return { runs: toRuns([...targetPieces(text, context), ...reference]), expressions };
}
