import type { Explanation, Layer, UrlRun } from 'endpoint.js/explain';
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

const mistakes = new WeakMap<Explanation['tokens'], number>();

/** Index of the token that breaks the route's grammar; -1 if none does. */
export function findMistake({ tokens }: Pick<Explanation, 'tokens'>): number {
  const known = mistakes.get(tokens);
  if (known !== undefined) return known;
  const index = tokens.findIndex(({ kind }) => kind === 'invalid');
  mistakes.set(tokens, index);
  return index;
}

/** A token of the route. Everything from its first mistake on is one piece, with the sentence of the mistake. */
export function deriveTokenSource(explanation: Explanation, index: number): HighlightSource {
  const { tokens, expressions } = explanation;
  const mistake = findMistake(explanation);
  if (mistake !== -1 && index > mistake) return deriveTokenSource(explanation, mistake);
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

/** The sentence that explains a source. */
export function findSentence(
  explanation: Explanation,
  from: string,
  problems: readonly Problem[] = [],
): string | undefined {
  const [kind = '', ...rest] = from.split(' ');
  const name = rest.join(' ');
  const index = Number(name);
  switch (kind) {
    case 'token': {
      const { kind: of, sentence } = explanation.tokens[index] ?? {};
      return (of === 'invalid' ? problems.find(({ field }) => field === 'route')?.message : undefined) ?? sentence;
    }
    case 'expression':
      return explanation.expressions[index]?.sentence;
    case 'run':
      return explanation.url[index]?.sentence;
    case 'parameter':
      return explanation.parameters[index]?.sentence;
    case 'header':
      return [...explanation.headers, ...explanation.droppedHeaders].find(
        (header) => header.name === name.toLowerCase(),
      )?.sentence;
    case 'body':
      return name === ''
        ? explanation.body?.sentence
        : explanation.body?.keys.find(({ key }) => key === name)?.sentence;
    case 'layer':
      return explanation.steps.find((step) => step.name === 'merge')?.sentence;
    case 'problem':
      return problems.find(({ field }) => field === name)?.message;
    case 'base':
      return explanation.url.find(({ source }) => source.kind === 'base')?.sentence;
  }
  return undefined;
}
