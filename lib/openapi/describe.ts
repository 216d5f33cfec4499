import type { Located } from './document.js';
import { asObject, asString, type JsonObject } from './json.js';
import { commentText } from './text.js';

/** What surroundings say of a schema, beside what it says itself. */
export interface Surroundings {
  /** In the place of its own description. */
  readonly description?: string | undefined;
  readonly notes?: readonly (string | undefined)[];
  readonly deprecated?: boolean;
}

/** What a docstring tells of a schema, a paragraph each. */
export function describe({ value }: Located, surroundings: Surroundings = {}): string[] {
  const schema = asObject(value);
  const text = surroundings.description ?? asString(schema['description']);
  return [
    text && commentText(text),
    ...(surroundings.notes ?? []),
    constraints(schema),
    // A tag takes what follows for its own.
    (surroundings.deprecated || schema['deprecated'] === true) && DEPRECATED,
  ].filter(isWritten);
}

/** Whether there is a paragraph. */
export function isWritten(paragraph: unknown): paragraph is string {
  return typeof paragraph === 'string' && paragraph !== '';
}

/** What editors strike a name through for. */
export const DEPRECATED = '@deprecated';

const CONSTRAINTS: readonly (readonly [key: string, label: string])[] = [
  ['format', 'Format'],
  ['pattern', 'Pattern'],
  ['default', 'Default'],
  ['minimum', 'Minimum'],
  ['maximum', 'Maximum'],
  ['minLength', 'Minimum length'],
  ['maxLength', 'Maximum length'],
  ['minItems', 'Minimum of items'],
  ['maxItems', 'Maximum of items'],
];

/** What a type can't say, in a line. */
function constraints(schema: JsonObject): string | undefined {
  const told = CONSTRAINTS.flatMap(([key, label]) => {
    const value = schema[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = commentText(String(value)).replace(/\s+/g, ' ');
    return [`${label}: ${key === 'format' ? text : `\`${text}\``}.`];
  });
  return told.length > 0 ? told.join(' ') : undefined;
}
