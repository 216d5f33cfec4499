import type {
  CommonOptions,
  EndpointOptions,
  MergedOptions,
  Method,
  OptionName,
  parameterLocation,
  RequestOptions,
} from '../options.js';
import type { EndpointMembers, NamesIn, NamesOf, ProvidedWith } from './endpoint-types.js';
import type { RouteHint } from './route-hints.js';

/*
 * A test counts the cost of a call. The parameters of a location are intersected as the catalogue states them, which costs nothing; only
 * a location with a name that is passed elsewhere is written anew. `any` in place of a route's definition stays `any`.
 */

/**
 * One route of a catalogue: its parameters by location, and the bodies of its responses by status. Required members are required
 * parameters.
 *
 * A `body` with keys is passed as parameters, or as a whole in `data`; any other (a list, text, bytes) only in `data`.
 */
export interface RouteDefinition {
  path?: object;
  query?: object;
  body?: unknown;
  /** By status (`200`), range (`'4XX'`), or `default` for all others; see {@link ResponseOf}. */
  responses?: object;
}

/** The routes of an API: `{ 'GET /repos/{owner}/{repo}': { path: { owner: string; repo: string } } }`. */
export type Catalogue<Routes> = { readonly [Route in keyof Routes]: RouteDefinition };

/** Where parameters are passed. */
type Location = 'path' | 'query' | 'body';

/** The parameters of a location; `unknown` without any. None is required if the location as a whole is optional. */
type PathOf<D> = D extends { path: object } ? D['path'] : D extends { path?: infer P } ? Optional<P> : unknown;
type QueryOf<D> = D extends { query: object } ? D['query'] : D extends { query?: infer Q } ? Optional<Q> : unknown;
type BodyOf<D> = 'body' extends keyof D
  ? D extends { body: unknown }
    ? Keyed<D['body']>
    : Optional<Keyed<NonNullable<D['body']>>>
  : unknown;

/** `unknown` where the location is absent. */
type Optional<P> = unknown extends P ? unknown : {} extends P ? NonNullable<P> : Partial<NonNullable<P>>;

/** A body whose keys can be passed one by one; of alternatives, those that can. */
type Keyed<Body> = [KeyedOf<Body>] extends [never] ? unknown : KeyedOf<Body>;

/** An object with methods isn't a JSON object. */
type KeyedOf<Body> = Body extends readonly unknown[]
  ? never
  : Body extends object
    ? [Extract<Body[keyof Body], (...parameters: never) => unknown>] extends [never]
      ? Body
      : never
    : never;

type RequestMethod<Route> = Route extends `${infer Written} ${string}` ? Lowercase<Written> & Method : 'get';

/** Names of the query that mean something else when passed alone: with another method, the remaining parameters aren't the query. */
type NotInQuery<Route extends string, Path, Query> =
  | OptionName
  | keyof Path
  | (RequestMethod<Route> extends 'get' | 'head' ? never : Exclude<keyof Query, NamesOf<Route>['query']>);

/** Names of the body that mean something else when passed alone: those of the template. A path without a query states them all. */
type NotInBody<Route extends string, Path, Query> =
  | OptionName
  | (unknown extends Query
      ? unknown extends Path
        ? Templated<NamesOf<Route>>
        : keyof Path
      : Templated<NamesOf<Route>>);

type Templated<N extends { required: string; optional: string; query: string }> = N[keyof N];

/** The name in `Provided` of a default parameter in `endpoint.in`. */
type InLocation<L extends Location, Name> = `in.${L}.${Name & string}`;

/** The names that `Provided` has for a location. */
type ProvidedIn<L extends Location, Provided> = Provided extends `in.${L}.${infer Name}` ? Name : never;

/**
 * The parameters of a location, as callers pass them. `Elsewhere` are names that mean something else when passed alone, `Inside` those
 * passed in `endpoint.in` or `data`; `Provided` ones are not required.
 */
type Placed<L extends Location, P, Elsewhere, Provided, Inside> = P extends unknown
  ? [keyof P & (Elsewhere | Provided | Inside)] extends [never]
    ? P
    : Flat<P, Elsewhere, Provided | Inside> & Unlocated<L, P, Elsewhere, Inside>
  : never;

type Flat<P, Elsewhere, Supplied> = { [K in keyof P as K extends Elsewhere | Supplied ? never : K]: P[K] } & {
  [K in keyof P as K extends Elsewhere ? never : K extends Supplied ? K : never]?: P[K];
};

/** The parameters missing from `endpoint.in`: keys that no options can have, so that the compiler names them as missing. */
type Unlocated<L extends Location, P, Elsewhere, Inside> = {
  [
    K in keyof P as K extends Elsewhere
      ? K extends Inside
        ? never
        : {} extends Pick<P, K>
          ? never
          : InLocation<L, K>
      : never
  ]: never;
};

