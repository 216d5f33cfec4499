/** The sentences of an explanation that depend on many facts; others are beside what they describe. */
import type { Method, QueryStyle } from '../options.js';
import { usesQuery } from '../request/route.js';
import { type Expression, type Operator, OPERATORS, type Varspec } from '../template/ast.js';
import { getLast, hasOwn, isPlainObject } from '../template/values.js';
import type { Piece } from '../template/pieces.js';
import type {
  ExplainedExpression,
  ExplainedHeader,
  ExplainedParameter,
  Layer,
  Replaced,
  UrlPart,
} from './explanation.js';
import type { Recording } from './recording.js';

/** Text of code in a sentence; most sentences write its backticks themselves. */
export const code = (text: string) => '`' + text + '`';
/** The most characters of an expression that a sentence repeats. */
const MAX_TEXT = 80;
const brief = (text: string) => code(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
/** The origin of a value, unless it is the request itself. */
export const by = (layer: Layer | undefined) => (layer && layer.kind !== 'options' ? `, from ${layer.label}` : '');

export const OPERATOR_MEANINGS = {
  '': 'simple expansion',
  '+': 'reserved expansion, which keeps `/` and other reserved characters',
  '#': 'fragment, which keeps `/` and other reserved characters',
  '.': 'labels, each after a `.`',
  '/': 'path segments, each after a `/`',
  ';': 'path-style parameters, each after a `;`',
  '?': 'form-style query',
  '&': 'form-style query continuation',
};
export const literal = (part: UrlPart, isCopied: boolean) =>
  `Text of the ${part}, ${isCopied ? 'copied unchanged' : 'percent-encoded where a url needs it'}.`;

/** The place of parameters that the url doesn't name. */
export const remaining = (method: Method) =>
  `${method.toUpperCase()}: parameters that the url does not name ${method === 'options' ? 'have no place' : `go to the ${usesQuery(method) ? 'query' : 'body'}`}.`;

/** Texts that are written as they are (RFC 6570, 3.2.1), without and with reserved characters. */
const UNRESERVED = /^[\w.~-]*$/;
const RESERVED = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i;

/** The form in which an expression writes a value. */
function describeForm(operator: Operator, { explode, prefix }: Varspec, value: unknown) {
  const { separator, allowReserved } = OPERATORS[operator];
  if (value == null) return 'has no value';
  const between = `with \`${separator}\` between`;
  if (Array.isArray(value))
    return explode
      ? `is a list, and \`*\` writes each member separately, ${between}`
      : 'is a list, joined by `,` because there is no `*`';
  if (isPlainObject(value))
    return explode
      ? `is an object, and \`*\` writes each key with its value, ${between}`
      : 'is an object, written as key,value because there is no `*`';
  if (prefix) return `is cut to ${prefix} characters by \`:${prefix}\``;
  if (value === '') return 'is empty';
  if (typeof value === 'object') return 'is written as its text in JSON';
  const scalar = value as string | number | bigint | boolean;
  const isUnchanged = (allowReserved ? RESERVED : UNRESERVED).test(String(scalar));
  return isUnchanged ? 'is written unchanged' : 'is percent-encoded';
}

const valueClause = (operator: Operator, varspec: Varspec, value: unknown) =>
  `${code(varspec.name)} ${describeForm(operator, varspec, value)}`;

export function expression(text: string, { operator, varspecs }: Expression, values: readonly unknown[]) {
  // The runs of an expansion are of values that write something, which are examined here alone.
  const clauses = varspecs.map((varspec, index) =>
    valueClause(operator, varspec, writesNothing(values[index]) ? undefined : values[index]),
  );
  return `${brief(text)}: ${OPERATOR_MEANINGS[operator]}; ${clauses.join('; ')}.`;
}

export function expansionRun(
  { text, operator }: ExplainedExpression,
  varspec: Varspec,
  { role, member: key, text: written }: Piece,
  parameter: ExplainedParameter | undefined,
) {
  const { name } = varspec;
  const start = `${brief(text)}: ${OPERATOR_MEANINGS[operator]}`;
  const { first, separator } = OPERATORS[operator];
  const value = parameter?.value;
  if (role === 'punctuation') {
    if (written === '=') return `${start}; \`=\` separates \`${name}\` and its value.`;
    if (written === ',' && separator !== ',') return `${start}; ${valueClause(operator, varspec, value)}.`;
    const place =
      written !== separator ? 'before the first value' : first === separator ? 'before each value' : 'between values';
    return `${start}; the operator writes \`${written}\` ${place}.`;
  }
  if (role === 'name') return `${start}; the name \`${name}\` precedes its value.`;
  const member = key === undefined ? '' : role === 'key' ? `; key \`${key}\`` : `; member \`${key}\``;
  return `${start}; ${valueClause(operator, varspec, value)}${member}${by(parameter?.layer)}.`;
}

const ARRAYS = {
  comma: 'joined by `,`',
  repeat: 'written with the name before each member',
  brackets: 'written with the name and `[]` before each member',
  indices: 'written with the name and `[index]` before each member',
  pipes: 'joined by `%7C`, an encoded `|`',
  spaces: 'joined by `%20`, an encoded space',
};

export function remainingRun(
  { value, sentence }: ExplainedParameter,
  role: 'separator' | 'name' | 'value',
  text: string,
  { arrays = 'repeat', objects }: QueryStyle,
) {
  const form = Array.isArray(value)
    ? ` It is a list, ${ARRAYS[arrays]} (query.arrays).`
    : isPlainObject(value)
      ? ` It is an object, written as \`${objects === 'dots' ? 'name.key=value' : 'name[key]=value'}\`.`
      : '';
  return `${role === 'value' ? '' : `\`${text}\` is a ${role}. `}${sentence}${form}`;
}

// Parameters

function describeUnused(
  { name, given: source, value, layer }: ExplainedParameter,
  { results: { target, method, merged, located } }: Recording,
) {
  if (value === undefined && layer) return `\`${name}\` is unset by ${layer.label}.`;
  if (writesNothing(value)) return `\`${name}\` has no value, so nothing is written.`;
  if (source === 'path') return `The path has no \`{${name}}\`.`;
  const { path, query, body } = located ?? {};
  if (source === 'plain' && [path, query, body].some((values) => values && hasOwn(values, name)))
    return `\`${name}\` is not used: endpoint.in replaces it.`;
  if (!target?.variables.has(name)) {
    if (merged?.options.data !== undefined)
      return `\`${name}\` is not sent: \`data\` is the whole body, and the url does not name it.`;
    if (method === 'options') return `\`${name}\` has no place: OPTIONS has no body.`;
  }
  return `\`${name}\` is not written, because of the error.`;
}

