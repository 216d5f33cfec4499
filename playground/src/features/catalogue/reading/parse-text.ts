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

/**
 * Parses the text of a document, JSON or YAML.
 *
 * @throws TextError with the position of the mistake
 */
export async function parseText(text: string): Promise<unknown> {
  if (text.trim() === '') throw new TextError('is empty; choose an OpenAPI document in JSON or YAML.');
  if (/^\s*</.test(text))
    throw new TextError('is HTML or XML; choose the OpenAPI document itself, in JSON or YAML.', text.search(/</));
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return parseYaml(text);
  }
}

/** YAML includes JSON, and its parser knows the position of a mistake; it is a separate chunk, since most documents are JSON. */
async function parseYaml(text: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(text, { merge: true, prettyErrors: false, logLevel: 'error' }) as unknown;
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const message = error.message.replace(/\.?\s*$/, '');
      throw new TextError(`isn't valid JSON or YAML (${message}); correct the text there.`, error.pos[0]);
    }
    if (error instanceof ReferenceError)
      throw new TextError(`isn't safe to read (${error.message}); write the values instead of their YAML aliases.`);
    throw error;
  }
}
