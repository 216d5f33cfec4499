/** A type as text. */
export interface TypeText {
  readonly text: string;
  /** Whether it is to stand in parentheses beside an operator. */
  readonly compound?: boolean;
}

export const UNKNOWN: TypeText = { text: 'unknown' };
export const NULL: TypeText = { text: 'null' };
const NEVER: TypeText = { text: 'never' };

const inParentheses = ({ text, compound }: TypeText): string => (compound ? `(${text})` : text);

function joined(types: readonly TypeText[], operator: '|' | '&'): TypeText | undefined {
  const distinct = new Map(types.map((type) => [type.text, type]));
  const [only] = distinct.values();
  if (distinct.size < 2) return only;
  return { text: [...distinct.values()].map(inParentheses).join(` ${operator} `), compound: true };
}

/** What is one of the types. */
export function union(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === UNKNOWN.text)) return UNKNOWN;
  const possible = types.filter(({ text }) => text !== NEVER.text);
  return joined(possible, '|') ?? NEVER;
}

/** What is all of the types. */
export function intersection(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === NEVER.text)) return NEVER;
  const telling = types.filter(({ text }) => text !== UNKNOWN.text);
  return joined(telling, '&') ?? UNKNOWN;
}

export function arrayOf(type: TypeText): TypeText {
  return { text: `readonly ${inParentheses(type)}[]`, compound: true };
}