/** The options beside any route of a catalogue. */
interface Beside<Path, Query, Body> extends CommonOptions {
  /** The route sets it already. */
  method?: undefined;
  /** The route sets it already. A parameter of that name goes into `endpoint.in`. */
  url?: undefined;
  /** Parameters by location, for names that are options or occur twice. */
  [parameterLocation]?:
    | {
        path?: Partial<Path> | null | undefined;
        query?: Partial<Query> | null | undefined;
        body?: Partial<Body> | null | undefined;
      }
    | undefined;
}

/** The body as a whole, instead of its keys. */
type Whole<D, Provided> = 'body' extends keyof D
  ? D extends { body: unknown }
    ? unknown extends Keyed<D['body']>
      ? 'data' extends Provided
        ? { data?: D['body'] }
        : { data: D['body'] }
      : { data?: D['body'] }
    : { data?: D['body'] }
  : { data?: undefined };

/** Options of a route, except parameters passed elsewhere: in the defaults, in `endpoint.in`, in `data`. */
type DefinedOptions<Route extends string, Definition, Provided extends string, Options = {}> = PlacedOptions<
  Route,
  PathOf<Definition>,
  QueryOf<Definition>,
  BodyOf<Definition>,
  Provided,
  Options
> &
  Whole<Definition, Provided>;

type PlacedOptions<Route extends string, Path, Query, Body, Provided, Options> = Beside<Path, Query, Body> &
  (unknown extends Path
    ? unknown
    : Placed<'path', Path, OptionName, Provided, NamesIn<Options, 'path'> | ProvidedIn<'path', Provided>>) &
  (unknown extends Query
    ? unknown
    : Placed<
        'query',
        Query,
        NotInQuery<Route, Path, Query>,
        Provided,
        NamesIn<Options, 'query'> | ProvidedIn<'query', Provided>
      >) &
  (unknown extends Body
    ? unknown
    : Placed<
        'body',
        Body,
        NotInBody<Route, Path, Query>,
        Provided,
        NamesIn<Options, 'body'> | ProvidedIn<'body', Provided> | (Options extends { data: {} | null } ? string : never)
      >);

/**
 * The options of a route, for a function of any route. `Provided` are the names of parameters in the builder's defaults.
 *
 *     function get<R extends keyof Routes>(route: R, options: CatalogueOptions<Routes, R>) {
 *       return api(route, options);
 *     }
 */
export type CatalogueOptions<Routes, Route extends keyof Routes, Provided extends string = never> = DefinedOptions<
  Route & string,
  Routes[Route],
  Provided
>;

/**
 * The same as a list, which may be empty where the route requires no options.
 *
 *     function get<R extends keyof Routes>(route: R, ...options: CatalogueArguments<Routes, R>) {
 *       return api(route, ...options);
 *     }
 */
export type CatalogueArguments<Routes, Route extends keyof Routes, Provided extends string = never> =
  {} extends CatalogueOptions<Routes, Route, Provided>
    ? [options?: CatalogueOptions<Routes, Route, Provided>]
    : [options: CatalogueOptions<Routes, Route, Provided>];

/*
 * `Known` are the names of the routes: the compiler would collect those of `keyof Routes` for each call. It also asks for the types of a call
 * of any route, which would be those of all; `All` recognizes that. A parameter's type is inferred from its first branch alone, which is
 * never taken, and it has no name, because the compiler would examine a named one for all of its arguments.
 *
 * The compiler compares the type parameter of a caller with all branches that may apply with `any` in its place: by `Stated`, only the second.
 */

/** 1, and 0 for `any`. */
type Stated<R> = 0[] extends R[] ? 0 : 1;

/** The same names where there are several. */
type Several<Known> = (Known extends unknown ? (name: Known) => void : never) extends (name: infer Same) => void
  ? [Same] extends [never]
    ? Known
    : 0
  : 0;

/** The options of a call. `Options` are inferred from it, for the names that they have in `endpoint.in` and `data`. */
type OptionsOfCall<
  Routes,
  Known extends keyof Routes,
  All,
  Route extends string,
  Provided extends string,
  Options,
> = Route extends Known
  ? [All] extends [Route]
    ? EndpointOptions
    : Extract<keyof Options, 'data' | typeof parameterLocation> extends never
      ? DefinedOptions<Route, Routes[Route], Provided>
      : DefinedOptions<Route, Routes[Route], Provided, Options>
  : EndpointOptions;

/** A route of the catalogue; for any other, a type that names the closest ones. */
type RouteOrHint<Known extends string, Route extends string> = Route extends Known ? Route : RouteHint<Known, Route>;

/** The same for a call with the route alone: where parameters are missing, a type that names them. */
type RouteOrMissing<
  Routes,
  Known extends keyof Routes & string,
  All,
  Route extends string,
  Provided extends string,
> = Route extends Known
  ? [All] extends [Route]
    ? Route
    : {} extends DefinedOptions<Route, Routes[Route], Provided>
      ? Route
      : Missing<RequiredNames<DefinedOptions<Route, Routes[Route], Provided>>>
  : RouteHint<Known, Route>;

