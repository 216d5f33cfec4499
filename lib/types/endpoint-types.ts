import type {
  CommonOptions,
  EndpointOptions,
  MergedOptions,
  Method,
  OptionName,
  parameterLocation,
  RequestOptions,
} from '../options.js';
import type { ParseRoute, UrlNames } from './route-types.js';

/** The members of every builder. */
export interface EndpointMembers {
  /** The defaults, frozen. */
  readonly DEFAULTS: Readonly<MergedOptions>;
  /** The second half of building: builds the result of `merge`, without adding defaults. */
  parse<const D extends EndpointOptions>(options: D): RequestOptions<MethodOf<WrittenMethod<D, 'GET'>>>;
  /** Option key for parameters by location: `{ [endpoint.in]: { path, query, body } }`. */
  readonly in: typeof parameterLocation;
}

/**
 * Builds request options. Made by `createEndpoint`.
 *
 * The compiler knows the parameters of a literal route: parameters of the path are required, of query and fragment optional.
 * `Provided` are the names of default parameters, which no route requires; `string` if they may be any.
 * `Default` is the method of a url alone, as the defaults state it.
 */
export interface Endpoint<Provided extends string = never, Default extends string = string> extends EndpointMembers {
  /**
   * Builds the options of a request; no I/O.
   * @param route `<METHOD> <URL>`, a URL alone for the default method, or options with a `url`
   * @throws EndpointError for a request that can't be built faithfully
   */
  <const R extends string | EndpointOptions>(
    route: R & NoInfer<Complete<R, Provided>>,
  ): RequestOptions<MethodOf<WrittenMethod<R, Default>>>;
  <R extends string, M extends string = StatedMethod<R, Default>, P extends string = never>(
    route: R,
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Provided | P>>) | OptionsAbsent<R, Provided>,
  ): RequestOptions<MethodOf<M>>;
  /** A builder whose defaults are this one's with `options` merged over them. */
  defaults<const D extends EndpointOptions>(options: D): Endpoint<ProvidedWith<D, Provided>, WrittenMethod<D, Default>>;
  /** The first half of building: defaults, route and options merged, nothing expanded. */
  merge(): MergedOptions<Default>;
  merge<const R extends string | EndpointOptions>(
    route: R & NoInfer<Complete<R, Provided>>,
  ): MergedOptions<WrittenMethod<R, Default>>;
  merge<R extends string, M extends string = StatedMethod<R, Default>, P extends string = never>(
    route: R,
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Provided | P>>) | OptionsAbsent<R, Provided>,
  ): MergedOptions<M>;
}

/** A value for a placeholder in a path. Not `null` or `undefined`: a path without it would identify another resource. */
export type ParameterValue = string | number | bigint | boolean | object;

/** The type that the compiler names when a route lacks its parameters. */
export interface MissingParameters<Names extends PropertyKey> {
  missing: Names;
}

/** Names of a route's parameters. */
export type NamesOf<R extends string> = ParseRoute<R>['names'];

/** The method of a request, from the written one. */
type MethodOf<Written extends string> = Lowercase<Written> & Method;

type IfNever<T, Else> = [T] extends [never] ? Else : T;

/** The method that a route sets, as it is written there. */
type StatedMethod<R extends string, Default extends string> = IfNever<ParseRoute<R>['method'], Default>;

/** The method that a route or options state, as it is written there. */
type WrittenMethod<R, Default extends string> = R extends string
  ? StatedMethod<R, Default>
  : R extends { method: infer M extends string }
    ? M
    : 'method' extends keyof R
      ? string
      : Default;

/** `Then` for a literal route, `Else` for any string; a branch costs nothing until it is used. */
type IfLiteral<R extends string, Then, Else> = {} extends { [K in R]: 1 } ? Else : Then;

/** The methods that an option beside a route may state: the route's own, or any for a url alone. */
type MethodBeside<R extends string, M extends string> = string extends M
  ? M
  : Lowercase<M> extends Lowercase<StatedMethod<R, Method>>
    ? M
    : IfLiteral<R, StatedMethod<R, Method>, M>;

