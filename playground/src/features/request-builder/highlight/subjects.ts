import type { Explanation, Layer, Token, UrlRun } from 'endpoint.js/explain';
import type { HighlightSource } from './Highlight.js';

/**
 * Subjects are short texts without spaces: `e0` is an expression, `t3` a token, `d2` a layer, `h:accept` a header. Parameters go by
 * name: the request of an earlier form, shown while this one has problems, is highlighted with this form.
 */
function parameterSubject({ parameters }: Pick<Explanation, 'parameters'>, index: number): string {
  const { name = '', given = '', expressions = [] } = parameters[index] ?? {};
  const plain = name.replaceAll(/[^\w-]/g, (character) => `.${character.charCodeAt(0).toString(16)}`);
  return `p:${expressions.length > 0 ? 'variable' : given}:${plain}`;
}

const expressionSubject = (index: number): string => `e${index}`;
const tokenSubject = (index: number): string => `t${index}`;
export const headerSubject = (name: string): string => `h:${name.toLowerCase()}`;
export const layerSubject = (index: number): string => `d${index}`;
export const BASE_SUBJECT = 'base';

function layerSubjects(layer: Layer | undefined): string[] {
  return layer?.kind === 'defaults' ? [layerSubject(layer.index)] : [];
}

function join(...subjects: readonly string[]): string {
  return subjects.join(' ');
}

/** A token of the route. */
export function deriveTokenSource(explanation: Explanation, index: number): HighlightSource {
  const { tokens, expressions } = explanation;
  const { expression, varspec, kind } = tokens[index] ?? {};
  const from = `token ${index}`;
  if (expression === undefined) return { subjects: tokenSubject(index), from };
  const parameter = varspec === undefined ? undefined : expressions[expression]?.varspecs[varspec]?.parameter;
  if (parameter === undefined) return { subjects: expressionSubject(expression), from: `expression ${expression}` };
  const subjects = join(parameterSubject(explanation, parameter), expressionSubject(expression));
  return { subjects, from: kind === 'modifier' ? from : `expression ${expression}` };
}

/** Index of the token at a position of the route. */
function findToken(tokens: readonly Token[], position: number): number {
  return tokens.findIndex(({ start, end }) => start <= position && position < end);
}

/** A run of the url. */
export function deriveRunSource(explanation: Explanation, { source }: UrlRun, index: number): HighlightSource {
  const { tokens, expressions, parameters } = explanation;
  const from = `run ${index}`;
  switch (source.kind) {
    case 'base':
      return { subjects: join(BASE_SUBJECT, ...layerSubjects(source.layer)), from };
    case 'seam':
      return { subjects: 'seam', from };
    case 'literal':
      return { subjects: tokenSubject(findToken(tokens, source.start)), from };
    case 'unexpanded':
      return { subjects: expressionSubject(source.expression), from };
    case 'parameter':
      return {
        subjects: join(
          parameterSubject(explanation, source.parameter),
          ...layerSubjects(parameters[source.parameter]?.layer),
        ),
        from,
      };
    case 'punctuation': {
      const parameter = expressions[source.expression]?.varspecs[source.varspec]?.parameter;
      const subject = expressionSubject(source.expression);
      const subjects = parameter === undefined ? subject : join(subject, parameterSubject(explanation, parameter));
      return { subjects, from };
    }
    case 'variable':
  }
  const layer = parameters[source.parameter]?.layer;
  const subjects = [
    parameterSubject(explanation, source.parameter),
    expressionSubject(source.expression),
    ...layerSubjects(layer),
  ];
  return { subjects: join(...subjects), from };
}

/** A parameter, wherever it is shown. */
export function deriveParameterSource(explanation: Pick<Explanation, 'parameters'>, index: number): HighlightSource {
  const { expressions = [], layer } = explanation.parameters[index] ?? {};
  const subjects = [
    parameterSubject(explanation, index),
    ...expressions.map(expressionSubject),
    ...layerSubjects(layer),
  ];
  return { subjects: join(...subjects), from: `parameter ${index}` };
}

export function deriveHeaderSource(name: string, layer: Layer | undefined): HighlightSource {
  return { subjects: join(headerSubject(name), ...layerSubjects(layer)), from: `header ${name}` };
}

/** The sentence that explains a source. */
export function findSentence(explanation: Explanation, from: string): string | undefined {
  const [kind = '', ...rest] = from.split(' ');
  const name = rest.join(' ');
  const index = Number(name);
  switch (kind) {
    case 'token':
      return explanation.tokens[index]?.sentence;
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
    case 'base':
      return explanation.url.find(({ source }) => source.kind === 'base')?.sentence;
  }
  return undefined;
}
