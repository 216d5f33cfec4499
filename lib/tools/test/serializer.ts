/** The request that a document describes for values: OpenAPI 2.0 to 3.2, written from the specifications. */
import { isJson, type Operation, type Parameter } from './operations.js';
import { isObject, type Json } from './source.js';

/** Values by the parameters that have them. */
export type Values = ReadonlyMap<Parameter, unknown>;

export interface Target {
  /** Its path and fragment, as in a URL. */
  readonly path: string;
  readonly fragment: string;
  /** Each `name=value` as text of a URL; several spellings where the specification leaves it open. */
  readonly query: readonly (readonly string[])[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A value that the specification doesn't say how to write. */
export class Undefined extends Error {}

/** As RFC 6570 writes the characters of a value: unreserved ones as they are. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const encodeReserved = (text: string): string =>
  encodeURI(text)
    .replace(/%5B/g, '[')
    .replace(/%5D/g, ']')
    .replace(/%25([\dA-F]{2})/gi, '%$1');

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function scalar(value: unknown): string {
  if (!isScalar(value)) throw new Undefined('nested values in a style that has none');
  return String(value);
}

/** Names and texts of an object's members, without `null`. */
const entries = (value: Json): [string, unknown][] => Object.entries(value).filter(([, member]) => member !== null);
const items = (value: unknown[]): unknown[] => value.filter((item) => item !== null);

/** In the style `simple`: the members of a list or an object in a row. */
function writeRow(value: unknown, explode: boolean, code: (text: string) => string, separator = ','): string {
  if (Array.isArray(value))
    return items(value)
      .map((item) => code(scalar(item)))
      .join(separator);
  if (!isObject(value)) return code(scalar(value));
  return entries(value)
    .map(([name, member]) => `${code(name)}${explode ? '=' : separator}${code(scalar(member))}`)
    .join(separator);
}

function writeInPath({ name, style, explode, allowReserved, isOpen, mediaType }: Parameter, value: unknown): string {
  const code = allowReserved || isOpen ? encodeReserved : encode;
  if (mediaType !== undefined) return code(writeContent(mediaType, value));
  if (style === 'label')
    return (
      '.' +
      (Array.isArray(value)
        ? items(value)
            .map((item) => code(scalar(item)))
            .join(explode ? '.' : ',')
        : isObject(value) && explode
          ? writeRow(value, true, code, '.')
          : writeRow(value, false, code))
    );
  if (style === 'matrix') {
    const key = encode(name);
    const pair = (text: string, of = key): string => (text === '' ? `;${of}` : `;${of}=${text}`);
    if (Array.isArray(value) && explode)
      return items(value)
        .map((item) => pair(code(scalar(item))))
        .join('');
    if (isObject(value) && explode)
      return entries(value)
        .map(([member, text]) => pair(code(scalar(text)), encode(member)))
        .join('');
    return pair(writeRow(value, false, code));
  }
  return writeRow(value, explode, code);
}

function writeContent(mediaType: string, value: unknown): string {
  if (isJson(mediaType)) return JSON.stringify(value);
  if (typeof value !== 'string') throw new Undefined(`a value of ${mediaType}`);
  return value;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** The pairs of `deepObject`; lists are repeated in one spelling, and numbered in the other. */
export function writeDeep(name: string, value: unknown, isNumbered: boolean): [string, string][] {
  if (Array.isArray(value))
    return items(value).flatMap((item, index) => {
      if (!isScalar(item) && !isNumbered) throw new Undefined('lists of objects in a deep object');
      return writeDeep(isNumbered ? `${name}[${index}]` : name, item, isNumbered);
    });
  if (isObject(value))
    return entries(value).flatMap(([key, member]) => writeDeep(`${name}[${key}]`, member, isNumbered));
  return [[name, String(value)]];
}

/** The pairs of a parameter in a query or a form, in one or more spellings. */
export function writePairs(
  { name, style, explode }: Pick<Parameter, 'name' | 'style' | 'explode'>,
  value: unknown,
): string[][] {
  const key = encode(name);
  const pair = (text: string, of = key): string => `${of}=${text}`;
  if (value === null) return [];
  if (isScalar(value)) return [[pair(encode(String(value)))]];
  if (style === 'deepObject') {
    const [numbered, repeated] = [true, false].map((isNumbered) => {
      try {
        return writeDeep(name, value, isNumbered).map(([of, text]) => pair(encode(text), encode(of)));
      } catch (error) {
        if (error instanceof Undefined) return undefined;
        throw error;
      }
    });
    return (numbered ?? []).map((text, index) => [...new Set([text, repeated?.[index] ?? text])]);
  }
  const separator = SEPARATORS[style];
  if (separator === undefined) throw new Undefined(`the style ${style} of a query`);
  if (!explode) return [[pair(writeRow(value, false, encode, separator))]].filter(([text]) => text !== pair(''));
  if (Array.isArray(value)) return items(value).map((item) => [pair(encode(scalar(item)))]);
  return entries(value as Json).flatMap(([member, text]) => {
    const list = Array.isArray(text) ? items(text) : [text];
    return list.map((item) => [pair(encode(scalar(item)), encode(member))]);
  });
}

function writeInQuery(parameter: Parameter, value: unknown): string[][] {
  const { name, mediaType, place } = parameter;
  if (place !== 'querystring') {
    if (mediaType === undefined) return writePairs(parameter, value);
    return value === null && !isJson(mediaType) ? [] : [[`${encode(name)}=${encode(writeContent(mediaType, value))}`]];
  }
  if (mediaType !== undefined && /urlencoded/i.test(mediaType) && isObject(value))
    return writePairs({ name: '', style: 'form', explode: true }, value);
  return [[encode(writeContent(mediaType ?? '', value))]];
}

function writeHeader({ explode, mediaType }: Parameter, value: unknown): string | undefined {
  if (mediaType !== undefined) return writeContent(mediaType, value);
  return value === null ? undefined : writeRow(value, explode, (text) => text);
}

/** The target and headers of an operation's request. */
export function serialize({ path, parameters }: Operation, values: Values): Target {
  const [, before = '', literal = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(path) ?? [];
  const inPath = new Map(parameters.filter(({ place }) => place === 'path').map((one) => [one.name, one]));
  const fill = (template: string): string =>
    template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const parameter = inPath.get(name) ?? inPath.get(name.replace(/^[+./;]/, '').replace(/\*$/, ''));
      if (!parameter) throw new Undefined(`${whole}, which no parameter describes`);
      return writeInPath(parameter, values.get(parameter));
    });
  const headers: Record<string, string> = {};
  const query: string[][] =
    literal.length > 1
      ? literal
          .slice(1)
          .split('&')
          .map((pair) => [fill(pair)])
      : [];
  for (const [parameter, value] of values) {
    if (parameter.place.startsWith('query')) query.push(...writeInQuery(parameter, value));
    const text = parameter.place === 'header' ? writeHeader(parameter, value) : undefined;
    if (text !== undefined) headers[parameter.name.toLowerCase()] = text;
  }
  return { path: fill(before), fragment: fill(fragment), query, headers };
}
