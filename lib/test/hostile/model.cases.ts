import type { HostileCase } from './generator.cases.js';

/** A second implementation of RFC 6570, from the standard alone: independent of the builder, so that it doesn't repeat its mistakes. */

/** Why a url can't be built. */
export class Refusal extends Error {}

interface Variable {
  readonly name: string;
  readonly explode: boolean;
  readonly prefix: number | undefined;
}

/** Text, or an expression. */
type Part = { readonly literal: string } | { readonly operator: string; readonly variables: readonly Variable[] };

/** The value of a variable, which may depend on the operator of its expression. */
type ValueOf = (name: string, operator: string) => unknown;

/** Scheme and authority at the start of a url template or base URL, or empty. */
export const readOrigin = (text: string): string => /^[a-z][a-z\d+.-]*:\/\/[^/?#\\{]*/i.exec(text)?.[0] ?? '';

interface OperatorRules {
  readonly first: string;
  readonly separator: string;
  readonly named?: true;
  readonly ifEmpty?: string;
  readonly reserved?: true;
}

/** RFC 6570 appendix A. */
const OPERATORS: Readonly<Record<string, OperatorRules>> = {
  '': { first: '', separator: ',' },
  '+': { first: '', separator: ',', reserved: true },
  '.': { first: '.', separator: '.' },
  '/': { first: '/', separator: '/' },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '' },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=' },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=' },
  '#': { first: '#', separator: ',', reserved: true },
};

function findRules(operator: string): OperatorRules {
  const rules = OPERATORS[operator];
  if (!rules) throw new Refusal(`"${operator}" is not an operator`);
  return rules;
}

