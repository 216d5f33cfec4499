/** A type as text. */
export interface TypeText {
  readonly text: string;
  /** Whether it needs parentheses beside an operator. */
  readonly compound?: boolean;
}

export const UNKNOWN: TypeText = { text: 'unknown' };
export const NULL: TypeText = { text: 'null' };
const NEVER: TypeText = { text: 'never' };

const inParentheses = ({ text, compound }: TypeText): string => (compound ? `(${text})` : text);

function join(types: readonly TypeText[], operator: '|' | '&'): TypeText | undefined {
  const distinct = new Map(types.map((type) => [type.text, type]));
  const [only] = distinct.values();
  if (distinct.size < 2) return only;
  return { text: [...distinct.values()].map(inParentheses).join(` ${operator} `), compound: true };
}

export function union(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === UNKNOWN.text)) return UNKNOWN;
  const possible = types.filter(({ text }) => text !== NEVER.text);
  return join(possible, '|') ?? NEVER;
}

export function intersection(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === NEVER.text)) return NEVER;
  const restrictive = types.filter(({ text }) => text !== UNKNOWN.text);
  return join(restrictive, '&') ?? UNKNOWN;
}

export function arrayOf(type: TypeText): TypeText {
  return { text: `readonly ${inParentheses(type)}[]`, compound: true };
}

/** Names of types: identifiers, each used once. */
export class TypeNames {
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  /** Takes a name similar to the requested one: `simple-user` becomes `SimpleUser`, and the second time `SimpleUser2`. */
  take(requested: string): string {
    const words = requested.match(/[A-Za-z\d]+/g) ?? [];
    const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    // With an initial capital it is neither a keyword nor one of the built-in types that are written.
    const base = /^[A-Z]/.test(pascal) ? pascal : `Schema${pascal}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${/\d$/.test(base) ? '_' : ''}${count}`;
    this.#taken.add(name);
    return name;
  }
}
