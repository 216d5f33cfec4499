import type { Method } from '../options.js';

/*
 * A test counts the cost: a pattern with `infer` is several instantiations, one without is one, an intersection is none. So patterns
 * without `infer` decide what to parse, names are collected in unions, and an intersection finds the exceptions among them.
 */

/** A literal route: its method, as it is written, `never` without one, and the names of its url's parameters. */
interface ParsedRoute<M extends string, U extends string> {
  method: M;
  names: ParseUrl<U>;
}

/** Names of parameters: those that the path requires, its optional ones, and the names of query and fragment. */
export interface UrlNames<Required = string, Optional = string, Query = string> {
  required: Required;
  optional: Optional;
  query: Query;
}

/** `<METHOD> <URL>`, or a URL alone, with whitespace before, between and after them. */
export type ParseRoute<R extends string> = R extends `${infer Word} ${infer U}`
  ? Lowercase<Word> extends Method
    ? ParsedRoute<Word, U>
    : Word extends ''
      ? ParseRoute<U>
      : ParseOtherRoute<R, Word>
  : ParseOtherRoute<R, R>;

/** A route that is not literal, one with tabs or line breaks instead of spaces, a url alone, or an unknown method. */
type ParseOtherRoute<R extends string, Word extends string> = {} extends { [K in R]: 1 }
  ? ParsedRoute<string, R>
  : R extends `${string}${'\t' | '\n' | '\r'}${string}`
    ? ParseRoute<Spaced<R>>
    : R extends Word
      ? ParsedRoute<never, R>
      : Word extends `${string}${'/' | '{' | '?' | '#' | ':' | '.'}${string}`
        ? ParsedRoute<never, R>
        : // The mistake takes the place of the names of missing parameters, so that the compiler reports it.
          { method: never; names: UrlNames<`a method instead of ${Word}`, never, never> };

type Spaced<R extends string> = R extends `${infer Before}\t${infer After}`
  ? Spaced<`${Before} ${After}`>
  : R extends `${infer Before}\n${infer After}`
    ? Spaced<`${Before} ${After}`>
    : R extends `${infer Before}\r${infer After}`
      ? Spaced<`${Before} ${After}`>
      : R;

/**
 * The names in a url (RFC 6570, and `:name`). A literal `?` or `#` ends the path, so that the following names are optional; after
 * `{?x}`, which may write nothing, the path may continue.
 */
export type ParseUrl<U extends string> = U extends `${infer Path}?${infer Query}`
  ? Path extends `${string}${'#' | '{&'}${string}`
    ? ParseFragment<U>
    : ParseParts<Path, Query>
  : U extends `${string}${'#' | '{&'}${string}`
    ? ParseFragment<U>
    : ParsePath<U, never>;

/** The same for a url with `#` or `{&x}` first. */
type ParseFragment<U extends string> = U extends `${infer Path}{&${infer Query}`
  ? Path extends `${infer P}#${infer Fragment}`
    ? ParseParts<P, `${Fragment}{&${Query}`>
    : ParseParts<`${Path}{`, Query>
  : U extends `${infer Path}#${infer Fragment}`
    ? ParseParts<Path, Fragment>
    : never;

/** The texts before and after the first `?` or `#`. If that is an operator, a brace precedes it and a list follows. */
type ParseParts<Path extends string, Query extends string> = Path extends `${infer P}{`
  ? Query extends `${infer First}}${infer Rest}`
    ? Rest extends ''
      ? ParsePath<P, Listed<First>>
      : AddQuery<ParseUrl<`${P};${Rest}`>, Listed<First>>
    : ParsePath<P, never>
  : ParsePath<Path, AllNames<Query>>;

type AddQuery<N, More> = N extends UrlNames<infer R, infer O, infer Q> ? UrlNames<R, O, Q | More> : never;

type AllNames<T extends string> = T extends `${string}${'{' | ':'}${string}`
  ? Variables<Expressions<T>> | Placeholders<T>
  : never;

type ParsePath<P extends string, Query> = P extends `${string}${':' | ',' | '*' | '{+' | '{/' | '{.' | '{;'}${string}`
  ? P extends `${string}{${string}`
    ? P extends `${string}{${'/' | '.' | ';'}${string}`
      ? ParseExpressions<Expressions<P>, Placeholders<P>, Query>
      : UrlNames<Variables<Expressions<P>> | Placeholders<P>, never, Query>
    : UrlNames<Placeholders<P>, never, Query>
  : UrlNames<Expressions<P>, never, Query>;

