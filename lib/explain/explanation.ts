/** The result of `explain`: plain data, in which indices link the parts that belong together. */
import type { EndpointError, EndpointErrorCode } from '../errors.js';
import type { parameterLocation, RequestOptions } from '../options.js';
import type { Operator, Varspec } from '../template/ast.js';

/** One source of options. Layers are merged in their order, so that later ones win. */
export interface Layer {
  /**
   * - `vendor`: the `accept` and `user-agent` that a builder has by itself
   * - `settings`: `baseUrl`, `headers` and `mediaType` of `createExplain(settings)`
   * - `defaults`: options of one `explain.defaults(options, name)`
   * - `options`: the options of the call
   * - `route`: method and url of the route
   */
  readonly kind: 'vendor' | 'settings' | 'defaults' | 'options' | 'route';
  /** Index in {@link Explanation.layers}. */
  readonly index: number;
  /** Its name in sentences: `the settings`, `defaults 1`, `defaults "tenant"`, `the options`, … */
  readonly label: string;
}

/** A piece of {@link Explanation.route}, or for a {@link UrlRun} of the url: UTF-16 indices, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The kind of a piece of the route.
 *
 * - `method`, and `blank`: whitespace
 * - `origin`: scheme and authority of an absolute url
 * - `literal`: text that is copied
 * - `operator`, `variable`, `modifier` of an expression, and its `punctuation`: `{`, `}` or `,`
 * - `placeholder`: `:name`, colon included
 * - `invalid`: text that breaks the grammar
 */
export type TokenKind =
  | 'method'
  | 'blank'
  | 'origin'
  | 'literal'
  | 'punctuation'
  | 'operator'
  | 'variable'
  | 'modifier'
  | 'placeholder'
  | 'invalid';

/** A run of the route's text. Joined, the tokens are the route. */
export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
  /** Index in {@link Explanation.expressions}, for the tokens of one; `:name` is one too. */
  readonly expression?: number;
  /** Index among the expression's variables: for `variable`, `modifier` and `placeholder`. */
  readonly varspec?: number;
  readonly sentence: string;
}

/** The parts of a url. */
export type UrlPart = 'origin' | 'path' | 'query' | 'fragment';

/** A variable in an expression, with its modifier. */
export interface ExplainedVarspec extends Varspec, Span {
  /** Index in {@link Explanation.parameters} of the one with its value, or of the placeholder without a value. */
  readonly parameter: number;
}

/** `{…}` or `:name` of the route. */
export interface ExplainedExpression extends Span {
  readonly text: string;
  readonly operator: Operator;
  readonly varspecs: readonly ExplainedVarspec[];
  readonly part: UrlPart;
  /** Its text in the url; undefined where an error prevents it. */
  readonly expansion: string | undefined;
  readonly sentence: string;
}

/** The source of a character of the url. */
export type UrlSource =
  /** The base URL, of the layer that gave it. */
  | { readonly kind: 'base'; readonly layer: Layer | undefined }
  /** The slash between base URL and path. */
  | { readonly kind: 'seam' }
  /** Text of the route. */
  | ({ readonly kind: 'literal' } & Span)
  /** The text that an operator writes before and between variables, between members, and between a name or key and its value. */
  | { readonly kind: 'punctuation'; readonly expression: number; readonly varspec: number }
  /** A variable's name, a key of its map, or a value; `key` is the member of a list or map. */
  | {
      readonly kind: 'variable';
      readonly expression: number;
      readonly varspec: number;
      readonly parameter: number;
      readonly name: string;
      readonly role: 'name' | 'key' | 'value';
      readonly key?: string | number;
    }
  /** A query parameter that the template doesn't name; `path` leads to the member of a list or (nested) object. */
  | {
      readonly kind: 'parameter';
      readonly parameter: number;
      readonly name: string;
      readonly role: 'separator' | 'name' | 'value';
      readonly path: readonly (string | number)[];
    }
  /** With an error only: an expression without a value, as the route writes it. */
  | { readonly kind: 'unexpanded'; readonly expression: number };

/** A run of the url. */
export interface UrlRun extends Span {
  readonly text: string;
  readonly part: UrlPart;
  readonly source: UrlSource;
  readonly sentence: string;
}

/** A value of a layer that a later one replaced; undefined where the layer had unset it. */
export interface Replaced {
  readonly value: unknown;
  readonly layer: Layer;
}

