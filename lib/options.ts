/** A method of the request, in any case: one of GET, HEAD, OPTIONS, QUERY (RFC 10008), POST, PUT, PATCH, DELETE. */
export type Method = 'get' | 'head' | 'options' | 'query' | 'post' | 'put' | 'patch' | 'delete';

/** Header fields in the forms of `fetch`: an object, a `Headers`, or pairs. `null` and `undefined` drop a default. */
export type HeadersInput =
  | Readonly<Record<string, string | number | boolean | null | undefined>>
  | Iterable<readonly [string, string]>;

/** Amendments of the `accept` header. */
export interface MediaType {
  /** `raw` gives `application/vnd.<vendor>.<version>.raw`, `text+json` gives `….text+json`. */
  format?: string | undefined;
  /** Names of previews, with or without `-preview`; added to the defaults' previews. */
  previews?: readonly string[] | undefined;
}

/** The option key for parameters by location: a symbol, so that no parameter has its name. */
export const parameterLocation: unique symbol = /* @__PURE__ */ Symbol.for('endpoint.js/in');

/** Parameters by location: under `endpoint.in` in the options. `null` counts as absent, `undefined` unsets the defaults. */
export interface ParameterLocations {
  /** Values of `:name` and of simple, reserved, label, segment and path-style expressions: `{x}`, `{+x}`, `{.x}`, `{/x}`, `{;x}`. */
  path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Values of `{?x}`, `{&x}` and `{#x}`, and the remaining query parameters, with any method. */
  query?: Readonly<Record<string, unknown>> | null | undefined;
  /** Keys of the JSON body. */
  body?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Options of any route. */
export interface CommonOptions {
  /** Prefix of a url that is a path: absolute (`https://host/path`), a path, or empty. */
  baseUrl?: string | undefined;
  headers?: HeadersInput | undefined;
  mediaType?: MediaType | undefined;
  /** The body, passed on unchanged. */
  data?: unknown;
  /** Metadata of the caller, returned unchanged. */
  request?: unknown;
}

/** Options and parameters of a request. Any other key is a parameter. */
export interface EndpointOptions extends CommonOptions {
  /** GET, HEAD, OPTIONS, QUERY, POST, PUT, PATCH or DELETE in any case; GET by default. */
  method?: string | undefined;
  /** Path or absolute URL: a URI template (RFC 6570), `:name` allowed for `{name}`. */
  url?: string | undefined;
  /** Parameters by location, for names that are options or occur twice. */
  [parameterLocation]?: ParameterLocations | undefined;
  /** Value of a placeholder; otherwise query parameter (GET, HEAD) or key of the JSON body. */
  [parameter: string]: unknown;
}

/** Names of options, as opposed to parameters. */
export type OptionName = keyof CommonOptions | 'method' | 'url';

/** The result of {@link Endpoint.merge}: options and defaults, nothing expanded. */
export interface MergedOptions<M extends string = string> extends EndpointOptions {
  baseUrl: string;
  /** As it was passed. */
  method: M;
  url?: string;
  headers: Record<string, string>;
  mediaType: { format: string; previews: string[] };
}

/** The key of {@link RequestOptions} for the type of the response; there is no such value. */
declare const responseBody: unique symbol;

/**
 * A built request. `toFetch` of `endpoint.js/fetch` turns it into the arguments of `fetch`. `Response` is the type of the body of a
 * successful response, which a catalogue knows.
 */
export interface RequestOptions<M extends Method = Method, Response = unknown> {
  /** Only a type: absent at run time. */
  readonly [responseBody]?: Response;
  /** In lower case. */
  method: M;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Absent without a body. Not stringified. */
  body?: unknown;
  /** Absent unless it was passed. */
  request?: unknown;
}

/** The values of each member of {@link QueryStyle}. */
export const QUERY_STYLES = {
  arrays: ['repeat', 'comma', 'brackets', 'indices', 'pipes', 'spaces'],
  objects: ['brackets', 'dots'],
} as const;

/**
 * How lists are written in a query: `a=1&a=2`, `a=1,2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`, `a=1%7C2` or `a=1%202`. `brackets` and `indices` allow
 * lists of objects; with `pipes` and `spaces` no member may contain the separator.
 * @useDeclaredType
 */
export type QueryArrays = (typeof QUERY_STYLES)['arrays'][number];

/**
 * How members of an object are written in a query: `a[b]=1` or `a.b=1`.
 * @useDeclaredType
 */
export type QueryObjects = (typeof QUERY_STYLES)['objects'][number];

/** How lists and objects are written in a query, or in a form. */
export interface QueryStyle {
  /** `repeat` by default, and `comma` in the query for the vendor `github`. */
  arrays?: QueryArrays | undefined;
  /** `brackets` by default. */
  objects?: QueryObjects | undefined;
}

/** Settings of {@link createEndpoint}. */
export interface EndpointSettings {
  /** Vendor of the API's media types: `acme` gives `application/vnd.acme.v3+json`. */
  vendor?: string | undefined;
  /** Version in the vendor's media type; `v3` by default. */
  mediaTypeVersion?: string | undefined;
  /** Prefix of urls that are paths; empty by default, which leaves urls relative to the page. */
  baseUrl?: string | undefined;
  /** Headers in addition to the default `user-agent` and `accept`, or instead of them. */
  headers?: HeadersInput | undefined;
  mediaType?: MediaType | undefined;
  /**
   * Origins such as `https://host`, to which requests may go besides the origin of `baseUrl`. An empty list allows that of `baseUrl` alone;
   * by default, any is allowed. A page's own origin counts where `baseUrl` is a path or empty.
   */
  origins?: readonly string[] | undefined;
  query?: QueryStyle | undefined;
  /** Whether a placeholder in the path without a value is an error (default), or omitted as in plain RFC 6570. */
  missing?: 'error' | 'omit' | undefined;
  /** Whether templates must follow exactly the grammar of RFC 6570. */
  strict?: boolean | undefined;
  /** The longest url, in UTF-16 code units: 1,048,576 by default. Members of lists and maps that write nothing count as one each. */
  maxLength?: number | undefined;
}
