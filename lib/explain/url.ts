import type { QueryStyle } from '../options.js';
import type { Expression } from '../template/ast.js';
import type { Piece } from '../template/pieces.js';
import type { ExplainedExpression, UrlPart, UrlRun, UrlSource } from './explanation.js';
import type { Parameters } from './parameters.js';
import type { Recording } from './recording.js';
import type { PlacedPart, ReadRoute } from './route.js';
import * as sentences from './sentences.js';

/** A run without its place. */
interface Run {
  readonly text: string;
  readonly source: UrlSource;
  readonly sentence: string;
}

/** Explains an expression of the route. */
function explainExpression(
  { start, end, in: place, written }: PlacedPart,
  part: Expression,
  text: string,
  parameters: Parameters,
): ExplainedExpression {
  const varspecs = part.varspecs.map(({ name, explode, prefix, start: from }) => {
    const at = from + start - part.start;
    const modifier = explode ? 1 : prefix ? `:${prefix}`.length : 0;
    return {
      name,
      explode,
      prefix,
      start: at,
      end: at + name.length + modifier,
      parameter: parameters.ofVariable(part, name),
    };
  });
  const values = varspecs.map(({ parameter }) => parameters.list[parameter]?.value);
  const sentence = sentences.expression(text, part, values);
  const expansion = written && !written.error ? written.pieces.map((piece) => piece.text).join('') : undefined;
  return { start, end, text, operator: part.operator, varspecs, part: place, expansion, sentence };
}

function toExpansionRun(
  piece: Piece,
  explained: ExplainedExpression,
  part: Expression,
  expression: number,
  varspec: number,
  parameters: Parameters,
): Run {
  const { role, member, text } = piece;
  const { name = '', parameter = -1 } = explained.varspecs[varspec] ?? {};
  const key = member === undefined ? {} : { key: member };
  const source: UrlSource =
    role === 'punctuation'
      ? { kind: 'punctuation', expression, varspec }
      : { kind: 'variable', expression, varspec, parameter, name, role, ...key };
  const sentence = sentences.expansionRun(explained, part, piece, varspec, parameters.list[parameter]);
  return { text, source, sentence };
}

/** The query of the remaining parameters, with its separator. */
function listQueryRuns(
  { placedParameters, querySeparator }: Recording,
  parameters: Parameters,
  style: QueryStyle,
): Run[] {
  const runs: Run[] = [];
  for (const { name, passed, pieces } of placedParameters) {
    if (!pieces.length) continue;
    const parameter = parameters.find(passed, name);
    const separator = runs.length ? pieces[0]?.text : querySeparator.text;
    const source = { kind: 'parameter', parameter, name } as const;
    const first: Run[] = separator
      ? [
          {
            text: separator,
            source: { role: 'separator', path: [], ...source },
            sentence: sentences.separatorRun(separator),
          },
        ]
      : [];
    const explained = parameters.list[parameter];
    const others = pieces.slice(runs.length ? 1 : 0).map((piece): Run => {
      const { text, member, path = [] } = piece;
      const role = piece.role === 'punctuation' ? 'separator' : piece.role === 'key' ? 'name' : piece.role;
      const sentence = sentences.remainingRun(explained, role, text, style);
      return { text, source: { role, path: member === undefined ? path : [...path, member], ...source }, sentence };
    });
    for (const run of [...first, ...others]) runs.push(run);
  }
  return runs;
}

/** The characters that a run has in the builder's text. */
const writtenLength = ({ source, text }: Run): number => (source.kind === 'unexpanded' ? 0 : text.length);

/** The runs without the characters from `start` to `end` of the builder's text, and with others at `end`. */
function replaceRuns(runs: readonly Run[], start: number, end: number, inserted: readonly Run[]): Run[] {
  const before: Run[] = [];
  const after: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const length = writtenLength(run);
    const from = Math.min(Math.max(start - at, 0), length);
    const to = Math.min(Math.max(end - at, 0), length);
    if (at + length <= start) before.push(run);
    else {
      before.push({ ...run, text: run.text.slice(0, from) });
      after.push({ ...run, text: run.text.slice(to) });
    }
    at += length;
  }
  return [...before, ...inserted, ...after];
}