/** A header of the request. */
export interface ExplainedHeader {
  readonly name: string;
  readonly value: string;
  /** A layer's kind; `mediaType` where format or previews amended its value, `content` for the type of a JSON body. */
  readonly source: Exclude<Layer['kind'], 'route'> | 'mediaType' | 'content';
  /** The layer that gave the header, before it was amended; undefined for `content`. */
  readonly layer: Layer | undefined;
  /** From the earliest; for `mediaType` the last is the amended value. */
  readonly replaced: readonly Replaced[];
  readonly sentence: string;
}

/** A default header that a later layer dropped. */
export interface DroppedHeader {
  readonly name: string;
  /** The layer that dropped it. */
  readonly layer: Layer;
  readonly replaced: readonly Replaced[];
  readonly sentence: string;
}

/** A key of a JSON body. */
export interface ExplainedBodyKey {
  readonly key: string;
  readonly value: unknown;
  /** Index in {@link Explanation.parameters}. */
  readonly parameter: number;
  readonly sentence: string;
}

/** The body of the request. */
export interface ExplainedBody {
  /** `parameters`: an object of its keys. `data`: the option `data`, unchanged, with no keys here. */
  readonly source: 'parameters' | 'data';
  readonly value: unknown;
  readonly keys: readonly ExplainedBodyKey[];
  /** The layer that gave `data`. */
  readonly layer: Layer | undefined;
  readonly sentence: string;
}

/** The place of a parameter. */
export type Place = 'path' | 'query' | 'fragment' | 'body';

/** A placeholder of the route, a given parameter, or both. */
export interface ExplainedParameter {
  readonly name: string;
  /** The way in which it was given: by its name (`plain`), or in `endpoint.in`; undefined for a placeholder without a value. */
  readonly given: 'plain' | 'path' | 'query' | 'body' | undefined;
  /** Its path in the options: `[name]`, or `[endpoint.in, 'query', name]`. */
  readonly path: OptionPath;
  readonly value: unknown;
  /** The last layer that gave it. */
  readonly layer: Layer | undefined;
  /** The values that it replaced. A plain object is merged into the one before. */
  readonly replaced: readonly Replaced[];
  /** Whether the request can't be built without it. */
  readonly required: boolean;
  /** Empty where it goes nowhere. */
  readonly places: readonly Place[];
  /** Indices in {@link Explanation.expressions} of those that name it and use this value. */
  readonly expressions: readonly number[];
  readonly sentence: string;
}

/** A stage of the pass. */
export interface Step {
  readonly name: 'route' | 'merge' | 'template' | 'expand' | 'rest' | 'headers' | 'result';
  /** `failed` for the stage that throws; later ones are `skipped`. */
  readonly state: 'done' | 'failed' | 'skipped';
  /** The stage's input, as data that JSON can write. */
  readonly before: unknown;
  /** Its output; undefined unless it is done. */
  readonly after: unknown;
  readonly sentence: string;
}

/** The path of a value in the options; the symbol is `endpoint.in`. */
export type OptionPath = readonly (string | typeof parameterLocation)[];

/** A change to the route's text or to the options of the call. */
export type Edit =
  /** The text between the indices is replaced. */
  | ({ readonly kind: 'route'; readonly text: string } & Span)
  /** The option is set; `undefined` unsets a default. */
  | { readonly kind: 'set'; readonly path: OptionPath; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: OptionPath }
  /** The option keeps its value and its place among the keys. */
  | { readonly kind: 'rename'; readonly path: OptionPath; readonly name: string };

/** A fix for a problem, to apply with {@link applyFix}. */
export interface Fix {
  /** The label of a button: `Rename "ownr" to "owner"`. */
  readonly label: string;
  /** Edits of the route count in its unchanged text and don't overlap. */
  readonly edits: readonly Edit[];
}