/** Parameters by location: their names are inferred, so that no parameter requires them again. */
interface LocationsBeside<R extends string, P extends string> {
  path?:
    | {
        readonly [K in P]: IfLiteral<
          R,
          K extends NamesOf<R>['required' | 'optional'] ? ParameterValue : never,
          unknown
        >;
      }
    | null
    | undefined;
  query?: Readonly<Record<string, unknown>> | null | undefined;
  body?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The options beside any route. */
interface OptionsBeside<R extends string, M extends string, P extends string> extends CommonOptions {
  /** The route sets it already, unless it is a url alone. */
  method?: MethodBeside<R, M> | undefined;
  /** The route sets it already. A parameter of that name goes into `endpoint.in`. */
  url?: IfLiteral<R, never, string> | undefined;
  /** Parameters by location, for names that are options or occur twice. */
  [parameterLocation]?: LocationsBeside<R, P> | undefined;
  /** Value of a placeholder; otherwise query parameter (GET, HEAD) or key of the JSON body. */
  readonly [parameter: string]: unknown;
}

/*
 * The compiler compares types of builders with `any` for `R`. Because `any` takes the first branch, builders that differ in `Provided` are
 * assignable to each other; so that test comes first.
 */

/** Parameters of a route's placeholders, except the `Provided` ones. */
type RouteParameters<R extends string, Provided extends string> = string extends R
  ? unknown
  : UrlParameters<NamesOf<R>, Provided>;

type UrlParameters<N extends UrlNames, Provided extends string> = ([N['required'] & (Provided | OptionName)] extends [
  never,
]
  ? { readonly [K in N['required']]: ParameterValue }
  : // The value of a parameter named like an option belongs in `endpoint.in`.
    { readonly [K in Exclude<N['required'], Provided>]: K extends OptionName ? never : ParameterValue }) & {
  readonly [K in N['optional'] | N['query']]?: ParameterValue | null | undefined;
};

/** All options of a call with the route `R`, for functions that wrap one. */
export type RouteOptions<R extends string, Provided extends string = never> = OptionsBeside<
  R,
  StatedMethod<R, Method>,
  never
> &
  RouteParameters<R, Provided>;

/** `undefined` if nothing is missing, so that options are optional. */
type OptionsAbsent<R extends string, Provided extends string> = string extends R
  ? undefined
  : [NamesOf<R>['required']] extends [Provided]
    ? undefined
    : never;

/** The parameters that a call with one argument lacks. */
type Complete<R, Provided extends string> = R extends string
  ? string extends R
    ? unknown
    : [NamesOf<R>['required']] extends [Provided]
      ? unknown
      : MissingParameters<Exclude<NamesOf<R>['required'], Provided>>
  : string extends keyof R
    ? unknown
    : R extends { url: infer U extends string }
      ? RouteParameters<U, Provided | NamesIn<R, 'path'>>
      : unknown;

/** Names in `endpoint.in` of options. */
export type NamesIn<D, Location extends string> = D extends { [parameterLocation]: infer Locations }
  ? { [L in keyof Locations & Location]: keyof Locations[L] & string }[keyof Locations & Location]
  : never;

/** Names that no route requires with `D` among the defaults; a name whose value `D` unsets or leaves open is required again. */
export type ProvidedWith<D, Provided extends string> = string extends keyof D
  ? string
  : Unless<NamesOfType<D, null | undefined>, Provided> | NamesOfType<D, ParameterValue> | NamesIn<D, 'path'>;

/** Excluding from a long union is expensive, and rarely needed. */
type Unless<Unset extends string, Provided extends string> = [Unset] extends [never]
  ? Provided
  : Exclude<Provided, Unset>;

type NamesOfType<D, T> = { [K in keyof D & string]: D[K] extends T ? Exclude<K, OptionName> : never }[keyof D & string];
