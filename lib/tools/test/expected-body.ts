/** The body that a document describes for a value: JSON, forms by their `encoding`, parts, text. */
import { isJson, type Body } from './operations.js';
import { Undefined, writeDeep, writePairs } from './serializer.js';
import { asList, asObject, asText, has, isObject, type Json, type Source } from './source.js';
import { listProperties } from './conform.js';

export interface Part {
  readonly name: string;
  /** Whether it has a file name; either where the specification leaves it open. */
  readonly isFile: boolean | 'either';
  /** Undefined where any may be; a plain field has none. */
  readonly type: string | undefined;
  readonly text: string;
}

export type ExpectedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  /** Pairs of decoded text. */
  | { readonly kind: 'form'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: 'multipart'; readonly parts: readonly Part[] };

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const decode = (pair: string): [string, string] => {
  const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
  return [name, value];
};

/** Of the list formats of Swagger 2.0. */
const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

const isStyled = (encoding: Json): boolean => ['style', 'explode', 'allowReserved'].some((key) => has(encoding, key));

function writeField(name: string, value: unknown, encoding: Json): [string, string][] {
  if (value === null) return [];
  if (isScalar(value)) return [[name, text(value)]];
  const { style, explode, contentType } = encoding;
  if (isStyled(encoding) && style === 'deepObject') return writeDeep(name, value, true);
  if (isStyled(encoding) && (Array.isArray(value) || isObject(value))) {
    const stated = asText(style, 'form');
    return writePairs({ name, style: stated, explode: (explode ?? stated === 'form') === true }, value).map(
      ([pair = '']) => decode(pair),
    );
  }
  if (!Array.isArray(value) || isJson(String(contentType))) return [[name, JSON.stringify(value)]];
  return value.filter((item) => item !== null).map((item) => [name, text(item)]);
}

/** What a schema may be composed of. */
const PARTS = ['allOf', 'anyOf', 'oneOf'];

/** Whether a part is a file by its schema. */
function isFile(source: Source, stated: unknown, depth = 0): boolean {
  const schema = source.schema(stated);
  if (typeof schema === 'boolean' || depth > 4) return false;
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'file' || format === 'binary') return true;
  // OpenAPI 3.1 leaves the schema of bytes empty.
  if (source.version >= 3.1 && Object.keys(schema).every((key) => key === 'description')) return true;
  if (typeof contentMediaType === 'string' && contentEncoding === undefined && !/^text\/|json/i.test(contentMediaType))
    return true;
  const parts = PARTS.flatMap((keyword) => asList(schema[keyword]));
  return parts.some((part) => isFile(source, part, depth + 1));
}

function writeParts(
  source: Source,
  name: string,
  value: unknown,
  [schema, encoding]: readonly [unknown, Json],
): Part[] {
  if (value === null) return [];
  if (Array.isArray(value) && source.version === 2 && encoding['explode'] !== true)
    return [
      { name, isFile: false, type: undefined, text: value.join(SEPARATORS[asText(encoding['style'], '')] ?? ',') },
    ];
  if (typeof value === 'object' && isStyled(encoding) && source.version > 2) throw new Undefined('a style of a part');
  const own = source.schema(schema);
  const stated = encoding['contentType'] ?? (isObject(own) ? own['contentMediaType'] : undefined);
  const type = typeof stated === 'string' && !/[*,]/.test(stated) ? stated : undefined;
  const resolved = source.schema(schema);
  if (Array.isArray(value)) {
    const item = [resolved, ...PARTS.flatMap((keyword) => (isObject(resolved) ? asList(resolved[keyword]) : []))]
      .map((part) => source.schema(part))
      .find((part) => isObject(part) && part['items'] !== undefined);
    return value.flatMap((one) =>
      writeParts(source, name, one, [isObject(item) ? item['items'] : { type: 'string' }, encoding]),
    );
  }
  // Bytes as text, whose part has a media type in some readings.
  if (isObject(resolved) && resolved['contentEncoding'] !== undefined)
    return [{ name, isFile: 'either', type: undefined, text: text(value) }];
  if (isFile(source, schema))
    return [
      {
        name,
        isFile: true,
        type: type ?? (stated === undefined ? 'application/octet-stream' : undefined),
        text: text(value),
      },
    ];
  const isPlain = stated === undefined || (/^text\/plain/i.test(asText(stated, '')) && isScalar(value));
  if (isPlain) return [{ name, isFile: stated === undefined ? false : 'either', type: undefined, text: text(value) }];
  return [{ name, isFile: 'either', type, text: text(value) }];
}

/** The schema of each member of a form, whichever part of the whole declares it. */
function listMembers(source: Source, stated: unknown, depth = 0): Json {
  const schema = source.schema(stated);
  if (typeof schema === 'boolean' || depth > 4) return {};
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => asList(schema[keyword]));
  return Object.assign(
    {},
    ...parts.map((part) => listMembers(source, part, depth + 1)),
    listProperties(source, schema),
  ) as Json;
}

/** The body of a request. */
export function expectBody(source: Source, body: Body | undefined, value: unknown): ExpectedBody {
  if (!body || value === undefined) return { kind: 'none' };
  const { kind, encoding, schema } = body;
  if (kind === 'json') return { kind, value };
  if (kind === 'other') return { kind: 'text', text: text(value) };
  const members = listMembers(source, schema);
  const own = asObject(source.schema(schema));
  const list = Object.entries(asObject(value));
  const encodingOf = (name: string): Json => asObject(encoding[name]);
  if (kind === 'form')
    return { kind, pairs: list.flatMap(([name, member]) => writeField(name, member, encodingOf(name))) };
  const parts = list.flatMap(([name, member]) =>
    writeParts(source, name, member, [members[name] ?? own['additionalProperties'], encodingOf(name)]),
  );
  return {
    kind,
    parts: [...parts.filter((part) => part.isFile !== true), ...parts.filter((part) => part.isFile === true)],
  };
}