const NAME = /^(?:[A-Za-z0-9_]|%[\dA-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[\dA-Fa-f]{2}))*$/;
const NAME_WITH_EXTENSIONS = /^(?:[A-Za-z0-9_$~@[\]-]|%[\dA-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_$~@[\]-]|%[\dA-Fa-f]{2}))*$/;
const NO_LITERAL = /[\0-\x20"<>\\^`|\x7f-\x9f]|%(?![\dA-Fa-f]{2})/;

function readVariable(text: string, strict: boolean): Variable {
  const [, name = '', star, prefix] = /^(.*?)(?:(\*)|:([1-9]\d{0,3}))?$/s.exec(text) ?? [];
  if (!(strict ? NAME : NAME_WITH_EXTENSIONS).test(name)) throw new Refusal(`"${text}" is not a variable`);
  return { name, explode: star !== undefined, prefix: prefix === undefined ? undefined : Number(prefix) };
}

/**
 * Reads a template.
 *
 * @param start after the origin; undefined for the grammar of the RFC, which has no `:name`
 * @throws Refusal for a malformed template
 */
function readTemplate(url: string, strict: boolean, start: number | undefined): Part[] {
  const parts: Part[] = [];
  let end = start ?? 0;
  const addLiteral = (to: number): void => {
    const literal = url.slice(end, to);
    if (strict && NO_LITERAL.test(literal)) throw new Refusal('a literal with characters that RFC 6570 excludes');
    if (literal) parts.push({ literal });
  };
  for (const { 0: token, groups = {}, index } of url.matchAll(
    /\{(?<expression>[^{}]*)\}|(?<=^|[/.]):(?<placeholder>[A-Za-z_][A-Za-z0-9_]*)|[{}]/g,
  )) {
    const { expression, placeholder } = groups;
    if (index < end || (placeholder !== undefined && start === undefined)) continue;
    const text = placeholder ?? expression;
    if (text === undefined) throw new Refusal('an unmatched brace');
    addLiteral(index);
    end = index + token.length;
    const operator = placeholder === undefined ? (/^[+#./;?&=,!@|]?/.exec(text)?.[0] ?? '') : '';
    findRules(operator);
    const variables = text
      .slice(operator.length)
      .split(',')
      .map((variable) => readVariable(variable, strict));
    parts.push({ operator, variables });
  }
  addLiteral(url.length);
  return parts;
}

/** The text as percent-encoded characters and others; an encoded character of several octets is one. */
function* readCharacters(text: string): Iterable<string> {
  for (let remaining = text; remaining !== '';) {
    let character = String.fromCodePoint(remaining.codePointAt(0) as number);
    const [triplets = ''] = /^(?:%[\dA-Fa-f]{2}){1,4}/.exec(remaining) ?? [];
    if (triplets) character = triplets.slice(0, 3);
    for (let length = triplets.length; length > 3; length -= 3) {
      if (isOneCharacter(triplets.slice(0, length))) {
        character = triplets.slice(0, length);
        break;
      }
    }
    yield character;
    remaining = remaining.slice(character.length);
  }
}

function isOneCharacter(triplets: string): boolean {
  try {
    return [...decodeURIComponent(triplets)].length === 1;
  } catch {
    return false;
  }
}

/** Percent-encodes all but unreserved characters; `reserved` also keeps reserved ones and triplets. */
function encode(text: string, reserved: boolean): string {
  return text.replace(reserved ? /%[\dA-Fa-f]{2}|./gsu : /./gsu, (character) => {
    if (/^[A-Za-z0-9._~-]$/.test(character)) return character;
    if (reserved && (/^[:/?#[\]@!$&'()*+,;=]$/.test(character) || character.length === 3)) return character;
    if (/^\p{Cs}/u.test(character)) throw new Refusal('a lone surrogate');
    return [...Buffer.from(character)].map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]' && typeof (value as Date).toJSON !== 'function';

function readText(value: unknown): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  const text: unknown = (value as Date).toJSON?.();
  if (typeof text !== 'string') throw new Refusal('a value without text');
  return text;
}

/** The expansion of a variable without the operator's first character; undefined for an undefined one. */
function expandVariable(operator: string, { name, explode, prefix }: Variable, value: unknown): string | undefined {
  const { separator, named, ifEmpty = '', reserved = false } = findRules(operator);
  const withName = (key: string, text: string): string => (named ? key + (text ? `=${text}` : ifEmpty) : text);
  // Where the RFC has no such name, a url has one spelling of it.
  const written = name.replace(/[$@[\]]/g, encodeURIComponent);
  const write = (text: string): string => encode(text, reserved);
  if (value == null) return undefined;
  if (!Array.isArray(value) && !isMap(value)) {
    const text = readText(value);
    const characters = reserved ? readCharacters(text) : text;
    return withName(written, write(prefix === undefined ? text : [...characters].slice(0, prefix).join('')));
  }
  if (prefix !== undefined) throw new Refusal('a prefix on a list or map');
  const members = Object.entries(value as object).filter(([, member]) => member != null);
  if (!members.length) return undefined;
  const texts = members.map(([key, member]) => {
    const text = write(readText(member));
    if (Array.isArray(value)) return explode ? withName(written, text) : text;
    if (!explode) return `${write(key)},${text}`;
    return named ? withName(write(key), text) : `${write(key)}=${text}`;
  });
  return explode ? texts.join(separator) : withName(written, texts.join(','));
}

/** The expansion of a part, and whether a variable was undefined. */
function expandPart(part: Part, valueOf: ValueOf): { readonly text: string; readonly missing: boolean } {
  if ('literal' in part) return { text: encode(part.literal, true), missing: false };
  const { operator, variables } = part;
  const { first, separator } = findRules(operator);
  const texts = variables.map((variable) => expandVariable(operator, variable, valueOf(variable.name, operator)));
  const written = texts.filter((text) => text !== undefined);
  return { text: written.length ? first + written.join(separator) : '', missing: written.length < texts.length };
}

/** Expands a template. */
export function expandTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  const valueOf: ValueOf = (name) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return readTemplate(template, false, undefined)
    .map((part) => expandPart(part, valueOf).text)
    .join('');
}

/** The rules for paths: the segments that may be empty, and the slashes that are dropped with them. */

/** A segment of a path, and whether a simple or reserved expression in it wrote nothing. */
interface Segment {
  text: string;
  emptied: boolean;
}

/** The template in the builder's view: a route is trimmed. */
export const selectTemplate = ({ url, asRoute }: HostileCase): string => (asRoute ? url.trim() : url);

const mayEndEmpty = (method: string): boolean => /^(?:get|head|options)$/i.test(method);

/** The location in `endpoint.in` with the values of an expression. */
const selectLocation = (operator: string): 'path' | 'query' => (/^[?&#]$/.test(operator) ? 'query' : 'path');

/** Looks up the value of a variable in a request. */
function readValues({ values, located }: HostileCase): ValueOf {
  return (name, operator) => {
    const location = selectLocation(operator);
    const source = Object.hasOwn(located[location], name) ? located[location] : values;
    return Object.hasOwn(source, name) ? source[name] : undefined;
  };
}

/** Rejects a name passed by itself and in `endpoint.in`, if all of its expressions are in that one location. */
function rejectDuplicates(parts: readonly Part[], { values, located }: HostileCase): void {
  for (const location of ['path', 'query'] as const) {
    for (const name of Object.keys(located[location])) {
      if (values[name] == null || located[location][name] == null || !Object.hasOwn(values, name)) continue;
      const locations = parts.flatMap((part) =>
        'operator' in part && part.variables.some((variable) => variable.name === name)
          ? [selectLocation(part.operator)]
          : [],
      );
      if (locations.length && locations.every((other) => other === location))
        throw new Refusal(`"${name}" is passed twice`);
    }
  }
}

/** The segments before the first `?` or `#`. */
function writePath(parts: readonly Part[], valueOf: ValueOf, omit: boolean): Segment[] {
  const segments: Segment[] = [{ text: '', emptied: false }];
  let ended = false;
  for (const part of parts) {
    const { text, missing } = expandPart(part, valueOf);
    if (ended) continue;
    const [path = ''] = /^[^?#]*/.exec(text) ?? [];
    ended = path !== text;
    const required = 'operator' in part && (part.operator === '' || part.operator === '+');
    // If a value ends the path, the later variables of its expression are in the query.
    if (required && missing && !omit && !ended) throw new Refusal('a value in the path is missing');
    if (required && path === '') (segments.at(-1) as Segment).emptied = true;
    const [first = '', ...others] = path.split('/');
    (segments.at(-1) as Segment).text += first;
    for (const segment of others) segments.push({ text: segment, emptied: false });
  }
  return segments;
}

/**
 * The path that the template of a request writes: the text after its own origin, before the first `?` or `#`.
 * @throws Refusal if no url may be built
 */
export function predictPath(request: HostileCase): string {
  const { method, settings } = request;
  const omit = settings.missing === 'omit';
  const template = selectTemplate(request);
  const parts = readTemplate(template, settings.strict, readOrigin(template).length);
  rejectDuplicates(parts, request);
  const segments = writePath(parts, readValues(request), omit);
  const isEmpty = ({ text, emptied }: Segment): boolean => emptied && text === '';
  if (!omit) {
    if (segments.slice(0, -1).some(isEmpty)) throw new Refusal('a segment in the middle of the path is empty');
    if (isEmpty(segments.at(-1) as Segment) && !mayEndEmpty(method))
      throw new Refusal(`${method} with an empty segment`);
  }
  while (segments.length > 1 && isEmpty(segments.at(-1) as Segment)) segments.pop();
  return segments.map((segment) => segment.text).join('/');
}
