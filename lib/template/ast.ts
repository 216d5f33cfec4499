/** RFC 6570 section 2: a template is a run of literals and expressions. Positions index the template's source text. */
export type Part = Literal | Expression;

interface Span {
  readonly start: number;
  readonly end: number;
  /**
   * Whether the part belongs to the query or fragment of the URI (RFC 3986 section 3): by its operator, or because literal text up to
   * here has begun them. Of what follows `{?x}`, which may write nothing, that isn't known.
   */
  readonly query: boolean;
}

/** Text outside of braces, percent-encoded where a URI needs it (RFC 6570 section 3.1). */
export interface Literal extends Span {
  readonly text: string;
  readonly operator?: undefined;
  readonly varspecs?: undefined;
}

/** `{…}`, or a `:name` placeholder, which means the same as `{name}`. */
export interface Expression extends Span {
  readonly text?: undefined;
  /** Empty for simple string expansion. */
  readonly operator: Operator;
  readonly varspecs: readonly Varspec[];
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
