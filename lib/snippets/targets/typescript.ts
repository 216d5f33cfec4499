import { getClass } from '../../request/content.js';
import type { EndpointOptions } from '../../options.js';
import { isOption } from '../../request/option-checks.js';
import { parseRoute } from '../../request/route.js';
import { parseParts } from '../../template/parse.js';
import { hasOwn } from '../../template/values.js';
import { isVisible } from '../languages/literals.js';
import { enclose, memberCodes, propertyName, quoteJavaScript, toLiteral } from '../languages/javascript.js';
import { addLines, type ParameterType, type SnippetSource, type Target } from '../target.js';
import { findCall, toModule } from './endpoint-js.js';

/** A type that a document may state: anything else could be code. */
const KNOWN_TYPE =
  /^(?:string|number|integer|boolean|null|-?\d+(?:\.\d+)?|"(?:[^"\\\n\r\u2028\u2029]|\\["\\])*")(?:\[\])?$/;
/** A bar outside of quotes. */
const BAR = /\s*\|\s*(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/;
/** Operators whose variables may be absent; those of a query may be in any case. */
const OPTIONAL_OPERATORS = './;';
const WORDS_IN_NAME = 6;

/** Members of an object type, on one line where they fit. */
function objectType(value: object, indent: string) {
  const members = Object.entries(value).map(
    ([name, member]) => `${propertyName(name)}: ${typeOfValue(member, `${indent}  `)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : enclose(['{', '}', ';'], members, indent, indent.length + 10);
}

function listType(values: readonly unknown[], indent: string) {
  const types = [...new Set(values.map((value) => typeOfValue(value, indent)))];
  return types.length > 1 ? `(${types.join(' | ')})[]` : `${types[0] ?? 'unknown'}[]`;
}

/** The type of a value that has a literal. */
function typeOfValue(value: unknown, indent: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return listType(value, indent);
  if (typeof value !== 'object') return typeof value;
  const name = getClass(value);
  return name === 'Object' ? objectType(value, indent) : name;
}

const isStated = (type: string, value: unknown): boolean =>
  type.endsWith('[]')
    ? Array.isArray(value) && value.every((item) => isStated(type.slice(0, -2), item))
    : type === typeof value || type === JSON.stringify(value);

/** A type whose literals have escapes for the characters that a reader can't see. */
const escapeInvisible = (type: string) =>
  type.replace(/[^ -~]/gu, (character) => quoteJavaScript(character).slice(1, -1));

/** The declared type, with the value's where it is another; undefined where none is declared. */
function statedType({ type = '' }: ParameterType, value: unknown) {
  const members = type.split(BAR).map((member) => member.replace(/^integer/, 'number'));
  if (!members.every((member) => KNOWN_TYPE.test(member))) return undefined;
  const isFitting = value === undefined || members.some((member) => isStated(member, value));
  const literals = members.map(escapeInvisible);
  return [...new Set(isFitting ? literals : [...literals, typeOfValue(value, '  ')])].join(' | ');
}

/** The variables of a route: whether it requires them. */
function readVariables(route: string) {
  const variables = new Map<string, boolean>();
  for (const { varspecs = [], operator = '', query } of parseParts(parseRoute(route).url, { placeholders: true })) {
    for (const { name } of varspecs)
      variables.set(name, variables.get(name) === true || (!query && !OPTIONAL_OPERATORS.includes(operator || ' ')));
  }
  return variables;
}

const isParameter = (name: string) => name === 'data' || !isOption(name);

/** `GET /repos/{owner}/issues` → `GetReposIssuesParameters`. */
function nameInterface(method: string, route: string) {
  const path = parseRoute(route).url.replace(/^https?:\/\/[^/]*|[?#].*|\{[^}]*\}|:\w+/gi, ' ');
  const words = [method.toLowerCase(), ...(path.match(/[a-z\d]+/gi) ?? [])].slice(0, WORDS_IN_NAME);
  return `${words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase())).join('')}Parameters`;
}

function memberLines({ route, types }: SnippetSource, values: EndpointOptions) {
  const variables = readVariables(route);
  const names = new Set([...variables.keys(), ...Object.keys(types ?? {}), ...Object.keys(values)].filter(isParameter));
  return Array.from(names, (name) => {
    const value = hasOwn(values, name) ? values[name] : undefined;
    const stated = types && hasOwn(types, name) ? types[name] : undefined;
    const ofValue = value === undefined ? 'string | number | boolean' : typeOfValue(value, '  ');
    // A value that is missing where the document requires one comes from elsewhere, or is yet to be added.
    const mark = (variables.get(name) ?? stated?.required) && hasOwn(values, name) ? '' : '?';
    return `${propertyName(name)}${mark}: ${(stated && statedType(stated, value)) ?? ofValue};`;
  });
}

/** A module in TypeScript with this library: an interface for the parameters of the route, and a call with them. */
export const typescript = {
  target: 'typescript',
  label: 'TypeScript types (endpoint.js)',
  language: 'typescript',
  file: 'request.ts',
  convert(message, request, source, form) {
    const call = findCall(message, request, source, form);
    const { sent } = call;
    if (!source || !sent) return toModule(message, call);
    const { route } = source;
    const values = Object.fromEntries(Object.entries(sent).filter(([name]) => isParameter(name)));
    const members = memberLines(source, values);
    if (members.length === 0) return toModule(message, call);
    const name = nameInterface(message.method, route);
    const options = { ...sent };
    for (const parameter of Object.keys(values)) delete options[parameter];
    const comment = isVisible(route) && `/** The parameters of \`${route.trim().replaceAll('*/', '*\\/')}\`. */`;
    const properties = ['...parameters', ...(memberCodes(options, '') ?? [])];
    const declarations = `${addLines('', [comment])}
export interface ${name} {${addLines('  ', members)}
}

const parameters: ${name} = ${toLiteral(values, '') ?? ''};`;
    return toModule(message, { ...call, properties }, declarations);
  },
} as const satisfies Target;
