/** URI templates, RFC 6570 level 4, without anything of HTTP. */
import type { Operator, Part, Varspec } from './template/ast.js';
import { cached } from './template/cache.js';
import { compileExpression } from './template/expand.js';
import { parseTemplate } from './template/parse.js';
import type { Values } from './template/values.js';

/** A variable of a template, with the operator of its expression. */
export interface TemplateVariable extends Varspec {
  readonly operator: Operator;
}

/** How a template's text is read. */
export interface TemplateOptions {
  /** Exactly the grammar of RFC 6570; by default names may also hold `- $ ~ @ [ ]`, and literals any text. */
  readonly strict?: boolean;
  /** Whether `:name`, at the start and after `/` or `.`, is a placeholder too. */
  readonly placeholders?: boolean;
}

/**
 * Literals and expressions of a template, with their positions in its text.
 * @throws EndpointError `invalid-template` with the position of what is malformed
 */
export function parse(template: string, options?: TemplateOptions): readonly Part[] {
  return parseTemplate(template, options);
}

/** The variables of a template in order, each as often as it stands there. Throws as {@link parse}. */
export function variables(template: string, options?: TemplateOptions): TemplateVariable[] {
  return parse(template, options).flatMap((part) =>
    part.varspecs ? part.varspecs.map((varspec) => ({ ...varspec, operator: part.operator })) : [],
  );
}

/**
 * Makes a function that expands a template with values. An undefined variable writes nothing.
 * The function throws EndpointError `invalid-value` for values that have no text, `invalid-template` for a prefix on a list or map.
 * @throws EndpointError `invalid-template` with the position of what is malformed
 */
export function compile(template: string, options?: TemplateOptions): (values: Values) => string {
  const steps = parse(template, options).map((part) => part.text ?? compileExpression(part));
  return (values) => {
    let expansion = '';
    for (const step of steps) expansion += typeof step === 'string' ? step : step(values);
    return expansion;
  };
}

const compiled = cached((template) => compile(template));

/** Expands a template with values. Templates are compiled once and remembered. Throws as {@link compile} and its functions. */
export function expand(template: string, values: Values): string {
  return compiled(template)(values);
}

export type { Expression, Literal, Operator, Part, Varspec } from './template/ast.js';
export type { Values } from './template/values.js';
export { EndpointError } from './errors.js';
