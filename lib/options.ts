/** A method of the request, in any case: one of GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE. */
export type Method = 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete';

/** Header fields as `fetch` takes them: an object, a `Headers`, or pairs. `null` and `undefined` drop a default. */
export type HeadersInput =
  | Readonly<Record<string, string | number | boolean | null | undefined>>
  | Iterable<readonly [string, string]>;

/** What amends the `accept` header. */
export interface MediaType {
  /** `raw` gives `application/vnd.<vendor>.<version>.raw`, `text+json` gives `….text+json`. */
  format?: string | undefined;
  /** Names of previews, with or without `-preview`; added to those of the defaults. */
  previews?: readonly string[] | undefined;
}

/** A symbol, used as an option key, that says where parameters go whatever their names are. */
export const parameterLocation: unique symbol = Symbol.for('endpoint.js/in');

/** Parameters by location: under `endpoint.in` in the options. `null` counts as absent, `undefined` unsets the defaults. */
export interface ParameterLocations {
  /** Values of `:name` and of simple, reserved, label, segment and path-style expressions: `{x}`, `{+x}`, `{.x}`, `{/x}`, `{;x}`. */
  path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Values of `{?x}`, `{&x}` and `{#x}`, and the remaining query parameters, with any method. */
  query?: Readonly<Record<string, unknown>> | null | undefined;
  /** Keys of the JSON body. */
  body?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Options that may stand beside any route. */
export interface CommonOptions {
  /** Prefix of a url that is a path: absolute (`https://host/path`), a path, or empty. */
  baseUrl?: string | undefined;
  headers?: HeadersInput | undefined;
  mediaType?: MediaType | undefined;
  /** The body, handed on as it is. */
  data?: unknown;
  /** Metadata of the caller, handed back as it is. */
  request?: unknown;
}

/** Options and parameters of a request. Any key that is not listed is a parameter. */
export interface EndpointOptions extends CommonOptions {
  /** GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE in any case; GET by default. */
  method?: string | undefined;
  /** Path or absolute URL: a URI template (RFC 6570), `:name` allowed for `{name}`. */
  url?: string | undefined;
  /** Parameters by location, for names that are taken or needed twice. */
  [parameterLocation]?: ParameterLocations | undefined;
  /** Value of a placeholder; else query parameter (GET, HEAD) or key of the JSON body. */
  [parameter: string]: unknown;
}

/** What {@link Endpoint.merge} gives: options and defaults, nothing expanded yet. */
export interface MergedOptions<M extends string = string> extends EndpointOptions {
  baseUrl: string;
  /** As it was given. */
  method: M;
  url?: string;
  headers: Record<string, string>;
  mediaType: { format: string; previews: string[] };
}

/** A built request. Hand it to `fetch` by `toFetch` of `endpoint.js/fetch`. */
export interface RequestOptions<M extends Method = Method> {
  /** In lower case. */
  method: M;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Only where there is one. Not stringified. */
  body?: unknown;
  /** Only where it was given. */
  request?: unknown;
}

/** How lists are written into a query: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`; the last two also hold lists of objects. */
export type QueryArrays = 'comma' | 'repeat' | 'brackets' | 'indices';

/** Settings of {@link createEndpoint}. */
export interface EndpointSettings {
  /** Vendor of the API's media types: `acme` gives `application/vnd.acme.v3+json`. */
  vendor?: string | undefined;
  /** Version in the vendor's media type; `v3` by default. */
  mediaTypeVersion?: string | undefined;
  /** Prefix of urls that are paths; empty by default, so that urls stay relative to the page. */
  baseUrl?: string | undefined;
  /** Headers beside the default `user-agent` and `accept`, or in their place. */
  headers?: HeadersInput | undefined;
  mediaType?: MediaType | undefined;
  query?: { arrays?: QueryArrays | undefined } | undefined;
  /** What a placeholder in a path without a value is: an error (default), or omitted as in plain RFC 6570. */
  missing?: 'error' | 'omit' | undefined;
  /** Whether templates are held to exactly the grammar of RFC 6570. */
  strict?: boolean | undefined;
  /** The longest url, in UTF-16 code units: 1,048,576 by default. Members of lists and maps that write nothing count as one each. */
  maxLength?: number | undefined;
}