/** Whether a value counts as undefined in a template: null, and a list or map without members (RFC 6570 section 2.3). */
export const writesNothing = (value: unknown) =>
  value == null ||
  ((Array.isArray(value) || isPlainObject(value)) && !Object.values(value).some((member) => member != null));

function replacing(replaced: readonly Replaced[]) {
  const last = getLast(replaced);
  return last ? ` It replaces the one of ${last.layer.label}.` : '';
}

export function parameterPlace(parameter: ExplainedParameter, recording: Recording) {
  const { name, given: source, places, expressions, required, layer, replaced } = parameter;
  if (source === undefined && required) return `\`${name}\` is missing: the path needs a value for it.`;
  if (!places.length) return describeUnused(parameter, recording);
  const why = expressions.length
    ? 'the url names it'
    : source === 'plain'
      ? `the url does not name it, and ${(recording.results.method ?? 'get').toUpperCase()} has its parameters there`
      : 'endpoint.in puts it there';
  return `\`${name}\` goes to the ${places.join(' and ')}: ${why}${by(layer)}.${replacing(replaced)}`;
}

export function headerSource({ name, source, layer, replaced }: Omit<ExplainedHeader, 'sentence'>) {
  if (source === 'content') return `\`${name}\` is added because the body is JSON.`;
  if (source === 'mediaType') return `\`${name}\` is amended by mediaType.`;
  return `\`${name}\` comes from ${layer?.label ?? 'the builder'}.${replacing(replaced)}`;
}
