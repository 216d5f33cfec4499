import type { EndpointOptions, MergedOptions, parameterLocation, RequestOptions } from '../options.js';
import type {
  Complete,
  GivenWith,
  MethodOf,
  OptionsAbsent,
  OptionsBeside,
  RouteParameters,
  StatedMethod,
  WrittenMethod,
} from './route-options.js';

/** What every builder has, whatever it knows of routes. */
export interface EndpointMembers {
  /** The defaults, frozen. */
  readonly DEFAULTS: Readonly<MergedOptions>;
  /** The second half of building: builds what `merge` gave, and adds no defaults. */
  parse<const D extends EndpointOptions>(options: D): RequestOptions<MethodOf<WrittenMethod<D, 'GET'>>>;
  /** Option key that says where parameters go: `{ [endpoint.in]: { path, query, body } }`. */
  readonly in: typeof parameterLocation;
}

/**
 * Builds request options. Made by `createEndpoint`.
 *
 * Of a literal route the compiler knows the parameters: those of the path are required, those of query and fragment optional.
 * `Given` are the names that defaults give, so that no route needs them any more; `string` where they may be any.
 * `Default` is the method of a url alone, as the defaults state it.
 */
export interface Endpoint<Given extends string = never, Default extends string = string> extends EndpointMembers {
  /**
   * Builds the options of a request; no I/O.
   * @param route `<METHOD> <URL>`, a URL alone for the default method, or options with a `url`
   * @throws EndpointError for whatever can't be sent as it is meant
   */
  <const R extends string | EndpointOptions>(
    route: R & NoInfer<Complete<R, Given>>,
  ): RequestOptions<MethodOf<WrittenMethod<R, Default>>>;
  <R extends string, M extends string = StatedMethod<R, Default>, P extends string = never>(
    route: R,
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Given | P>>) | NoInfer<OptionsAbsent<R, Given>>,
  ): RequestOptions<MethodOf<M>>;
  /** A builder whose defaults are this one's with `options` merged over them. */
  defaults<const D extends EndpointOptions>(options: D): Endpoint<GivenWith<D, Given>, WrittenMethod<D, Default>>;
  /** The first half of building: defaults, route and options merged, nothing expanded. */
  merge(): MergedOptions<Default>;
  merge<const R extends string | EndpointOptions>(
    route: R & NoInfer<Complete<R, Given>>,
  ): MergedOptions<WrittenMethod<R, Default>>;
  merge<R extends string, M extends string = StatedMethod<R, Default>, P extends string = never>(
    route: R,
    options: (OptionsBeside<R, M, P> & NoInfer<RouteParameters<R, Given | P>>) | NoInfer<OptionsAbsent<R, Given>>,
  ): MergedOptions<M>;
}
