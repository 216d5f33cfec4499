/**
 * Makes text of a document safe in a block comment: it can't end the comment, add a directive or a tag, or hide or reorder
 * text.
 */
export function commentText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u{2028}\u{2029}\v\f]/gu, '\n')
      // Control characters, and those that change the direction of text.
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu, '')
      .replaceAll('*/', '*\\/')
      .replaceAll('/*', '/\\*')
      // At the start of a line `@` begins a tag; compilers read their directives anywhere.
      .replace(/^([\s*/]*)@/gm, '$1\\@')
      .replace(/\{@/g, '{\\@')
      .replace(/@(?=jsx|ts-)/gi, '@ ')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** Writes a docstring of paragraphs; empty text where there are none. */
export function docstring(paragraphs: readonly (string | undefined)[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n');
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`));
  return `/**\n${lines.join('\n')}\n */\n`;
}

/** Writes a string literal of TypeScript; those of JSON are such, and contain no line end. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replace(
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    /[\x7f-\x9f\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a literal type; undefined where there is none for the value. */
export function literalType(value: unknown): string | undefined {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  if (typeof value === 'boolean' || value === null) return String(value);
  return undefined;
}

/** Writes a property's name, quoted where it isn't an identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** Indents all lines except the first. */
export function indent(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ');
}