const ORIGIN_PARTS = ['protocol', 'host', 'username', 'password'] as const;
/** The page that a relative url is resolved against. */
const PAGE = 'http://page.test';

/** Whether a URL parser finds the same origin in the built url and in its base; false where nothing was built. */
function keepsOrigin(base: string, built: string | undefined): boolean {
  if (built === undefined) return false;
  // Chromium of 2022 rejects `%00` in a path.
  const [stated, actual] = [base || '/', built].map((url) => new URL(url.replaceAll('%00', '0'), PAGE)) as [URL, URL];
  return ORIGIN_PARTS.every((part) => stated[part] === actual[part]);
}

/** The runs before the template's: the url's origin or the base URL, and the slash between them. */
function listPrefixRuns({ prefixes, attribution }: Recording, route: ReadRoute, built: string | undefined): Run[] {
  const [base, seam] = prefixes;
  const { offset, origin } = route;
  const isKept = keepsOrigin(base, built);
  const layer = attribution.options.get('baseUrl')?.layer;
  const source: UrlSource = origin
    ? { kind: 'literal', start: offset, end: offset + origin.length }
    : { kind: 'base', layer };
  const sentence = origin ? sentences.originRun(isKept) : sentences.baseRun(layer, isKept);
  return [
    { text: base, source, sentence },
    { text: seam, source: { kind: 'seam' }, sentence: sentences.seamRun },
  ];
}

/** The runs with their places in the url. */
function placeRuns(runs: readonly Run[]): UrlRun[] {
  const text = runs.map((run) => run.text).join('');
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i.exec(text) ?? [];
  const [path = ''] = /^[^?#]*/.exec(text.slice(origin.length)) ?? [];
  const hash = text.indexOf('#');
  const partAt = (index: number): UrlPart => {
    if (index < origin.length) return 'origin';
    if (index < origin.length + path.length) return 'path';
    return hash >= 0 && index >= hash ? 'fragment' : 'query';
  };
  const placed: UrlRun[] = [];
  let start = 0;
  for (const { text: whole, source, sentence } of runs) {
    // A base URL may be origin and path.
    const inOrigin = start < origin.length ? Math.min(whole.length, origin.length - start) : 0;
    for (const run of [whole.slice(0, inOrigin), whole.slice(inOrigin)].filter(Boolean)) {
      const end = start + run.length;
      placed.push({ start, end, text: run, part: partAt(start), source, sentence });
      start = end;
    }
  }
  return placed;
}

/** The runs of the url, and the expressions that they come from. */
interface ExplainedUrl {
  readonly runs: readonly UrlRun[];
  readonly expressions: readonly ExplainedExpression[];
}

/** Attributes each character of the url. */
export function explainUrl(
  recording: Recording,
  route: ReadRoute,
  parameters: Parameters,
  style: QueryStyle,
  built: string | undefined,
): ExplainedUrl {
  const expressions: ExplainedExpression[] = [];
  const template: Run[] = [];
  for (const placed of route.parts) {
    const { part, start, end, index, written } = placed;
    const text = route.text.slice(start, end);
    if (part.kind === 'literal') {
      template.push({
        text: part.text,
        source: { kind: 'literal', start, end },
        sentence: sentences.literalRun(part.text !== text),
      });
      continue;
    }
    const explained = explainExpression(placed, part, text, parameters);
    expressions.push(explained);
    if (explained.expansion === undefined)
      template.push({ text, source: { kind: 'unexpanded', expression: index }, sentence: explained.sentence });
    else {
      const indices = new Map(part.varspecs.map((varspec, varspecIndex) => [varspec, varspecIndex]));
      for (const piece of written?.pieces ?? [])
        template.push(toExpansionRun(piece, explained, part, index, indices.get(piece.varspec) ?? 0, parameters));
    }
  }
  // A malformed route has no url.
  if (recording.hasFailed('route') || recording.hasFailed('template')) return { runs: [], expressions };
  const { start, end } = recording.droppedSlashes;
  const reference = replaceRuns(template, start, end, []);
  const query = listQueryRuns(recording, parameters, style);
  const { at } = recording.querySeparator;
  const withQuery = query.length ? replaceRuns(reference, at, at, query) : reference;
  return { runs: placeRuns([...listPrefixRuns(recording, route, built), ...withQuery]), expressions };
}
