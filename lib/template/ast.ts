/** RFC 6570 section 2: a template is a run of literals and expressions. Positions index the template's source text. */
export type Part = Literal | Expression;

/** Text outside of braces, already percent-encoded where a URI needs it (RFC 6570 section 3.1). */
export interface Literal {
  readonly type: 'literal';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `{…}`, or a `:name` placeholder, which means the same as `{name}`. */
export interface Expression {
  readonly type: 'expression';
  /** `''` for simple string expansion. */
  readonly operator: Operator;
  readonly varspecs: readonly Varspec[];
  readonly start: number;
  readonly end: number;
}

/** A variable's name with its modifier. */
export interface Varspec {
  readonly name: string;
  /** The `*` modifier. */
  readonly explode: boolean;
  /** The `:n` modifier: how many characters of the value are taken; 0 where there is none. */
  readonly prefix: number;
  readonly start: number;
}

export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';
