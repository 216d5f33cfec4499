/** A variable of an environment. */
export interface Variable {
  readonly name: string;
  /** Empty if the user has not entered one: such a variable counts as missing. */
  readonly value: string;
  /** Whether the user marked it as secret; names and values that look secret are secret without a mark. */
  readonly secret?: boolean | undefined;
}

/** A `{{name}}`, whose name is the first group. */
export const REFERENCE = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

/** Whether a text may have references (`{{name}}`); a quick check for texts of any length. */
export function mayHaveReferences(text: string): boolean {
  return text.includes('{{');
}

/** The text with letters in the places of its references: of the same length, and with the same meaning to a parser of templates. */
export function maskReferences(text: string): string {
  return mayHaveReferences(text) ? text.replaceAll(REFERENCE, (whole) => 'x'.repeat(whole.length)) : text;
}
