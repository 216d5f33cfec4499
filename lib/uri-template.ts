/** URI templates, RFC 6570 level 4, without anything of HTTP. */
import type { Operator, Part, Varspec } from './template/ast.js';
import { MAX_LENGTH } from './template/writer.js';
import { cached } from './template/cache.js';
import { fail } from './errors.js';
import { compileToText } from './template/compile.js';
import { compileMatcher, type MatchOptions } from './template/match/compile.js';
import type { MatchedValues } from './template/match/match.js';
import { parseParts } from './template/parse.js';
import { assertSettings, positive, typed, type Rules } from './strict.js';
import type { Values } from './template/values.js';

/** A variable of a template, with the operator of its expression. */
export interface TemplateVariable extends Varspec {
  readonly operator: Operator;
}

/** How a template is read and expanded. */
export interface TemplateOptions {
  /** The longest expansion, in UTF-16 code units: 1,048,576 by default. Members that write nothing count as one each. */
  readonly maxLength?: number;
  /** Exactly the grammar of RFC 6570; by default names may also contain `- $ ~ @ [ ]`, and literals any text. */
  readonly strict?: boolean;
  /** Whether `:name`, at the start and after `/` or `.`, is a placeholder too. */
  readonly placeholders?: boolean;
}

const BOOLEAN = /* @__PURE__ */ typed('boolean');
const TEMPLATE_OPTIONS = {
  maxLength: positive,
  strict: BOOLEAN,
  placeholders: BOOLEAN,
} satisfies Rules<keyof TemplateOptions>;
// Bundlers keep a spread that nothing uses.
const MATCH_OPTIONS: Rules<keyof TemplateOptions | keyof MatchOptions> = /* @__PURE__ */ Object.assign(
  { lenient: BOOLEAN, missing: ['error', 'omit'] },
  TEMPLATE_OPTIONS,
);

/** Parses a template, with options that have an effect. */
function read(template: string, options: TemplateOptions = {}, rules: Rules = TEMPLATE_OPTIONS) {
  assertSettings('options', options, rules, fail);
  return parseText(template, options);
}

function parseText(template: string, options?: TemplateOptions) {
  if (typeof template !== 'string') fail('invalid-template', 'template', 'must be a string');
  return parseParts(template, options);
}

/**
 * Literals and expressions of a template, with their positions in its text.
 * @throws EndpointError `invalid-template` with the position of the malformed text, `invalid-option` for an unknown option or value
 */
export function parse(template: string, options?: TemplateOptions): readonly Part[] {
  return read(template, options);
}

/** The variables of a template in order, each as often as it occurs. Throws as {@link parse}. */
export function variables(template: string, options?: TemplateOptions): TemplateVariable[] {
  return parse(template, options).flatMap((part) =>
    part.kind === 'expression' ? part.varspecs.map((varspec) => ({ ...varspec, operator: part.operator })) : [],
  );
}

/**
 * Makes a function that expands a template with values. An undefined variable writes nothing.
 * The function throws EndpointError `invalid-value` for a value without text, `invalid-template` for a prefix on a list or map,
 * `too-long` for more than `maxLength` characters.
 * @throws EndpointError `invalid-template` with the position of the malformed text
 */
export function compile(template: string, options?: TemplateOptions): (values: Values) => string {
  return compileToText(read(template, options), options?.maxLength ?? MAX_LENGTH);
}

const compiled = /* @__PURE__ */ cached((template) => compileToText(parseText(template), MAX_LENGTH));

/** Expands a template with values. Compiles each template once. Throws as {@link compile} and its functions. */
export function expand(template: string, values: Values): string {
  return compiled(template)(values);
}

/** A template in the shape of the package url-template: `parseTemplate(template).expand(values)`. Throws as {@link compile}. */
export function parseTemplate(template: string, options?: TemplateOptions): { expand: (values: Values) => string } {
  return { expand: compile(template, options) };
}

/**
 * Makes the inverse of {@link compile}: a function that returns the values from which a url was expanded, or undefined if the
 * template can't write that url. Expanding the values always gives the same url, character by character.
 *
 * Values are strings, lists of strings, and with the modifier `*` lists or maps of strings; undefined variables are absent.
 * These rules decide between possible values:
 * - Without `*`, text with commas is a list, other text a string; with `*` it is a list, or a map if it has keys.
 * - Under `+` and `#`, which keep commas and percent-encoded characters, a value is one string, and a triplet is decoded if expansion
 *   would encode its character again.
 * - Of several variables under `''`, `+`, `#`, `.` or `/`, the first ones have the values; in `{a,b}` each is a string.
 * - `{a}` and `{+a}` that wrote nothing were empty in a path, and a segment of nothing else doesn't match; with `missing: 'omit'`, and
 *   in a query or fragment, they were undefined.
 * - A map's keys are neither empty nor names of the template under `;`, `?` or `&`.
 *
 * With `lenient` the values expand to another spelling of the url. A `+` is itself and not a space, a comma still separates members of a
 * list, and a reserved character that the template itself writes separates wherever it could be read in two ways otherwise.
 *
 * Takes time linear in the url. The decision whether a template can be matched is exact, except for two things that it ignores: the
 * length of prefixes, and that a variable in several places has one value.
 * @throws EndpointError `invalid-template` as {@link compile}; `ambiguous-template` if two sets of such values give the same url
 * (`{a}{b}`), with that url and the position of the first variable in doubt, and for templates too large for a decision: some ten
 * thousand characters or hundreds of variables
 */
export function compileMatch(
  template: string,
  options?: TemplateOptions & MatchOptions,
): (url: string) => MatchedValues | undefined {
  const matchParts = compileMatcher(read(template, options, MATCH_OPTIONS), options);
  return (url) => {
    if (typeof url !== 'string') fail('invalid-value', 'url', 'must be a string');
    return matchParts(url);
  };
}

/** By the options, one character each, and the template. */
const matchers = /* @__PURE__ */ cached((key) =>
  compileMatch(key.slice(4), {
    lenient: key[0] === '1',
    missing: key[1] === '1' ? 'omit' : 'error',
    placeholders: key[2] === '1',
    strict: key[3] === '1',
  }),
);

/**
 * The values from which a template was expanded to a url, or undefined. Compiles each template once. Rules and errors as of
 * {@link compileMatch}.
 */
export function match(
  template: string,
  url: string,
  options: TemplateOptions & MatchOptions = {},
): MatchedValues | undefined {
  assertSettings('options', options, MATCH_OPTIONS, fail);
  const { lenient, missing, placeholders, strict } = options;
  const flags = [lenient, missing === 'omit', placeholders, strict].map((flag) => (flag ? 1 : 0)).join('');
  // The key of anything but text would be a text.
  return (typeof template === 'string' ? matchers(flags + template) : compileMatch(template))(url);
}

export type { Expression, Literal, Operator, Part, Span, Varspec } from './template/ast.js';
export { compileRoutes } from './routes/compile-routes.js';
export type { CompiledRoutes, FoundRoute, RoutesOptions } from './routes/compile-routes.js';
export type { RouteParameters } from './routes/parameters.js';
export type { MatchOptions } from './template/match/compile.js';
export type { MatchedValue, MatchedValues } from './template/match/match.js';
export type { Values } from './template/values.js';
export { EndpointError } from './errors.js';
