/** What `explain` gives. All of it is data; indices link its parts, so that a page can light what belongs together. */
import type { EndpointError, EndpointErrorCode } from '../errors.js';
import type { parameterLocation, RequestOptions } from '../options.js';
import type { Operator } from '../template/ast.js';

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
  /** As sentences call it: `the settings`, `defaults 1`, `defaults "tenant"`, `the options`, … */
  readonly label: string;
}

/** A piece of the route's text: UTF-16 indices into {@link Explanation.route}, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What a piece of the route is.
 *
 * - `method`, `blank`
 * - `origin`: scheme and authority of an absolute url
 * - `literal`: text that is copied
 * - `punctuation`: `{`, `}` or `,` of an expression
 * - `operator`, `variable`, `modifier` of an expression
 * - `placeholder`: `:name`, colon included
 * - `invalid`: what breaks the grammar
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
  /** Index in {@link Explanation.expressions}, for what belongs to one; `:name` is one too. */
  readonly expression?: number;
  /** Index among the expression's variables: for `variable`, `modifier` and `placeholder`. */
  readonly varspec?: number;
  readonly sentence: string;
}

/** Where in a url something stands. */
export type UrlPart = 'origin' | 'path' | 'query' | 'fragment';

/** A variable in an expression, with its modifier. */
export interface ExplainedVarspec extends Span {
  readonly name: string;
  /** The `*` modifier. */
  readonly explode: boolean;
  /** The `:n` modifier; 0 where there is none. */
  readonly prefix: number;
  /** Index in {@link Explanation.parameters} of what it gets its value from, or of the placeholder that has none. */
  readonly parameter: number;
}

/** `{…}` or `:name` of the route. */
export interface ExplainedExpression extends Span {
  readonly text: string;
  readonly operator: Operator;
  readonly varspecs: readonly ExplainedVarspec[];
  readonly part: UrlPart;
  /** What it was expanded to; undefined where an error kept it from being expanded. */
  readonly expansion: string | undefined;
  readonly sentence: string;
}

/** Where a character of the url came from. */
export type UrlSource =
  /** The base URL, of the layer that gave it. */
  | { readonly kind: 'base'; readonly layer: Layer | undefined }
  /** The slash between base URL and path. */
  | { readonly kind: 'seam' }
  /** Text of the route. */
  | ({ readonly kind: 'literal' } & Span)
  /** What an operator writes before and between variables, between members, and between a name or key and its value. */
  | { readonly kind: 'punctuation'; readonly expression: number; readonly varspec: number }
  /** A variable's name, a key of its map, or a value; `key` tells which member of a list or map it is. */
  | {
      readonly kind: 'variable';
      readonly expression: number;
      readonly varspec: number;
      readonly parameter: number;
      readonly name: string;
      readonly role: 'name' | 'key' | 'value';
      readonly key?: string | number;
    }
  /** A further query parameter. `path` tells which member of a list or (nested) object it is. */
  | {
      readonly kind: 'parameter';
      readonly parameter: number;
      readonly name: string;
      readonly role: 'separator' | 'name' | 'value';
      readonly path: readonly (string | number)[];
    }
  /** Only where there is an error: an expression that has no value yet, as the route writes it. */
  | { readonly kind: 'unexpanded'; readonly expression: number };

/** A run of the url: indices into the url, not into the route. */
export interface UrlRun {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly part: UrlPart;
  readonly source: UrlSource;
  readonly sentence: string;
}

/** A value that a layer gave and a later one replaced; undefined where the layer had unset it. */
export interface Replaced {
  readonly value: unknown;
  readonly layer: Layer;
}

/** A header of the request. */
export interface ExplainedHeader {
  readonly name: string;
  readonly value: string;
  /** A layer's kind; `mediaType` where format or previews amended what the layer gave, `content` for the type of a JSON body. */
  readonly source: Exclude<Layer['kind'], 'route'> | 'mediaType' | 'content';
  /** What gave the header, before it was amended; undefined for `content`. */
  readonly layer: Layer | undefined;
  /** From the earliest; for `mediaType` the last is what was amended. */
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
  /** `parameters`: an object of its keys. `data`: the option `data` as it is, with no keys here. */
  readonly source: 'parameters' | 'data';
  readonly value: unknown;
  readonly keys: readonly ExplainedBodyKey[];
  /** What gave `data`. */
  readonly layer: Layer | undefined;
  readonly sentence: string;
}

/** Where a parameter went. */
export type Place = 'path' | 'query' | 'fragment' | 'body';

/** A placeholder of the route, a parameter that was given, or both. */
export interface ExplainedParameter {
  readonly name: string;
  /** How it was given: by its name (`plain`), or in `endpoint.in`; undefined for a placeholder without a value. */
  readonly given: 'plain' | 'path' | 'query' | 'body' | undefined;
  /** How the options reach it: `[name]`, or `[endpoint.in, 'query', name]`. */
  readonly path: OptionPath;
  readonly value: unknown;
  /** The last layer that gave it. */
  readonly layer: Layer | undefined;
  /** What that layer replaced. A plain object is merged into the one before. */
  readonly replaced: readonly Replaced[];
  /** Whether the request can't be built without it. */
  readonly required: boolean;
  /** Empty where it goes nowhere. */
  readonly places: readonly Place[];
  /** Indices in {@link Explanation.expressions} of those that name it and take this value. */
  readonly expressions: readonly number[];
  readonly sentence: string;
}

