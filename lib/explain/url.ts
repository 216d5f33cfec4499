import { usesQuery } from '../request/method.js';
import { isOfQuery, needsText, resolveTarget } from '../request/target.js';
import type { Expression } from '../template/ast.js';
import type { ExplainedExpression, UrlPart, UrlRun, UrlSource } from './explanation.js';
import { attempt } from './layers.js';
import type { Parameters } from './parameters.js';
import { expandInPieces, expandRemaining, type ExpansionPiece } from './pieces.js';
import type { PlacedPart, ReadRoute } from './route.js';
import * as sentences from './sentences.js';
import type { Trace } from './trace.js';

/** A run without its place. */
interface Piece {
  readonly text: string;
  readonly source: UrlSource;
  readonly sentence: string;
}

/** The runs of the url, and the expressions that they come from. */
interface ExplainedUrl {
  readonly runs: readonly UrlRun[];
  readonly expressions: readonly ExplainedExpression[];
}

/** Everything that explains a piece of the url. */
interface Context {
  readonly trace: Trace;
  readonly route: ReadRoute;
  readonly parameters: Parameters;
}

const expandPieces = (part: Expression, { queryValues, pathValues, rules }: Trace): ExpansionPiece[] =>
  expandInPieces(part, isOfQuery(part.operator) ? queryValues : pathValues, rules);

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
  const pieces = attempt(() => expandPieces(part, trace)).value;
  const needed = place === 'path' && needsText(part.operator) && !trace.rules.omitMissing;
  const missing = needed && values.some((value) => value == null);
  return { ...base, expansion: missing ? undefined : pieces?.map((piece) => piece.text).join('') };
}

function expressionPieces(expression: ExplainedExpression, part: Expression, index: number, context: Context): Piece[] {
  const { trace, parameters } = context;
  const { text, expansion, varspecs } = expression;
  if (expansion === undefined)
    return [{ text, source: { kind: 'unexpanded', expression: index }, sentence: expression.sentence }];
  return expandPieces(part, trace).map((piece) => {
    const { role, varspec } = piece;
    const { name = '', parameter = -1 } = varspecs[varspec] ?? {};
    const explained = parameters.list[parameter];
    const key = piece.key === undefined ? {} : { key: piece.key };
    return {
      text: piece.text,
      source:
        role === 'punctuation'
          ? { kind: 'punctuation', expression: index, varspec }
          : { kind: 'variable', expression: index, varspec, parameter, name, role, ...key },
      sentence: sentences.expansionRun(expression, part, piece, explained),
    };
  });
}

/** The pieces that the template writes. */
function referencePieces(context: Context, expressions: ExplainedExpression[]): Piece[] {
  const { route } = context;
  const pieces: Piece[] = [];
  for (const placed of route.parts) {
    const { part, start, end } = placed;
    if ('malformed' in part) continue;
    if (part.kind === 'expression') {
      const explained = describeExpression(placed, part, context);
      expressions.push(explained);
      for (const piece of expressionPieces(explained, part, expressions.length - 1, context)) pieces.push(piece);
    } else {
      const sentence = sentences.literalRun(part.text !== route.text.slice(start, end));
      pieces.push({ text: part.text, source: { kind: 'literal', start, end }, sentence });
    }
  }
  return pieces;
}

const sumLengths = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

/** Cuts pieces in two at an index of their text. */
function cut(pieces: readonly Piece[], index: number): [Piece[], Piece[]] {
  const before: Piece[] = [];
  const after: Piece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const at = Math.min(Math.max(index - start, 0), piece.text.length);
    before.push({ ...piece, text: piece.text.slice(0, at) });
    after.push({ ...piece, text: piece.text.slice(at) });
    start += piece.text.length;
  }
  return [before, after];
}

