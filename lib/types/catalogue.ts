import type {
  CommonOptions,
  EndpointOptions,
  MergedOptions,
  OptionName,
  parameterLocation,
  RequestOptions,
} from '../options.js';
import type {
  EndpointMembers,
  MethodOf,
  MissingParameters,
  NamesIn,
  NamesOf,
  ProvidedWith,
  WrittenMethod,
} from './endpoint-types.js';

/**
 * Parameters of one route of a catalogue, by location. Required members are required parameters.
 *
 * A `body` with keys is passed as parameters, or as a whole in `data`; any other (a list, text, bytes, a form) only in `data`.
 */
export interface RouteDefinition {
  path?: object;
  query?: object;
  body?: unknown;
}

/** The routes of an API: `{ 'GET /repos/{owner}/{repo}': { path: { owner: string; repo: string } } }`. */
export type Catalogue<Routes> = { readonly [Route in keyof Routes]: RouteDefinition };

/** Parameters of one location; none is required if the location as a whole is optional. */
type AtLocation<Definition, Location extends keyof RouteDefinition> = Location extends keyof Definition
  ? {} extends Pick<Definition, Location>
    ? Partial<Keyed<NonNullable<Definition[Location]>>>
    : Keyed<Definition[Location]>
  : unknown;

/** A body whose keys can be passed one by one. An object with methods isn't a JSON object. */
type Keyed<Body> = Body extends readonly unknown[]
  ? unknown
  : Body extends object
    ? Extract<Body[keyof Body], (...parameters: never) => unknown> extends never
      ? Body
      : unknown
    : unknown;

/** The name in `Provided` of a default parameter in `endpoint.in`. */
type InLocation<Location extends string, Name> = `in.${Location}.${Name & string}`;

/**
 * Parameters passed by their names alone. `Elsewhere` are names that mean something else there; `Provided` ones are not required.
 */
type Flat<Location extends string, Parameters, Elsewhere, Provided> = {
  [
    K in keyof Parameters as K extends Elsewhere | Provided
      ? never
      : InLocation<Location, K> extends Provided
        ? never
        : K
  ]: Parameters[K];
} & { [K in keyof Parameters as K extends Elsewhere ? never : K]?: Parameters[K] };

/** Parameters in `endpoint.in`. */
interface Located<Path, Query, Body> {
  [parameterLocation]?: { path?: Partial<Path>; query?: Partial<Query>; body?: Partial<Body> } | undefined;
}

/** The parameters missing from `endpoint.in`: keys that no options can have, so that the compiler names them as missing. */
type Unlocated<Location extends string, Parameters, Elsewhere, Inside, Provided> = {
  [
    K in keyof Parameters as K extends Elsewhere
      ? K extends Inside
        ? never
        : InLocation<Location, K> extends Provided
          ? never
          : {} extends Pick<Parameters, K>
            ? never
            : InLocation<Location, K>
      : never
  ]: never;
};

/** Names of the query that mean something else when passed alone: without a body, the remaining parameters are the query. */
type ElsewhereThanQuery<Route extends string, Query, Path> =
  | OptionName
  | keyof Path
  | (MethodOf<WrittenMethod<Route, string>> extends 'get' | 'head'
      ? never
      : Exclude<keyof Query, NamesOf<Route>['query']>);

/** The body as a whole, instead of its keys. */
type Data<Definition, Provided> = 'body' extends keyof Definition
  ? unknown extends Keyed<NonNullable<Definition['body']>>
    ? {} extends Pick<Definition, 'body'>
      ? { data?: Definition['body'] }
      : 'data' extends Provided
        ? { data?: Definition['body'] }
        : { data: Definition['body'] }
    : { data?: Definition['body'] }
  : { data?: undefined };

/** Options of a route of a catalogue, except parameters passed elsewhere: in the defaults, in `endpoint.in`, in `data`. */
export type CatalogueOptions<
  Route extends string,
  Definition,
  Provided extends string = never,
  P extends PropertyKey = never,
  Q extends PropertyKey = never,
  B extends PropertyKey = never,
> = PlacedOptions<
  AtLocation<Definition, 'path'>,
  AtLocation<Definition, 'query'>,
  AtLocation<Definition, 'body'>,
  ElsewhereThanQuery<Route, AtLocation<Definition, 'query'>, AtLocation<Definition, 'path'>>,
  Names<NamesOf<Route>>,
  Provided,
  P,
  Q,
  B
