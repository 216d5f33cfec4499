import type { Explanation, Layer, Span, UrlRun } from 'endpoint.js/explain';
import type { FieldId, Problem } from '../model/problems.js';

/** The subjects of an element, and the source of its sentence. */
export interface HighlightSource {
  /** The element's subject, then those of the elements that it belongs to, separated by spaces. */
  readonly subjects: string;
  readonly from: string;
}

/** For elements without a subject. */
export const NO_SOURCE: HighlightSource = { subjects: '', from: '' };

/** The attributes by which `findHighlight` finds an element's source. */
export function highlightAttributes({ subjects, from }: HighlightSource) {
  return { 'data-subjects': subjects, 'data-from': from };
}

/**
 * Subjects are short texts without spaces: `e0` is an expression, `t3` a token, `d2` a layer, `h:accept` a header. Parameters go by
 * name.
 */
function parameterSubject({ parameters }: Pick<Explanation, 'parameters'>, index: number): string {
  const { name = '', given = '', expressions = [] } = parameters[index] ?? {};
  return `p:${expressions.length > 0 ? 'variable' : given}:${escapeName(name)}`;
}

const escapeName = (name: string): string =>
  name.replaceAll(/[^\w-]/g, (character) => `.${character.charCodeAt(0).toString(16)}`);

const expressionSubject = (index: number): string => `e${index}`;
const tokenSubject = (index: number): string => `t${index}`;
export const headerSubject = (name: string): string => `h:${name.toLowerCase()}`;
export const layerSubject = (index: number): string => `d${index}`;
export const BASE_SUBJECT = 'base';

function layerSubjects(layer: Layer | undefined): string[] {
  return layer?.kind === 'defaults' ? [layerSubject(layer.index)] : [];
}

/** Index of the token that breaks the route's grammar; the number of tokens if none does. */
export function findMistake({ tokens }: Pick<Explanation, 'tokens'>): number {
  const index = tokens.findIndex(({ kind }) => kind === 'invalid');
  return index === -1 ? tokens.length : index;
}

/** A token of the route. */
export function deriveTokenSource(explanation: Explanation, index: number): HighlightSource {
  const { tokens, expressions } = explanation;
  const { expression, varspec, kind } = tokens[index] ?? {};
  const from = `token ${index}`;
  if (expression === undefined) return { subjects: tokenSubject(index), from };
  const parameter = varspec === undefined ? undefined : expressions[expression]?.varspecs[varspec]?.parameter;
  if (parameter === undefined) return { subjects: expressionSubject(expression), from: `expression ${expression}` };
  const subjects = `${parameterSubject(explanation, parameter)} ${expressionSubject(expression)}`;
  return { subjects, from: kind === 'modifier' ? from : `expression ${expression}` };
}

function listRunSubjects(explanation: Explanation, source: UrlRun['source']): readonly string[] {
  const { tokens, expressions, parameters } = explanation;
  switch (source.kind) {
    case 'base':
      return [BASE_SUBJECT, ...layerSubjects(source.layer)];
    case 'seam':
      return ['seam'];
    case 'literal':
      return [tokenSubject(tokens.findIndex(({ start, end }) => start <= source.start && source.start < end))];
    case 'unexpanded':
      return [expressionSubject(source.expression)];
    case 'punctuation': {
      const parameter = expressions[source.expression]?.varspecs[source.varspec]?.parameter;
      const subject = expressionSubject(source.expression);
      return parameter === undefined ? [subject] : [subject, parameterSubject(explanation, parameter)];
    }
  }
  return [
    parameterSubject(explanation, source.parameter),
    ...(source.kind === 'variable' ? [expressionSubject(source.expression)] : []),
    ...layerSubjects(parameters[source.parameter]?.layer),
  ];
}

/** A run of the url. */
export function deriveRunSource(explanation: Explanation, { source }: UrlRun, index: number): HighlightSource {
  return { subjects: listRunSubjects(explanation, source).join(' '), from: `run ${index}` };
}

