import { asArray, asObject, asString, isObject } from './document.js';
import type { ApiDocument, JsonObject, Located } from './document.js';
import { hasOwn } from '../template/values.js';

/** The most values of an enumeration that a summary lists. */
const MAX_CHOICES = 8;
/** The deepest nesting that is read; schemas may contain themselves. */
const MAX_DEPTH = 8;
const MAX_DIRECTED_DEPTH = 20;

const COMPOSITIONS = ['allOf', 'oneOf', 'anyOf'] as const;
const ALTERNATIVES = ['oneOf', 'anyOf'] as const;

/** A member of an object that is sent. */
export interface SchemaMember {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Located;
}

/** Lists the types that a schema names, or else the type that its keywords belong to. */
export function listTypes(schema: JsonObject): readonly unknown[] {
  const { type } = schema;
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  if (['properties', 'additionalProperties', 'patternProperties', 'required'].some((key) => hasOwn(schema, key)))
    return ['object'];
  return ['items', 'prefixItems'].some((key) => hasOwn(schema, key)) ? ['array'] : [];
}

/** Lists the values of `const` or `enum`; undefined where the schema has neither. */
export function listLiterals(schema: JsonObject): readonly unknown[] | undefined {
  const literals = hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  if (!Array.isArray(literals)) return undefined;
  // YAML reads an unquoted `1` or `true` as a number or boolean, even where the schema expects a string.
  return literals.map((literal: unknown) =>
    schema['type'] === 'string' && (typeof literal === 'number' || typeof literal === 'boolean')
      ? String(literal)
      : literal,
  );
}

/** Locates the schemas under a keyword whose value is a list. */
export function listSchemas({ value, file }: Located, keyword: string): readonly Located[] {
  return asArray(asObject(value)[keyword]).map((member) => ({ value: member, file }));
}

/** The keyword of members that a direction lacks: only responses contain those that are `readOnly`. */
export type DirectionKeyword = 'readOnly' | 'writeOnly';

/** Whether a member has the keyword. */
export function hasDirection(document: ApiDocument, member: Located, keyword: DirectionKeyword): boolean {
  return isObject(member.value) && document.follow(member)?.value[keyword] === true;
}

/** Lists the members with the keyword, of a schema and of those that it combines by `allOf`. */
export function listDirected(
  document: ApiDocument,
  located: Located,
  keyword: DirectionKeyword,
  depth = 0,
): readonly string[] {
  const schema = depth < MAX_DIRECTED_DEPTH ? document.follow(located) : undefined;
  if (!schema) return [];
  const properties = asObject(schema.value['properties']);
  return [
    ...Object.keys(properties).filter((name) =>
      hasDirection(document, { value: properties[name], file: schema.file }, keyword),
    ),
    ...listSchemas(schema, 'allOf').flatMap((member) => listDirected(document, member, keyword, depth + 1)),
  ];
}

/** Whether a schema allows values of a type, such as `array`, perhaps beside others. */
export function allowsType(document: ApiDocument, located: Located, type: string, depth = 0): boolean {
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return false;
  return (
    listTypes(schema.value).includes(type) ||
    COMPOSITIONS.some((keyword) =>
      listSchemas(schema, keyword).some((member) => allowsType(document, member, type, depth + 1)),
    )
  );
}

/**
 * Summarizes a schema for readers, close to TypeScript: `integer[]`, `"open" | "closed"`, `object`. It follows references, and
 * leaves out the members of objects; for a complete type see `writeCatalogue`.
 *
 * @returns empty text where the schema allows anything
 */
export function summarizeType(document: ApiDocument, schema: Located): string {
  return summarize(document, schema, 0);
}

function summarize(document: ApiDocument, located: Located, depth: number): string {
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return '';
  const { value, file } = schema;
  const literals = listLiterals(value) ?? [];
  if (literals.length > 0 && literals.length <= MAX_CHOICES)
    return join([...literals.map((literal) => JSON.stringify(literal)), nullText(value)]);
  const summaries = (keyword: string): string[] =>
    listSchemas(schema, keyword).map((member) => summarize(document, member, depth + 1));
  const types = (): string[] =>
    listTypes(value).map((type) => {
      if (type !== 'array') return asString(type) ?? '';
      const item = summarize(document, { value: value['items'], file }, depth + 1) || 'unknown';
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    });
  const text =
    join(summaries('oneOf')) || join(summaries('anyOf')) || join(types()) || summaries('allOf').find(Boolean);
  return text === undefined ? '' : join([text, nullText(value)]);
}

function nullText({ nullable }: JsonObject): string {
  return nullable === true ? 'null' : '';
}

function join(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== '').join(' | ');
}

/**
 * Lists the members of an object that are sent: those of `allOf` together, those of alternatives as optional ones, and without
 * those that are read-only.
 *
 * @returns nothing where the schema isn't one of an object
 */
export function listMembers(document: ApiDocument, schema: Located): readonly SchemaMember[] {
  return [...collectMembers(document, schema, 0).values()].filter(
    ({ schema: member }) => !hasDirection(document, member, 'readOnly'),
  );
}

function collectMembers(document: ApiDocument, located: Located, depth: number): Map<string, SchemaMember> {
  const members = new Map<string, SchemaMember>();
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return members;
  for (const part of listSchemas(schema, 'allOf'))
    for (const [name, member] of collectMembers(document, part, depth + 1)) members.set(name, member);
  for (const [name, value] of Object.entries(asObject(schema.value['properties']))) {
    const member = { value, file: schema.file };
    const description = document.follow(member)?.value['description'] ?? asObject(value)['description'];
    members.set(name, { name, required: false, description: asString(description), schema: member });
  }
  for (const alternative of ALTERNATIVES.flatMap((keyword) => listSchemas(schema, keyword)))
    for (const [name, member] of collectMembers(document, alternative, depth + 1))
      if (!members.has(name)) members.set(name, { ...member, required: false });
  for (const name of listRequired(document, schema, depth)) {
    const member = members.get(name);
    if (member) members.set(name, { ...member, required: true });
  }
  return members;
}

/** Lists the names of required members, those of `allOf` too: they may name members of other parts. */
function listRequired(document: ApiDocument, located: Located, depth: number): readonly string[] {
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return [];
  return [
    ...asArray(schema.value['required']).map(String),
    ...listSchemas(schema, 'allOf').flatMap((part) => listRequired(document, part, depth + 1)),
  ];
}
