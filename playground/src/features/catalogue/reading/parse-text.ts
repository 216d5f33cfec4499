import { EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';

/** A text that can't be read as a document; the message is a predicate, such as `has no routes`. */
export class TextError extends Error {
  /** Index into the text; undefined if unknown. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.position = position;
  }
}

/** Describes a position for the user, from one. */
export function describePosition(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `line ${line}, column ${position - before.lastIndexOf('\n')}`;
}

/** Whether a text is JSON by its first character; YAML that starts like this is JSON in all known documents. */
function startsLikeJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** The position of the first mistake in malformed JSON: engines report it in different ways, or not at all. */
function findMistake(text: string): number {
  try {
    optionsFromJson(text);
  } catch (error) {
    if (error instanceof EndpointError && error.position !== undefined) return error.position;
    throw error;
  }
  // JSON that isn't an object has no mistake.
  return 0;
}

/** Mistakes by the text before and after them, and what would be right. */
const MISTAKES: readonly (readonly [before: RegExp, after: RegExp, message: string])[] = [
  [/^/, /^$/, 'ends in the middle of a value; the file may be cut off, so save it again'],
  [/,\s*$/, /^[}\]]/, 'has a comma without a value after it; remove the comma'],
  [/^/, /^(?:\/[/*]|#)/, 'has a comment, which JSON does not allow; remove it, or save the file as YAML'],
  [/^/, /^'/, 'has a single quote; write names and texts in double quotes'],
  [/[{,]\s*$/, /^[\w$]/, 'has a name without quotes; write it in double quotes'],
  [/["}\]\w]\s*$/, /^["{[\w-]/, 'lacks a comma between two values; add one'],
  [/"\s*$/, /^[^:]/, 'lacks a colon after a name; write `"name": value`'],
];

function explainMistake(text: string, position: number): string {
  const before = text.slice(Math.max(0, position - 200), position);
  const after = text.slice(position, position + 20);
  const known = MISTAKES.find(([left, right]) => left.test(before) && right.test(after))?.[2];
  return known ?? `has \`${after.slice(0, 1)}\` where JSON allows none; correct the text there`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = findMistake(text);
    throw new TextError(`${explainMistake(text, position)}.`, position);
  }
}

async function parseYaml(text: string): Promise<unknown> {
  // YAML is rare: its parser is a separate chunk.
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(text, { merge: true, prettyErrors: false, logLevel: 'error' }) as unknown;
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const message = error.message.replace(/\.?\s*$/, '');
      throw new TextError(`isn't valid YAML (${message}); correct the text there.`, error.pos[0]);
    }
    if (error instanceof ReferenceError)
      throw new TextError(`isn't safe to read (${error.message}); write the values instead of their YAML aliases.`);
    throw error;
  }
}

/**
 * Parses the text of a document, JSON or YAML.
 *
 * @throws TextError with the position of the mistake
 */
export async function parseText(text: string): Promise<unknown> {
  const content = text.replace(/^\ufeff/, '');
  if (content.trim() === '') throw new TextError('is empty; choose an OpenAPI document in JSON or YAML.');
  if (/^\s*</.test(content))
    throw new TextError('is HTML or XML; choose the OpenAPI document itself, in JSON or YAML.', text.search(/</));
  return startsLikeJson(content) ? parseJson(content) : parseYaml(content);
}