/** A parameter, wherever it is shown. */
export function deriveParameterSource(explanation: Pick<Explanation, 'parameters'>, index: number): HighlightSource {
  const { expressions = [], layer } = explanation.parameters[index] ?? {};
  const subjects = [
    parameterSubject(explanation, index),
    ...expressions.map(expressionSubject),
    ...layerSubjects(layer),
  ];
  return { subjects: subjects.join(' '), from: `parameter ${index}` };
}

export function deriveHeaderSource(name: string, layer: Layer | undefined): HighlightSource {
  return { subjects: [headerSubject(name), ...layerSubjects(layer)].join(' '), from: `header ${name}` };
}

/** A row with a mistake, which explains it. */
export function deriveMistakeSource(field: FieldId, { subjects }: HighlightSource): HighlightSource {
  return { subjects: subjects || `row:${escapeName(field)}`, from: `problem ${field}` };
}

type Part = { readonly sentence: string } | undefined;

/** The parts of an explanation that have a sentence, by the first word of their source. */
const PARTS: Readonly<Record<string, (explanation: Explanation, name: string) => Part>> = {
  token: ({ tokens }, index) => tokens[Number(index)],
  expression: ({ expressions }, index) => expressions[Number(index)],
  run: ({ url }, index) => url[Number(index)],
  parameter: ({ parameters }, index) => parameters[Number(index)],
  header: ({ headers, droppedHeaders }, name) =>
    [...headers, ...droppedHeaders].find((header) => header.name === name.toLowerCase()),
  body: ({ body }, name) => (name === '' ? body : body?.keys.find(({ key }) => key === name)),
  layer: ({ steps }) => steps.find((step) => step.name === 'merge'),
  base: ({ url }) => url.find(({ source }) => source.kind === 'base'),
};

function splitSource(from: string): readonly [kind: string, name: string] {
  const [kind = '', ...name] = from.split(' ');
  return [kind, name.join(' ')];
}

/** The sentence that explains a source. */
export function findSentence(
  explanation: Explanation,
  from: string,
  problems: readonly Problem[] = [],
): string | undefined {
  const [kind, name] = splitSource(from);
  const part = PARTS[kind]?.(explanation, name);
  const isMistake = part !== undefined && 'kind' in part && part.kind === 'invalid';
  const field = kind === 'problem' ? name : isMistake && 'route';
  return problems.find((problem) => problem.field === field)?.message ?? part?.sentence;
}

export type Warning = Explanation['warnings'][number];

/** Whether two pieces of the route have a common character. */
export function overlaps(span: Span | undefined, at: Span | undefined): boolean {
  return span !== undefined && at !== undefined && span.start < at.end && at.start < span.end;
}

/** Whether a run of the url shows the subject of a warning. */
function isAtRun({ expressions, url }: Explanation, run: number, { code, index, at }: Warning): boolean {
  const { source, part } = url[run] ?? {};
  switch (source?.kind) {
    case 'literal':
      return index === undefined && overlaps(source, at);
    case 'variable':
    case 'parameter':
      return source.role === 'value' && source.parameter === index;
    case 'unexpanded':
      return overlaps(expressions[source.expression], at);
    case 'base':
      return code === 'credentials-in-url' && at === undefined && part === 'origin';
  }
  return false;
}

/** The first warning about a part of the route, of the url or of the form. */
export function findWarning(explanation: Explanation, from: string): Warning | undefined {
  const [kind, name] = splitSource(from);
  const index = Number(name);
  return explanation.warnings.find((warning) => {
    if (kind === 'run') return isAtRun(explanation, index, warning);
    if (kind === 'parameter') return warning.index === index;
    const spans = kind === 'token' ? explanation.tokens : kind === 'expression' ? explanation.expressions : [];
    return overlaps(spans[index], warning.at);
  });
}
