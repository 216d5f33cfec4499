/** URI templates, RFC 6570 level 4, without anything of HTTP. */
import type { Operator, Part, Varspec } from './ast.js';
import { Budget, MAX_LENGTH } from './budget.js';
import { cached } from './cache.js';
import { EndpointError } from '../errors.js';
import { compileExpression } from './expand.js';
import { compileMatch as compilePartsMatch, type MatchedValues } from './match/match.js';
import { parseTemplate as readTemplate } from './parse.js';
import type { Values } from './values.js';

/** A variable of a template, with the operator of its expression. */
export interface TemplateVariable extends Varspec {
  readonly operator: Operator;
}

/** How a template's text is read. */
export interface TemplateOptions {
  /** The longest expansion, in UTF-16 code units: 1,048,576 by default. Members that write nothing count as one each. */
  readonly maxLength?: number;
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
  if (typeof template !== 'string') throw new EndpointError('invalid-template', 'template: give a string.');
  return readTemplate(template, options);
}

/** The variables of a template in order, each as often as it stands there. Throws as {@link parse}. */
export function variables(template: string, options?: TemplateOptions): TemplateVariable[] {
  return parse(template, options).flatMap((part) =>
    part.varspecs ? part.varspecs.map((varspec) => ({ ...varspec, operator: part.operator })) : [],
  );
}

/**
 * Makes a function that expands a template with values. An undefined variable writes nothing.
 * The function throws EndpointError `invalid-value` for values that have no text, `invalid-template` for a prefix on a list or map,
 * `too-long` for more than `maxLength` characters.
 * @throws EndpointError `invalid-template` with the position of what is malformed
 */
export function compile(template: string, options?: TemplateOptions): (values: Values) => string {
  return compileParts(parse(template, options), options?.maxLength ?? MAX_LENGTH);
}

function compileParts(parts: readonly Part[], maxLength: number): (values: Values) => string {
  const steps = parts.map((part) => part.text ?? compileExpression(part));
  return (values) => {
    if (!values || typeof values !== 'object')
      throw new EndpointError('invalid-value', 'values: give an object, variables by name.', 'values');
    const budget = new Budget(maxLength);
    let expansion = '';
    for (const step of steps) expansion += typeof step === 'string' ? step : step(values, budget);
    if (expansion.length > maxLength) budget.spend(expansion.length, 'template');
    return expansion;
  };
}

const compiled = /* @__PURE__ */ cached((template) => compile(template));

/** Expands a template with values. Templates are compiled once and remembered. Throws as {@link compile} and its functions. */
export function expand(template: string, values: Values): string {
  return compiled(template)(values);
}

/** A template in the shape of the package url-template: `parseTemplate(template).expand(values)`. Throws as {@link compile}. */
export function parseTemplate(template: string, options?: TemplateOptions): { expand: (values: Values) => string } {
  return { expand: compile(template, options) };
}

/**
 * Makes the inverse of {@link compile}: a function that gives the values which a url was expanded from, or undefined where the
 * template does not write that url. Expanding the values always gives the url again, character by character.
 *
 * Values are strings, lists of strings, and with the modifier `*` lists or maps of strings; what was undefined is not there.
 * Texts leave some of this open. It is read so:
 * - Without `*`, text with commas is a list, other text a string; with `*` it is a list, or a map where it has keys.
 * - Under `+` and `#`, where commas and percent-encoded characters pass through, a value is one string, and a triplet is decoded if
 *   expansion would encode its character again.
 * - Where `''`, `+`, `#`, `.` or `/` has several variables, the first ones have the values; in `{a,b}` each is a string.
 * - `{a}` and `{+a}` that wrote nothing were undefined.
 * - A map's keys are not empty and not names that the template itself has under `;`, `?` or `&`.
 *
 * Takes time linear in the url. Whether a template can be matched is decided exactly, but for two things that are not looked at: how
 * long a prefix may be, and that a variable in several places has one value.
 * @throws EndpointError `invalid-template` as {@link compile}; `ambiguous-template` where two sets of such values give the same url
 * (`{a}{b}`), with that url and the position of the first variable in doubt, and for templates too large to be decided: some ten
 * thousand characters or hundreds of variables
 */
export function compileMatch(template: string, options?: TemplateOptions): (url: string) => MatchedValues | undefined {
  const parts = parse(template, options);
  const matchParts = compilePartsMatch(parts, compileParts(parts, Infinity));
  return (url) => {
    if (typeof url !== 'string') throw new EndpointError('invalid-value', 'url: give a string.', 'url');
    return matchParts(url);
  };
}

const matchers = /* @__PURE__ */ cached((template) => compileMatch(template));

/**
 * The values which a template was expanded with to give a url, or undefined. Templates are compiled once and remembered. Rules and
 * errors as of {@link compileMatch}.
 */
export function match(template: string, url: string): MatchedValues | undefined {
  return matchers(template)(url);
}

export type { Expression, Literal, Operator, Part, Varspec } from './ast.js';
export type { MatchedValue, MatchedValues } from './match/match.js';
export type { Values } from './values.js';
export { EndpointError } from '../errors.js';