/** A stage of the pass. */
export interface Step {
  readonly name: 'merge' | 'route' | 'template' | 'expand' | 'rest' | 'headers' | 'result';
  /** `failed` where the error comes from; what follows is `skipped`. */
  readonly state: 'done' | 'failed' | 'skipped';
  /** What the stage got, as data that JSON can write. */
  readonly before: unknown;
  /** What it gave; undefined unless it is done. */
  readonly after: unknown;
  readonly sentence: string;
}

/** Where options hold a value; the symbol is `endpoint.in`. */
export type OptionPath = readonly (string | typeof parameterLocation)[];

/** A change to the route's text or to the options of the call. */
export type Edit =
  /** The text between the indices is replaced. */
  | ({ readonly kind: 'route'; readonly text: string } & Span)
  /** The option is set; `undefined` unsets what a default gives. */
  | { readonly kind: 'set'; readonly path: OptionPath; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: OptionPath }
  /** The option keeps its value and its place among the keys. */
  | { readonly kind: 'rename'; readonly path: OptionPath; readonly name: string };

/** A way out of a problem, for {@link applyFix}. */
export interface Fix {
  /** What it does, for a button: `Rename "ownr" to "owner"`. */
  readonly label: string;
  /** Edits of the route count in its unchanged text and don't overlap. */
  readonly edits: readonly Edit[];
}

/**
 * What is worth a second look, whether or not the request can be built.
 *
 * - `did-you-mean`: a parameter's name is close to that of a placeholder without a value
 * - `encoded-slash`: a `/` of a value was percent-encoded
 * - `joined-list`: a list was joined by commas where each member could stand by itself
 * - `secret-in-url`: something in the url looks like a credential; urls are logged
 * - `credentials-in-url`: the url has a user or password before its host
 * - `inexact-number`: a number beyond 2^53, which may have lost digits already
 * - `not-a-number`: NaN or an infinity, which is written as a word, or as null in JSON
 * - `double-encoding`: a value is percent-encoded already, and was encoded again
 * - `blank-at-edge`: a value in the path begins or ends with a blank
 * - `query-in-body`: a parameter of paging went into the body
 * - `body-in-query`: an object or a long text went into the query of a request with a body
 * - `unused-parameter`: a parameter was given and goes nowhere
 * - `unused-media-type`: format or previews change nothing, because `accept` is not the vendor's
 * - `json-text`: `data` is JSON as text, which has no content type
 * - `dollar-brace`: `${name}` in a route, which keeps its `$`
 * - `long-url`: longer than what many servers take
 */
export type WarningCode =
  | 'did-you-mean'
  | 'encoded-slash'
  | 'joined-list'
  | 'secret-in-url'
  | 'credentials-in-url'
  | 'inexact-number'
  | 'not-a-number'
  | 'double-encoding'
  | 'blank-at-edge'
  | 'query-in-body'
  | 'body-in-query'
  | 'unused-parameter'
  | 'unused-media-type'
  | 'json-text'
  | 'dollar-brace'
  | 'long-url';

/** Something wrong, or worth a second look. */
export interface Problem<Code extends string = EndpointErrorCode | WarningCode> {
  readonly code: Code;
  readonly sentence: string;
  /** The option, parameter or header concerned. */
  readonly parameter: string | undefined;
  /** Where in the route. */
  readonly at: Span | undefined;
  /** The layer that gave what is wrong, where it is one's. */
  readonly layer: Layer | undefined;
  /** Only where the builder takes what the fix gives, or has no more to say against it than before. */
  readonly fix: Fix | undefined;
}

/** How a request came about. */
export interface Explanation {
  /** The text that tokens and positions count in: the route as it was given; without one, the `url` of the options. */
  readonly route: string;
  readonly layers: readonly Layer[];
  /** Exactly what the builder gives; undefined where it throws. */
  readonly request: RequestOptions | undefined;
  /** Exactly what the builder throws. Everything that could be known up to there is still explained. */
  readonly error: EndpointError | undefined;
  /** The error with its place in the route and its fix. */
  readonly problem: Problem<EndpointErrorCode> | undefined;
  /** At most 100. */
  readonly warnings: readonly Problem<WarningCode>[];
  readonly tokens: readonly Token[];
  readonly expressions: readonly ExplainedExpression[];
  /** Joined, the runs are the url. With an error, the url as far as it is known; empty where nothing is. */
  readonly url: readonly UrlRun[];
  readonly headers: readonly ExplainedHeader[];
  readonly droppedHeaders: readonly DroppedHeader[];
  readonly body: ExplainedBody | undefined;
  readonly parameters: readonly ExplainedParameter[];
  /** All seven, in their order. */
  readonly steps: readonly Step[];
}
