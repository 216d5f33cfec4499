/** Whether values fit the schemas of a document, by the rules of its version: `nullable`, exclusive bounds, `readOnly`. */
import { asList, asObject, has, isObject, type Json, type Source } from './source.js';

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(order(one)) === JSON.stringify(order(other));

/** With members in an order that doesn't depend on how they were written. */
export function order(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(order);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((name) => [name, order(value[name])]);
}

export function isType(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'file') return typeof value === 'string';
  return typeOf(value) === type;
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const count = (value: string): number => Array.from(value).length;

function fitsBounds(schema: Json, value: unknown): boolean {
  const limits = (least: string, most: string, found: number): boolean =>
    found >= (number(schema[least]) ?? 0) && found <= (number(schema[most]) ?? Infinity);
  if (typeof value === 'string') return limits('minLength', 'maxLength', count(value));
  if (Array.isArray(value)) {
    if (schema['uniqueItems'] === true && new Set(value.map((item) => JSON.stringify(order(item)))).size < value.length)
      return false;
    return limits('minItems', 'maxItems', value.length);
  }
  if (isObject(value)) return limits('minProperties', 'maxProperties', Object.keys(value).length);
  if (typeof value !== 'number') return true;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const least = number(minimum) ?? -Infinity;
  const most = number(maximum) ?? Infinity;
  if (value < least || value > most) return false;
  if ((exclusiveMinimum === true && value === least) || (exclusiveMaximum === true && value === most)) return false;
  if (value <= (number(exclusiveMinimum) ?? -Infinity) || value >= (number(exclusiveMaximum) ?? Infinity)) return false;
  const step = number(multipleOf);
  const quotient = value / (step ?? value);
  return (
    step === undefined ||
    step <= 0 ||
    Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
  );
}

/** A member that only responses have is required of no request. */
export function isReadOnly(source: Source, value: unknown, depth = 0): boolean {
  const schema = source.schema(value);
  if (typeof schema === 'boolean' || depth > 4) return false;
  return schema['readOnly'] === true || asList(schema['allOf']).some((part) => isReadOnly(source, part, depth + 1));
}

/** The members that a schema and those it consists of declare. */
export function listProperties(source: Source, value: unknown, depth = 0): Json {
  const schema = source.schema(value);
  if (typeof schema === 'boolean' || depth > 8) return {};
  const parts = asList(schema['allOf']).map((part) => listProperties(source, part, depth + 1));
  return Object.assign({}, ...parts, asObject(schema['properties'])) as Json;
}

/** The schemas of a member's value. */
function listMemberSchemas(schema: Json, name: string): unknown[] {
  const properties = asObject(schema['properties']);
  const found = has(properties, name) ? [properties[name]] : [];
  for (const [pattern, part] of Object.entries(asObject(schema['patternProperties'])))
    if (matches(pattern, name)) found.push(part);
  if (found.length === 0 && schema['additionalProperties'] !== undefined) found.push(schema['additionalProperties']);
  return found;
}

export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function fitsMembers(source: Source, schema: Json, value: Json, depth: number, outer: Json): boolean {
  const declared = { ...outer, ...listProperties(source, schema) };
  const isNeeded = (name: unknown): boolean => typeof name === 'string' && !isReadOnly(source, declared[name]);
  if (asList(schema['required']).some((name) => isNeeded(name) && !has(value, name as string))) return false;
  for (const [name, needed] of Object.entries(asObject(schema['dependentRequired'])))
    if (has(value, name) && asList(needed).some((other) => !has(value, String(other)))) return false;
  return Object.keys(value).every((name) =>
    listMemberSchemas(schema, name).every((part) => fits(source, part, value[name], depth + 1)),
  );
}

/**
 * Whether a value fits a schema. Patterns, formats and names of members have no say.
 *
 * @param outer members that are declared around the schema
 */
export function fits(source: Source, stated: unknown, value: unknown, depth = 0, outer: Json = {}): boolean {
  const schema = source.schema(stated);
  if (typeof schema === 'boolean') return schema;
  if (depth > 60) return true;
  const inner = (part: unknown): boolean =>
    fits(source, part, value, depth + 1, { ...outer, ...asObject(schema['properties']) });
  if (value === null && schema['nullable'] === true && source.version < 3.1) return true;
  const types = [schema['type'] ?? []].flat();
  if (types.length > 0 && !types.some((type) => isType(type, value))) return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].some((choice) => isSame(choice, value))) return false;
  if ('const' in schema && source.version >= 3.1 && !isSame(schema['const'], value)) return false;
  if (!fitsBounds(schema, value)) return false;
  if (Array.isArray(value)) {
    const tuple = asList(schema['prefixItems']);
    const { items } = schema;
    if (!value.every((item, index) => fits(source, tuple[index] ?? items ?? {}, item, depth + 1))) return false;
  }
  if (isObject(value) && !fitsMembers(source, schema, value, depth, outer)) return false;
  const { allOf, anyOf, oneOf, not } = schema;
  if (asList(allOf).some((part) => !inner(part))) return false;
  if (Array.isArray(anyOf) && anyOf.length > 0 && !anyOf.some(inner)) return false;
  if (Array.isArray(oneOf) && oneOf.length > 0 && !oneOf.some(inner)) return false;
  return !isObject(not) || !inner(not);
}