// #region generated
/**
 * A reason for a second look, whether or not the request can be built.
 *
 * - `did-you-mean`: a parameter is named almost like a placeholder without a value
 * - `unused-parameter`: `data` or `endpoint.in` leaves no place for a parameter
 * - `query-in-body`: `page` or `per_page` is in a body
 * - `default-in-body`: a default that the url doesn't name is in a body
 * - `body-in-query`: `endpoint.in` puts an object or a long text in the query of a POST, PUT or PATCH
 * - `other-client-option`: a parameter has the name and the kind of value of an option of fetch, axios, ky, got, ofetch, openapi-fetch or Octokit, or of the setting `origins`
 * - `secret-in-url`: the url has a known kind of token, one after `Bearer`, or eight characters or more under a name such as `password` or `x-api-key`
 * - `credentials-in-url`: `user:password@` precedes the host
 * - `credentials-elsewhere`: credentials of settings or defaults leave the origin of their base URL
 * - `dollar-brace`: `${name}` in a route keeps its `$`
 * - `colon-name`: `:to` in `/:from-:to` is text, because it follows neither `/` nor `.`
 * - `route-pattern`: `:id(\d+)`, `:id?`, `:id*` or `:id+` is a pattern of other routers
 * - `angle-brackets`: `<id>` or `<int:id>` in a path is text
 * - `square-brackets`: `[id]` or `[...path]` as a segment of a path is text
 * - `missing-scheme`: a host without a scheme, as in `GET example.com/users`, is a path
 * - `encoded-slash`: a `/` or `\` in a path value is encoded
 * - `opened-query`: a `?` or `#` in the value of `{+name}` begins the query or fragment
 * - `double-encoding`: a percent-encoded value is encoded again
 * - `inexact-number`: a number is beyond 2^53
 * - `blank-at-edge`: a path value begins or ends with whitespace
 * - `empty-segment`: an empty value drops the last path segment, so `/users/{id}` requests `/users`
 * - `joined-list`: a list is joined by commas, because its placeholder lacks `*`
 * - `unused-media-type`: `mediaType.format` has no effect, because `accept` isn't the vendor's
 * - `json-text`: `data` is JSON text, which gets no JSON content type
 * - `nested-form`: a form field is an object, or a list of objects or lists
 * - `bracketed-objects`: the style `brackets` writes a list of objects
 * - `unset-defaults`: `headers` or `baseUrl` is `undefined`, which removes the default
 * - `many-parameters`: the query has more than 1,000 parameters
 * - `long-url`: the request line has more than 4,094 bytes
 */
export type WarningCode =
  | 'did-you-mean'
  | 'unused-parameter'
  | 'query-in-body'
  | 'default-in-body'
  | 'body-in-query'
  | 'other-client-option'
  | 'secret-in-url'
  | 'credentials-in-url'
  | 'credentials-elsewhere'
  | 'dollar-brace'
  | 'colon-name'
  | 'route-pattern'
  | 'angle-brackets'
  | 'square-brackets'
  | 'missing-scheme'
  | 'encoded-slash'
  | 'opened-query'
  | 'double-encoding'
  | 'inexact-number'
  | 'blank-at-edge'
  | 'empty-segment'
  | 'joined-list'
  | 'unused-media-type'
  | 'json-text'
  | 'nested-form'
  | 'bracketed-objects'
  | 'unset-defaults'
  | 'many-parameters'
  | 'long-url';
// #endregion

/** Something wrong, or worth a second look. */
export interface Problem<Code extends string = EndpointErrorCode | WarningCode> {
  readonly code: Code;
  readonly sentence: string;
  /** The address of the documentation of the code, with an example and the fix. */
  readonly help: string;
  /** The option, parameter or header with the problem. */
  readonly parameter: string | undefined;
  /** Index in {@link Explanation.parameters}, of the one that it is about. */
  readonly index: number | undefined;
  /** The option or parameter that it is about, in the options of its layer; empty for all of them, undefined for the route. */
  readonly path: OptionPath | undefined;
  /** Its place in the route. */
  readonly at: Span | undefined;
  /** The layer that caused it, where one did. */
  readonly layer: Layer | undefined;
  /** Of an error, it removes that error; another may follow. Of a warning, it adds no error, except for a new placeholder without a value. */
  readonly fix: Fix | undefined;
}

/** The sources of a request, and the reasons for its parts. */
export interface Explanation {
  /** The text to which tokens and positions refer: the given route, or the `url` of the options. */
  readonly route: string;
  readonly layers: readonly Layer[];
  /** Exactly the builder's result; undefined where it throws. */
  readonly request: RequestOptions | undefined;
  /** Exactly the builder's error. Everything that is known before it is still explained. */
  readonly error: EndpointError | undefined;
  /** The error with its place in the route and its fix: the first of the problems. */
  readonly problem: Problem<EndpointErrorCode> | undefined;
  /**
   * At most 100 errors that the builder throws one after another, as each is fixed: of all values and headers. One that makes the others
   * unknown is alone, as that of a malformed route.
   */
  readonly problems: readonly Problem<EndpointErrorCode>[];
  /** At most 100. */
  readonly warnings: readonly Problem<WarningCode>[];
  readonly tokens: readonly Token[];
  readonly expressions: readonly ExplainedExpression[];
  /** Joined, the runs are the url; with an error, as much of it as is known: of a malformed route, what precedes its `invalid` token. */
  readonly url: readonly UrlRun[];
  readonly headers: readonly ExplainedHeader[];
  readonly droppedHeaders: readonly DroppedHeader[];
  readonly body: ExplainedBody | undefined;
  readonly parameters: readonly ExplainedParameter[];
  /** All seven, in their order. */
  readonly steps: readonly Step[];
}
