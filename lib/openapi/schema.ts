import { asList, asObject, asText, follow, type JsonObject } from './json.js';

const MAX_CHOICES = 8;
const MAX_DEPTH = 8;
const MAX_TEXT = 240;

function typeOfList(root: JsonObject, schema: JsonObject, depth: number): string {
  const item = typeText(root, schema['items'], depth + 1) || 'unknown';
  return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}

/** A schema as TypeScript would write it, in short; empty where it says nothing. */
export function typeText(root: JsonObject, value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  const schema = follow(root, value);
  const choices = asList(schema['enum']);
  if (choices.length > 0 && choices.length <= MAX_CHOICES) {
    return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const types = asList(schema[keyword]).map((member) => typeText(root, member, depth + 1));
    if (types.length > 0) return [...new Set(types)].filter((type) => type !== '').join(' | ');
  }
  // From 3.1 on there may be several.
  const types = [schema['type']].flat().map(asText);
  const texts = types.map((type) => (type === 'array' ? typeOfList(root, schema, depth) : type));
  const text = texts.filter((type) => type !== '').join(' | ');
  if (text !== '') return text;
  if (schema['properties'] !== undefined) return 'object';
  return (
    asList(schema['allOf'])
      .map((member) => typeText(root, member, depth + 1))
      .find((type) => type !== '') ?? ''
  );
}

export interface Member {
  readonly schema: unknown;
  readonly required: boolean;
}

/** The members of an object, those of `allOf` together, those of alternatives as optional ones; none where it is no object. */
export function membersOf(root: JsonObject, value: unknown, depth = 0): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  if (depth > MAX_DEPTH) return members;
  const schema = follow(root, value);
  for (const part of asList(schema['allOf'])) {
    for (const [name, member] of membersOf(root, part, depth + 1)) members.set(name, member);
  }
  const properties = asObject(schema['properties']);
  for (const name of Object.keys(properties)) members.set(name, { schema: properties[name], required: false });
  for (const keyword of ['oneOf', 'anyOf']) {
    for (const alternative of asList(schema[keyword])) {
      for (const [name, { schema: member }] of membersOf(root, alternative, depth + 1)) {
        if (!members.has(name)) members.set(name, { schema: member, required: false });
      }
    }
  }
  for (const name of asList(schema['required']).map(asText)) {
    const member = members.get(name);
    if (member) members.set(name, { ...member, required: true });
  }
  return members;
}

/** The first sentences of a text in Markdown, without its markup. */
export function plainText(value: unknown): string {
  const [paragraph = ''] = asText(value)
    .trim()
    .split(/\n\s*\n/);
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(^|\s)_(\S(?:[^_]*\S)?)_(?=[\s.,;:]|$)/g, '$1$2')
    .replaceAll(/[*_]{2}|^>\s*(\[!\w+\])?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).replace(/\s+\S*$/, '')} …`;
}

/** Required members first, otherwise in their order. */
export function requiredFirst<Item extends { readonly required: boolean }>(items: readonly Item[]): Item[] {
  return [...items.filter(({ required }) => required), ...items.filter(({ required }) => !required)];
}
