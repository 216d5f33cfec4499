/** RFC 6570 section 2: a template is a sequence of literals and expressions. Positions index the template's source text. */
export type Part = Literal | Expression;

/** The place of a part in its template. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /**
   * Whether the part belongs to the query or fragment of the URI (RFC 3986 section 3): by its operator, or because a literal before it
   * begins them. Unknown, and so false, after `{?x}`, which may write nothing.
   */
  readonly query: boolean;
}

/** Text outside of braces, percent-encoded where a URI needs it (RFC 6570 section 3.1). */
export interface Literal extends Span {
  readonly kind: 'literal';
  readonly text: string;
  readonly operator?: undefined;
  readonly varspecs?: undefined;
}

/** `{…}`, or a `:name` placeholder, which means the same as `{name}`. */
export interface Expression extends Span {
  readonly kind: 'expression';
  readonly text?: undefined;
  /** Empty for simple string expansion. */
  readonly operator: Operator;
  readonly varspecs: readonly Varspec[];
}

/** A variable's name with its modifier. */
export interface Varspec {
  readonly name: string;
  /** The name as operators write it, where that differs: a query has no brackets (RFC 3986), and encodes other characters too. */
  readonly key?: string;
  /** The `*` modifier. */
  readonly explode: boolean;
  /** The `:n` modifier: how many characters of the value are used; 0 without one. */
  readonly prefix: number;
  readonly start: number;
}

export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** One column of the table in RFC 6570 appendix A. */
export interface OperatorRules {
  /** Written before the first variable. */
  readonly first: string;
  /** Written between variables, and between the members of an exploded one. */
  readonly separator: string;
  /** Whether the name is written before the value. */
  readonly named: boolean;
  /** Written after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters of a value are kept. */
  readonly allowReserved: boolean;
}

/** RFC 6570 appendix A. */
export const OPERATORS: Readonly<Record<Operator, OperatorRules>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', allowReserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', allowReserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', allowReserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', allowReserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', allowReserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', allowReserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', allowReserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', allowReserved: false },
};

/** Whether an operator begins or continues a query, or begins a fragment. Every text includes the empty one, hence the blank. */
export const isOfQuery = (operator?: string): boolean => '?&#'.includes(operator || ' ');