type ParseExpressions<E extends string, Required, Query> = UrlNames<
  Variables<Exclude<E, Omittable>> | Required,
  Variables<E & Omittable>,
  Query
>;

/** The text in braces. */
type Expressions<T extends string, Found extends string = never> = T extends `${string}{${infer E}}${infer Rest}`
  ? Expressions<Rest, Found | E>
  : Found;

/** RFC 6570 section 2.2: expressions with an operator, and those of them that may write nothing in a path. */
type Operated = Omittable | `${'+' | '#' | '?' | '&'}${string}`;
type Omittable = `${'/' | '.' | ';'}${string}`;
type List = `${string},${string}`;
type Modified = `${string}${'*' | ':'}${string}`;

/** The names in expressions such as `a`, `+a`, `?a,b*`, `c:3`. */
type Variables<E extends string> = [E & (Operated | List | Modified)] extends [never] ? E : Variable<E>;

type Variable<E extends string> = E extends Operated
  ? E extends `${string}${infer Rest}`
    ? Listed<Rest>
    : never
  : Listed<E>;

/** The names in a list, each without its modifier. */
type Listed<L extends string> = L extends List ? Bare<Members<L>> : Bare<L>;

type Members<L extends string, Found extends string = never> = L extends `${infer First},${infer Rest}`
  ? Members<Rest, Found | First>
  : Found | L;

type Bare<V extends string> = V extends Modified
  ? V extends `${infer Name}*`
    ? Name
    : V extends `${infer Name}:${string}`
      ? Name
      : never
  : V;

/** The names of `:name`, at the start of a url and after `/` or `.`. */
type Placeholders<T extends string> = T extends `${':' | ' ' | `${string}${'/:' | '.:'}`}${string}`
  ? T extends `${':' | ' ' | `${string}${'://:' | '.:'}`}${string}`
    ? Words<AfterSlash<AfterAuthority<T>> | AfterDot<AfterAuthority<T>>>
    : Words<AfterSlash<T>>
  : never;

/** The path as if it began with a slash: without whitespace, scheme and authority, whose colons begin no placeholders. */
type AfterAuthority<P extends string> = P extends `${infer Scheme}://${infer Rest}`
  ? Scheme extends `${string}${'/' | '{' | ':'}${string}`
    ? `/${P}`
    : Rest extends `${string}/${infer Path}`
      ? `/${Path}`
      : ''
  : P extends ` ${infer Rest}`
    ? AfterAuthority<Rest>
    : `/${P}`;

/** The text after each `/:` and each `.:`, up to the next slash. */
type AfterSlash<T extends string, Found extends string = never> = T extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Segment}/${string}`
    ? AfterSlash<Rest, Found | Segment>
    : Found | Rest
  : Found;
type AfterDot<T extends string> = T extends `${string}.:${infer Rest}`
  ? (Rest extends `${infer Segment}/${string}` ? Segment : Rest) | AfterDot<Rest>
  : never;

type Words<S extends string> = [S & MixedSegment] extends [never] ? S : FirstWord<S>;

/** A segment that is not a name alone. */
type MixedSegment = '' | `${Digit}${string}` | `${string}${Punctuation}${string}`;

/** The name at the start of a text, if there is one. */
type FirstWord<T extends string> = T extends `${infer W}.${string}`
  ? FirstWord<W>
  : T extends MixedSegment
    ? Letters<T>
    : T;

type Letters<T extends string, Found extends string = ''> = T extends `${infer Character}${infer Rest}`
  ? Character extends Punctuation
    ? Named<Found>
    : Letters<Rest, `${Found}${Character}`>
  : Named<Found>;

type Named<W extends string> = W extends '' | `${Digit}${string}` ? never : W;

type Digit = OneOf<'0123456789'>;
/** The characters that end a name. */
type Punctuation = OneOf<'.:-~!$&()*+,;=@% []{}|^<>\\`' | "'" | '"'>;

type OneOf<Characters extends string> = Characters extends `${infer Character}${infer Rest}`
  ? Character | OneOf<Rest>
  : never;