> &
  Data<Definition, Provided>;

type Names<N extends { required: string; optional: string; query: string }> = N[keyof N];

type PlacedOptions<Path, Query, Body, NotInQuery, Templated, Provided, P, Q, B> = Located<Path, Query, Body> &
  Flat<'path', Path, OptionName, Provided | P> &
  Flat<'query', Query, NotInQuery, Provided | Q> &
  Flat<'body', Body, OptionName | Templated, Provided | B> &
  Unlocated<'path', Path, OptionName, P, Provided> &
  Unlocated<'query', Query, NotInQuery, Q, Provided> &
  Unlocated<'body', Body, OptionName | Templated, B, Provided>;

/** The options beside any route of a catalogue; infers the parameters in `endpoint.in`, and whether `data` is passed. */
interface CommonCatalogueOptions<
  Definition,
  P extends string,
  Q extends string,
  B extends string,
  D,
> extends CommonOptions {
  data?: D;
  /** The route states it already. */
  method?: undefined;
  /** The route states it already. A parameter of that name goes into `endpoint.in`. */
  url?: undefined;
  [parameterLocation]?:
    | {
        path?: { [K in P]: K extends keyof AtLocation<Definition, 'path'> ? unknown : never } | undefined;
        query?: { [K in Q]: K extends keyof AtLocation<Definition, 'query'> ? unknown : never } | undefined;
        body?: { [K in B]: K extends keyof AtLocation<Definition, 'body'> ? unknown : never } | undefined;
      }
    | undefined;
}

type WithData<Definition, B, D> = unknown extends D ? B : B | keyof AtLocation<Definition, 'body'>;

/** The parameters that a call with the route alone lacks. */
type CompleteAlone<Route extends string, Definition, Provided extends string> =
  {} extends CatalogueOptions<Route, Definition, Provided>
    ? unknown
    : MissingParameters<RequiredNames<CatalogueOptions<Route, Definition, Provided>>>;

type RequiredNames<Options> = {
  [K in keyof Options]-?: {} extends Pick<Options, K> ? never : K;
}[keyof Options];

type LocatedNames<D> = { [L in keyof RouteDefinition]-?: InLocation<L, NamesIn<D, L>> }[keyof RouteDefinition];

/** A builder for exactly the routes of an API. Made by `createEndpoint<Routes>()`. */
export interface CatalogueEndpoint<
  Routes extends Catalogue<Routes>,
  Provided extends string = never,
> extends EndpointMembers {
  /**
   * Builds the options of a request; no I/O.
   * @param route a route of the catalogue
   * @throws EndpointError for a request that can't be built faithfully
   */
  <R extends keyof Routes & string>(
    route: R & NoInfer<CompleteAlone<R, Routes[R], Provided>>,
  ): RequestOptions<MethodOf<WrittenMethod<R, 'GET'>>>;
  <
    R extends keyof Routes & string,
    P extends string = never,
    Q extends string = never,
    B extends string = never,
    D = unknown,
  >(
    route: R,
    options: CommonCatalogueOptions<Routes[R], P, Q, B, D> &
      CatalogueOptions<R, Routes[R], Provided, P, Q, WithData<Routes[R], B, D>>,
  ): RequestOptions<MethodOf<WrittenMethod<R, 'GET'>>>;
  /** A builder whose defaults are this one's with `options` merged over them. */
  defaults<const D extends EndpointOptions>(
    options: D,
  ): CatalogueEndpoint<Routes, ProvidedWith<D, Provided> | LocatedNames<D>>;
  /** The first half of building: defaults, route and options merged, nothing expanded. */
  merge(): MergedOptions;
  merge<R extends keyof Routes & string>(
    route: R & NoInfer<CompleteAlone<R, Routes[R], Provided>>,
  ): MergedOptions<WrittenMethod<R, 'GET'>>;
  merge<
    R extends keyof Routes & string,
    P extends string = never,
    Q extends string = never,
    B extends string = never,
    D = unknown,
  >(
    route: R,
    options: CommonCatalogueOptions<Routes[R], P, Q, B, D> &
      CatalogueOptions<R, Routes[R], Provided, P, Q, WithData<Routes[R], B, D>>,
  ): MergedOptions<WrittenMethod<R, 'GET'>>;
}
