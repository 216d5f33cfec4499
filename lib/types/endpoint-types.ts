import type { EndpointOptions, MergedOptions, parameterLocation, RequestOptions } from '../options.js';
import type {
  Complete,
  ProvidedWith,
  MethodOf,
  OptionsAbsent,
  OptionsBeside,
  RouteParameters,
  StatedMethod,
  WrittenMethod,
} from './route-options.js';

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
 * The compiler knows the parameters of a literal route: those of the path are required, those of query and fragment optional.
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
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Provided | P>>) | NoInfer<OptionsAbsent<R, Provided>>,
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
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Provided | P>>) | NoInfer<OptionsAbsent<R, Provided>>,
  ): MergedOptions<M>;
}
