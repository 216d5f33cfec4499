import type { QueryStyle } from '../options.js';
import type { Expression } from '../template/ast.js';
import type {
  ExplainedExpression,
  ExplainedParameter,
  ExplainedVarspec,
  UrlPart,
  UrlRun,
  UrlSource,
} from './explanation.js';
import type { Parameters } from './parameters.js';
import type { Recording } from './recording.js';
import { measureModifier, type PlacedPart, type ReadRoute } from './route.js';
import * as sentences from './sentences.js';

/** A run without its place. */
type Run = Pick<UrlRun, 'text' | 'source' | 'sentence'>;

/** Explains an expression of the route. */
function explainExpression(
  { start, end, in: place, written }: PlacedPart,
  part: Expression,
  text: string,
  parameters: Parameters,
) {
  const varspecs = part.varspecs.map((varspec) => {
    const { name, explode, prefix } = varspec;
    const at = varspec.start + start - part.start;
    return {
      name,
      explode,
      prefix,
      start: at,
      end: at + name.length + measureModifier(varspec),
      parameter: parameters.ofVariable(part, name),
    };
  });
  const values = varspecs.map(({ parameter }) => parameters.list[parameter]?.value);
  const sentence = sentences.expression(text, part, values);
  const expansion = written && !written.error ? written.pieces.map((piece) => piece.text).join('') : undefined;
  return { start, end, text, operator: part.operator, varspecs, part: place, expansion, sentence };
}

/** The runs of an expression's expansion. */
function listExpansionRuns(
  { part, index, written }: PlacedPart,
  explained: ExplainedExpression,
  parameters: Parameters,
) {
  let varspec = 0;
  return (written?.pieces ?? []).map((piece) => {
    const { role, member, text } = piece;
    // The runs are in the order of their variables.
    varspec = part.varspecs?.indexOf(piece.varspec, varspec) ?? 0;
    const variable = explained.varspecs[varspec] as ExplainedVarspec;
    const { name, parameter } = variable;
    const source: UrlSource =
      role === 'punctuation'
        ? { kind: 'punctuation', expression: index, varspec }
        : {
            kind: 'variable',
            expression: index,
            varspec,
            parameter,
            name,
            role,
            ...(member !== undefined && { key: member }),
          };
    const sentence = sentences.expansionRun(explained, variable, piece, parameters.list[parameter]);
    return { text, source, sentence };
  });
}

/** The query of the remaining parameters, with its separator. */
function listQueryRuns({ placedParameters, results }: Recording, parameters: Parameters, style: QueryStyle) {
  const runs: Run[] = [];
  for (const { name, passed, pieces } of placedParameters) {
    if (!pieces.length) continue;
    const parameter = parameters.find(passed, name);
    const explained = parameters.list[parameter] as ExplainedParameter;
    const source = { kind: 'parameter', parameter, name } as const;
    // The first run of later ones is a separator.
    const skipped = runs.length ? 1 : 0;
    const separator = skipped ? pieces[0]?.text : results.separator?.text;
    if (separator)
      runs.push({
        text: separator,
        source: { role: 'separator', path: [], ...source },
        sentence: sentences.remainingRun(explained, 'separator', separator, style),
      });
    for (const { text, member, path = [], role: written } of pieces.slice(skipped)) {
      const role = written === 'punctuation' ? 'separator' : written === 'key' ? 'name' : written;
      runs.push({
        text,
        source: { role, path: member === undefined ? path : [...path, member], ...source },
        sentence: sentences.remainingRun(explained, role, text, style),
      });
    }
  }
  return runs;
}

/** The runs without the characters from `start` to `end` of the builder's text, and with others at `end`. */
function replaceRuns(runs: readonly Run[], start: number, end: number, inserted: readonly Run[]) {
  const before = [];
  const after = [];
  let at = 0;
  for (const run of runs) {
    // The builder's text has nothing of it.
    const length = run.source.kind === 'unexpanded' ? 0 : run.text.length;
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

/** The runs before the template's: the url's origin or the base URL, and the slash between them. */
function listPrefixRuns({ results, attribution, error }: Recording, route: ReadRoute): Run[] {
  const [base, seam] = results.prefix ?? ['', ''];
  const { offset, origin } = route;
  const layer = attribution.plain?.get('baseUrl')?.layer;
  const source: UrlSource = origin
    ? { kind: 'literal', start: offset, end: offset + origin.length }
    : { kind: 'base', layer };
  const sentence = origin
    ? `Scheme and host of the route${error ? '' : '; no value can change them'}.`
    : `The base URL${sentences.by(layer)}${error ? '' : '; no value can change its host'}.`;
  return [
    { text: base, source, sentence },
    { text: seam, source: { kind: 'seam' }, sentence: 'One slash between the base URL and the path.' },
  ];
}

/** The runs with their places in the url. */
function placeRuns(runs: readonly Run[]) {
  const text = runs.map((run) => run.text).join('');
  const [beforeFragment = '', origin = '', path = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*)?([^?#]*)[^#]*/i.exec(text) ?? [];
  const partAt = (index: number): UrlPart => {
    if (index < origin.length) return 'origin';
    if (index < origin.length + path.length) return 'path';
    return index < beforeFragment.length ? 'query' : 'fragment';
  };
  const placed: UrlRun[] = [];
  let start = 0;
  const place = (run: string, { source, sentence }: Run) => {
    if (!run) return;
    const end = start + run.length;
    placed.push({ start, end, text: run, part: partAt(start), source, sentence });
    start = end;
  };
  for (const run of runs) {
    // A base URL may be origin and path.
    const inOrigin = Math.max(0, origin.length - start);
    place(run.text.slice(0, inOrigin), run);
    place(run.text.slice(inOrigin), run);
  }
  return placed;
}

/** Attributes each character of the url. */
export function explainUrl(recording: Recording, route: ReadRoute, parameters: Parameters, style: QueryStyle) {
  const expressions = [];
  const template: Run[] = [];
  for (const placed of route.parts) {
    const { part, start, end, index } = placed;
    const text = route.text.slice(start, end);
    let runs: readonly Run[];
    if (part.kind === 'literal') {
      const sentence = sentences.literal(placed.in, part.text === text);
      runs = [{ text: part.text, source: { kind: 'literal', start, end }, sentence }];
    } else {
      const explained = explainExpression(placed, part, text, parameters);
      expressions.push(explained);
      const { expansion, sentence } = explained;
      runs =
        expansion === undefined
          ? [{ text, source: { kind: 'unexpanded', expression: index }, sentence }]
          : listExpansionRuns(placed, explained, parameters);
    }
    for (const run of start < route.end ? runs : []) template.push(run);
  }
  const isWhole = route.end === Infinity;
  if (!isWhole && !template.length) return { runs: [], expressions };
  const { dropped, separator } = recording.results;
  const reference = isWhole && dropped ? replaceRuns(template, dropped.start, dropped.end, []) : template;
  const query = isWhole ? listQueryRuns(recording, parameters, style) : [];
  const at = separator?.at ?? 0;
  const withQuery = query.length ? replaceRuns(reference, at, at, query) : reference;
  return { runs: placeRuns([...listPrefixRuns(recording, route), ...withQuery]), expressions };
}
