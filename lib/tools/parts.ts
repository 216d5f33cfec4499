/** Reads a schema of a document by its parts: itself, and the schemas that it is composed of. */
import { asString, type Located, type LocatedObject } from '../openapi/document.js';
import { listLiterals } from '../openapi/schema.js';
import { isOf, NOUNS } from './values.js';
import { clean } from './words.js';

const TYPES = [...NOUNS.keys()];
export const ALL_TYPES = TYPES.filter((type) => type !== 'integer');

/** The types that a schema names; undefined where it names none. */
export function readTypes({ value: { type: stated, nullable } }: LocatedObject) {
  if (typeof stated === 'string' && NOUNS.has(stated) && nullable !== true) return [stated];
  const types = [stated].flat().map((type) => (type === 'file' ? 'string' : type));
  const known = TYPES.filter((type) => types.includes(type) && !(type === 'integer' && types.includes('number')));
  if (known.length === 0) return undefined;
  return nullable === true && !known.includes('null') ? [...known, 'null'] : known;
}

export function intersectTypes(one: string[] | undefined, other: string[] | undefined) {
  if (!one || !other) return one ?? other;
  const narrow = (types: string[], others: string[]) =>
    types.filter((type) => others.includes(type) || (type === 'integer' && others.includes('number')));
  return [...new Set([...narrow(one, other), ...narrow(other, one)])];
}

/** The choices that all schemas allow; undefined where none has any. */
export function readChoices(parts: readonly LocatedObject[], types: readonly string[] | undefined) {
  let choices: readonly unknown[] | undefined;
  for (const { value } of parts) {
    const literals = listLiterals(value);
    if (!literals?.length) continue;
    const isNull = value['nullable'] === true && types?.includes('null') && !literals.includes(null);
    const all = isNull ? [...literals, null] : literals;
    const known = choices && new Set(choices.map((choice) => JSON.stringify(choice)));
    choices = known ? all.filter((choice) => known.has(JSON.stringify(choice))) : [...new Set(all)];
  }
  return choices?.filter((choice) => !types || types.some((type) => isOf(type, choice)));
}

/** Before the description of what is deprecated. */
export const DEPRECATED = 'Deprecated. ';

/** Adds the description of schemas to the one that is written of them. */
export function describe<Written extends object>(parts: readonly LocatedObject[], written: Written): Written {
  const isDeprecated = parts.some(({ value }) => value['deprecated'] === true || value['x-deprecated'] === true);
  const find = (key: string) => asString(parts.find(({ value }) => typeof value[key] === 'string')?.value[key]);
  const description = clean((isDeprecated ? DEPRECATED : '') + (find('description') ?? find('title') ?? ''));
  return description === '' ? written : Object.assign(written, { description });
}

/** The keywords beside alternatives that say nothing more. */
export const BARE =
  /^(?:type|discriminator|nullable|description|title|default|examples?|deprecated|externalDocs|xml|x-.*)$/;

/** A schema without those that it combines. */
export function strip({ value: { allOf: _all, anyOf: _any, oneOf: _one, ...value }, file }: LocatedObject) {
  return { value, file };
}

/** Schemas without the texts that are beside their alternatives. */
export const withoutTexts = (parts: readonly LocatedObject[]) =>
  parts.map(
    ({ value: { description: _text, title: _title, deprecated: _flag, default: _default, ...value }, file }) => ({
      value,
      file,
    }),
  );

/** The most combinations of alternatives. */
const MAX_COMBINATIONS = 64;

/** Each alternative of one group with each of the others. */
export function combine(groups: readonly (readonly Located[])[], state: { isCut: boolean }) {
  let combinations: readonly (readonly Located[])[] = [[]];
  for (const group of groups) {
    const more = combinations.flatMap((combination) => group.map((alternative) => [...combination, alternative]));
    if (more.length > MAX_COMBINATIONS) state.isCut = true;
    else combinations = more;
  }
  return combinations;
}
