/*
 * Only a mistake costs these types: they compare its route with all of the catalogue.
 */

/**
 * The routes that a mistaken one may mean; all of a catalogue's without a path, so that an editor completes them. The compiler also asks
 * for the hint of any text with a path.
 */
export type RouteHint<Known extends string, Route extends string> = Route extends `${string}/${string}`
  ? `${string}/${string}` extends Route
    ? Known
    : Suggestion<Known, SameMethod<Similar<Known, WithoutQuery<Braced<UrlOf<Route>>>>, Route>>
  : Known;

/** Those with the same url, or else those with one other word in it. */
type Similar<Known extends string, Url extends string> = [WithUrl<Known, Url>] extends [never]
  ? WithSlashes<Misspelt<Known, '', Url>, Slashes<Url>>
  : WithUrl<Known, Url>;

/** In a sentence; the list of all routes, of which the compiler prints the beginning, where there is no similar one. */
type Suggestion<Known extends string, Found extends string> = [Found] extends [never]
  ? Known
  : `Did you mean '${Found}'?`;

/** Those with the method of the route, if there are any. */
type SameMethod<Found extends string, Route extends string> = Route extends `${infer Method} ${string}`
  ? [Extract<Found, `${Uppercase<Method>} ${string}`>] extends [never]
    ? Found
    : Extract<Found, `${Uppercase<Method>} ${string}`>
  : Found;

/** Routes whose url differs in the text of placeholders, or its query, only. A placeholder of the quick pattern may match several segments. */
type WithUrl<Known extends string, Url extends string> = WithShape<
  Extract<Known, `${string} ${Filled<Url, string>}${'' | `{${'?' | '&'}${string}`}`>,
  Filled<Url, ''>
>;

type WithShape<Known extends string, Shape> = Known extends string
  ? Filled<WithoutQuery<UrlOf<Known>>, ''> extends Shape
    ? Known
    : never
  : never;

/** Routes that differ in one segment, of which they have the first two characters. It may match several segments. */
type Misspelt<
  Known extends string,
  Before extends string,
  Url extends string,
> = Url extends `/${infer Segment}/${infer After}`
  ?
      | Extract<Known, `${string} ${Before}/${Start<Segment>}/${Filled<After, string>}${string}`>
      | Misspelt<Known, `${Before}/${Filled<Segment, string>}`, `/${After}`>
  : Url extends `/${infer Segment}`
    ? Extract<Known, `${string} ${Before}/${Start<Segment>}`>
    : never;

type Start<Segment extends string> = Segment extends `${infer First}${infer Second}${string}`
  ? First extends '{'
    ? never
    : `${First}${Second}${string}`
  : never;

type WithSlashes<Known extends string, Count> = Known extends string
  ? Slashes<UrlOf<Known>> extends Count
    ? Known
    : never
  : never;

type Slashes<Url extends string> = Url extends `${string}/${infer After}` ? `/${Slashes<After>}` : '';

/** The url of a route, without its method. */
type UrlOf<Route extends string> = Route extends `${string} ${infer Url}` ? Url : Route;

/** A url without the expression of its query. */
type WithoutQuery<Url extends string> = Url extends `${infer Path}{${'?' | '&'}${string}` ? Path : Url;

/** A url with other text in its placeholders. */
type Filled<Url extends string, Text extends string> = Url extends `${infer Before}{${string}}${infer After}`
  ? `${Before}{${Text}}${Filled<After, Text>}`
  : Url;

/** A url with `{name}` for `:name`, and without a slash at its end. */
type Braced<Url extends string> = Url extends `${infer Before}/:${infer After}`
  ? After extends `${infer Name}/${infer Rest}`
    ? Braced<`${Before}/{${Name}}/${Rest}`>
    : `${Before}/{${After}}`
  : Url extends `${infer Path}/`
    ? Path
    : Url;
