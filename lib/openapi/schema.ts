import { COMPOSITIONS, createPartReader, createRecursion, listParts, remember } from './composition.js';
import {
  asArray,
  asObject,
  asString,
  type ApiDocument,
  type JsonObject,
  type Located,
  type LocatedObject,
} from './document.js';
import { hasOwn } from '../template/values.js';

/** The most values of an enumeration that a summary lists. */
const MAX_CHOICES = 8;
/** The longest summary, so that those of schemas in one another stay short. */
const MAX_SUMMARY = 2000;
/** The most compositions whose members are listed. */
const MAX_COMPOSITIONS = 100;

/** Those whose schemas are alternatives. */
export const ALTERNATIVES = ['oneOf', 'anyOf'] as const;

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

/** Remembered, as many objects may have one member. */
const listDirections = /* @__PURE__ */ remember((document, member) =>
  listParts(document, member).flatMap(({ value }) =>
    ['readOnly', 'writeOnly'].filter((keyword) => value[keyword] === true),
  ),
);

/** Whether a member has the keyword of members that a direction lacks: only responses contain those that are `readOnly`. */
export const hasDirection = (document: ApiDocument, member: Located, keyword: 'readOnly' | 'writeOnly'): boolean =>
  listDirections(document, member).includes(keyword);

/** Whether a schema, or one that it is composed of, is as described. */
export const hasPart = (document: ApiDocument, schema: Located, isRight: (part: LocatedObject) => unknown): boolean =>
  listParts(document, schema, COMPOSITIONS).some(isRight);

/** Whether a schema allows values of one of the types, such as `array`, perhaps beside others. */
export const allowsType = (document: ApiDocument, schema: Located, ...types: readonly unknown[]): boolean =>
  hasPart(document, schema, ({ value }) => listTypes(value).some((type) => types.includes(type)));

/**
 * Summarizes a schema for readers, close to TypeScript: `integer[]`, `"open" | "closed"`, `object`. It follows references, and
 * leaves out the members of objects; for a complete type see `writeCatalogue`.
 *
 * @returns empty text where the schema allows anything
 */
export const summarizeType = /* @__PURE__ */ createRecursion('', (schema, summarizeInner, document) => {
  const { value } = schema;
  const literals = listLiterals(value) ?? [];
  if (literals.length > 0 && literals.length <= MAX_CHOICES)
    return join([...literals.map((literal) => JSON.stringify(literal)), nullText(value)]);
  const summaries = (keyword: string) => document.list(schema, keyword).map(summarizeInner);
  const types = () =>
    listTypes(value).map((type) => {
      if (type !== 'array') return asString(type) ?? '';
      const item = summarizeInner(document.at(schema, 'items')) || 'unknown';
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    });
  const text =
    join(summaries('oneOf')) || join(summaries('anyOf')) || join(types()) || summaries('allOf').find(Boolean);
  return text === undefined ? '' : join([text, nullText(value)]);
});

function nullText({ nullable }: JsonObject): string {
  return nullable === true ? 'null' : '';
}

function join(texts: readonly string[]): string {
  const text = [...new Set(texts)].filter(Boolean).join(' | ');
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY)}…` : text;
}

/**
 * Lists the members of an object that are sent: those of `allOf` together, those of alternatives as optional ones, and without
 * those that are read-only.
 *
 * @param limit the most members that are read
 * @returns nothing where the schema isn't one of an object
 */
export function listMembers(document: ApiDocument, schema: Located, limit = Infinity): readonly SchemaMember[] {
  const members = new Map<string, { readonly member: Located; readonly composition: Located }>();
  const compositions = [schema];
  const readParts = createPartReader(document);
  for (const composition of compositions)
    for (const part of readParts(composition)) {
      for (const [name, member] of document.entries(part, 'properties').slice(0, limit - members.size))
        // A schema replaces those of its `allOf`; alternatives add those that are missing.
        if ((members.get(name)?.composition ?? composition) === composition) members.set(name, { member, composition });
      for (const keyword of ALTERNATIVES)
        compositions.push(...document.list(part, keyword).slice(0, MAX_COMPOSITIONS - compositions.length));
    }
  // Those of `allOf` too: a part may require members of other parts.
  const required = new Set(listParts(document, schema).flatMap(({ value }) => asArray(value['required']).map(String)));
  return [...members].flatMap(([name, { member }]) => {
    if (hasDirection(document, member, 'readOnly')) return [];
    return { name, required: required.has(name), description: readDescription(document, member), schema: member };
  });
}

/** Reads the description of a schema, or else that of the schema that it refers to. */
export function readDescription(document: ApiDocument, schema: Located) {
  const { description = document.follow(schema)?.value['description'] } = asObject(document.normalize(schema).value);
  return asString(description);
}
