/** A variable of an environment. */
export interface Variable {
  readonly name: string;
  /** Empty if the user has not entered one: such a variable counts as missing. */
  readonly value: string;
}

const NAME = /^[\w.-]+$/;
const REFERENCE = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

/** Whether a text can be the name of a variable: letters, digits, `_`, `.` and `-`. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a text may have references (`{{name}}`); a quick check for texts of any length. */
export function mayHaveReferences(text: string): boolean {
  return text.includes('{{');
}

/** The names in a text, each once. */
export function listNames(text: string): readonly string[] {
  if (!mayHaveReferences(text)) return [];
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
}

/** The text with letters in the places of its references: of the same length, and with the same meaning to a parser of templates. */
export function maskReferences(text: string): string {
  return mayHaveReferences(text) ? text.replaceAll(REFERENCE, (whole) => 'x'.repeat(whole.length)) : text;
}