type Missing<Names> = `${Names & string}: is missing; pass it`;

type RequiredNames<Options> = Options extends unknown
  ? { [K in keyof Options]-?: {} extends Pick<Options, K> ? never : K }[keyof Options]
  : never;

type LocatedNames<D> = { [L in Location]-?: InLocation<L, NamesIn<D, L>> }[Location];

/** The statuses of success, as in a catalogue. */
type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | '2XX';

/** The statuses of errors in a catalogue. */
type Failure<D> =
  | (D extends { responses: infer Responses }
      ? keyof { [K in keyof Responses & (number | string) as `${K}` extends `${4 | 5}${string}` ? K : never]: K }
      : never)
  | 'default';

/**
 * The body of a route's response: of success, or of a status. Where there are several, any of them; `unknown` where the catalogue
 * states none. `default` is the body of a status that the route doesn't list, and of success where it lists none.
 *
 *     type Repository = ResponseOf<Routes, 'GET /repos/{owner}/{repo}'>;
 *     type NotFound = ResponseOf<Routes, 'GET /repos/{owner}/{repo}', 404>;
 */
export type ResponseOf<Routes, Route extends keyof Routes, Status extends number | string = Success> = ResponseTo<
  Routes,
  keyof Routes,
  Route,
  Status
>;

/**
 * The body of a route's errors, or of one of their statuses; `unknown` where the catalogue states none.
 *
 *     type Problem = ErrorOf<Routes, 'GET /repos/{owner}/{repo}'>;
 */
export type ErrorOf<
  Routes,
  Route extends keyof Routes,
  Status extends number | string = Failure<Routes[Route]>,
> = ResponseTo<Routes, keyof Routes, Route, Status>;

type ResponseTo<Routes, Known extends keyof Routes, Route, Status extends number | string> = Route extends Known
  ? Routes[Route] extends { responses: infer Responses }
    ? ResponseBody<Responses, Status>
    : unknown
  : unknown;

type ResponseBody<Responses, Status extends number | string> = keyof Responses & Status extends never
  ? keyof Responses & `${Status}` extends never
    ? Unlisted<Responses, `${Status}` extends `${infer Digit}${string}` ? `${Digit}XX` : never>
    : Responses[keyof Responses & `${Status}`]
  : Responses[keyof Responses & Status];

/** The body of a status that isn't listed itself. */
type Unlisted<Responses, Range> = Range extends keyof Responses
  ? Responses[Range]
  : Responses extends { default: infer Body }
    ? Body
    : unknown;

/** The result of a call. */
type Result<Routes, Known extends keyof Routes, Route extends string> = RequestOptions<
  RequestMethod<Route>,
  ResponseTo<Routes, Known, Route, Success>
>;

/** A builder for exactly the routes of an API. Made by `createEndpoint<Routes>()`. */
export interface CatalogueEndpoint<
  Routes extends Catalogue<Routes>,
  Provided extends string = never,
  Known extends keyof Routes & string = keyof Routes & string,
  All = Several<Known>,
> extends EndpointMembers {
  /**
   * Builds the options of a request; no I/O.
   * @param route a route of the catalogue
   * @throws EndpointError for a request that can't be built faithfully
   */
  <R extends string>(
    route: [R] extends [never] ? R : NoInfer<RouteOrMissing<Routes, Known, All, R, Provided>>,
  ): Result<Routes, Known, R>;
  <R extends string, O = {}>(
    route: [R] extends [never] ? R : NoInfer<RouteOrHint<Known, R>>,
    options: [O] extends [never] ? O : NoInfer<OptionsOfCall<Routes, Known, All, R, Provided, O>>,
  ): Result<Routes, Known, R>;
  <R extends Known>(
    route: R,
    ...options: Stated<R> extends 1 ? [never, never, never] : NoInfer<CatalogueArguments<Routes, R, Provided>>
  ): Result<Routes, Known, R>;
  /** A builder whose defaults are this one's with `options` merged over them. */
  defaults<const D extends EndpointOptions>(
    options: D,
  ): CatalogueEndpoint<Routes, ProvidedWith<D, Provided> | LocatedNames<D>, Known, All>;
  /** The first half of building: defaults, route and options merged, nothing expanded. */
  merge(): MergedOptions;
  merge<R extends string>(
    route: [R] extends [never] ? R : NoInfer<RouteOrMissing<Routes, Known, All, R, Provided>>,
  ): MergedOptions<Uppercase<RequestMethod<R>>>;
  merge<R extends string, O = {}>(
    route: [R] extends [never] ? R : NoInfer<RouteOrHint<Known, R>>,
    options: [O] extends [never] ? O : NoInfer<OptionsOfCall<Routes, Known, All, R, Provided, O>>,
  ): MergedOptions<Uppercase<RequestMethod<R>>>;
}