/** Drops the slashes of last segments without text, as the builder does. */
function dropSlashes(pieces: Piece[], { reference }: Trace): Piece[] {
  const dropped = reference.value === undefined ? 0 : sumLengths(pieces) - reference.value.length;
  if (dropped <= 0) return pieces;
  const text = pieces.map((piece) => piece.text).join('');
  const path = /^[^?#]*/.exec(text)?.[0] ?? '';
  const [before, after] = cut(pieces, path.length);
  return [...cut(before, path.length - dropped)[0], ...after].filter((piece) => piece.text);
}

function remainingPieces({ trace, parameters }: Context): Piece[][] {
  const { rules, target, method } = trace;
  const inQuery = usesQuery(method);
  return parameters.list.flatMap((explained, parameter) => {
    const { name, value, places, given: way } = explained;
    const isRemaining =
      way === 'plain'
        ? inQuery && !target.value?.names.has(name)
        : way === 'query' && !target.value?.names.get(name)?.query;
    if (!isRemaining || !places.includes('query')) return [];
    const pieces = expandRemaining(name, value, rules).map((piece): Piece => {
      const source = { kind: 'parameter' as const, parameter, name, role: piece.role, path: piece.path };
      return { text: piece.text, source, sentence: sentences.remainingRun(explained, piece, rules.arrays) };
    });
    return pieces.length ? [pieces] : [];
  });
}

/** Adds the remaining query after the template's query, before its fragment. */
function addRemainingQuery(pieces: Piece[], context: Context): Piece[] {
  const { placed, reference, withQuery } = context.trace;
  const query = placed.value?.query;
  if (!query) return pieces;
  const text = pieces.map((piece) => piece.text).join('');
  const hash = text.indexOf('#');
  const [before, fragment] = cut(pieces, hash < 0 ? text.length : hash);
  // The builder's own separator of the two queries; without its result, the one that it would write.
  const end = (withQuery.value?.length ?? 0) - query.length - sumLengths(fragment);
  const expected = text.slice(0, hash < 0 ? text.length : hash).includes('?') ? '&' : '?';
  const first = reference.value === undefined ? undefined : withQuery.value?.slice(sumLengths(before), end);
  const remaining: Piece[] = [];
  for (const parameterPieces of remainingPieces(context)) {
    const source = parameterPieces[0]?.source;
    const separator = remaining.length ? '&' : (first ?? expected);
    if (source?.kind === 'parameter')
      remaining.push({
        text: separator,
        source: { ...source, role: 'separator', path: [] },
        sentence: sentences.separatorRun(separator),
      });
    for (const piece of parameterPieces) remaining.push(piece);
  }
  return [...before, ...remaining, ...fragment];
}

const ORIGIN_PARTS = ['protocol', 'host', 'username', 'password'] as const;
/** The page that a relative url is resolved against. */
const PAGE = 'http://page.test';

/** Whether a URL parser finds the same origin in the built url and in its base; false where nothing was built. */
function keepsOrigin(base: string, built: string | undefined): boolean {
  if (built === undefined) return false;
  const [stated, actual] = [new URL(base || '/', PAGE), new URL(built, PAGE)];
  return ORIGIN_PARTS.every((part) => stated[part] === actual[part]);
}

/** The pieces before the reference: the url's origin or the base URL, and the slash between them. */
function targetPieces(reference: string, { trace, route }: Context): Piece[] {
  const { target, options, attribution } = trace;
  const { value: parsed } = target;
  if (!parsed) return [];
  const resolved = attempt(() => resolveTarget(options.baseUrl, parsed, reference)).value;
  if (resolved === undefined) return [];
  const text = resolved.slice(0, resolved.length - reference.length);
  const seam = text.endsWith('/') ? '/' : '';
  const base = text.slice(0, text.length - seam.length);
  const layer = attribution.options.get('baseUrl')?.layer;
  const { offset, origin } = route;
  const isKept = keepsOrigin(base, trace.request?.url);
  const absolute: Piece = {
    text: base,
    source: { kind: 'literal', start: offset, end: offset + origin.length },
    sentence: sentences.originRun(isKept),
  };
  return [
    origin ? absolute : { text: base, source: { kind: 'base', layer }, sentence: sentences.baseRun(layer, isKept) },
    { text: seam, source: { kind: 'seam' }, sentence: sentences.seamRun },
  ];
}

/** The pieces with their places in the url. */
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
  for (const { text: whole, source, sentence } of pieces) {
    // A base URL may be origin and path.
    const inOrigin = start < origin.length ? Math.min(whole.length, origin.length - start) : 0;
    for (const run of [whole.slice(0, inOrigin), whole.slice(inOrigin)].filter(Boolean)) {
      const end = start + run.length;
      runs.push({ start, end, text: run, part: partAt(start), source, sentence });
      start = end;
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
  const reference = addRemainingQuery(dropSlashes(pieces, trace), context);
  const text = reference.map((piece) => piece.text).join('');
  return { runs: toRuns([...targetPieces(text, context), ...reference]), expressions };
}
