/** The page with a heading for each code of an error or warning. */
export const ERRORS_PAGE = 'https://endpoint-js.github.io/endpoint.js/guides/errors.html';

/**
 * Why a request could not be built. Codes are stable; messages are for people and may change.
 *
 * - `invalid-option`: an option or setting has the wrong type or an unknown name
 * - `invalid-route`: the route is neither `<METHOD> <URL>` nor a URL
 * - `invalid-method`: not one of GET, HEAD, OPTIONS, QUERY, POST, PUT, PATCH, DELETE
 * - `invalid-url`: the url or the base URL can't be the target of a request
 * - `invalid-template`: the url breaks the grammar of URI templates (RFC 6570)
 * - `ambiguous-template`: different values give the same url, so the template can't be matched
 * - `invalid-header`: HTTP does not allow the header's name or value (RFC 9110)
 * - `invalid-media-type`: `mediaType`, vendor or version can't be part of an `accept` header
 * - `invalid-value`: a parameter's value can't be written as text or JSON
 * - `invalid-json`: the JSON text of options is malformed
 * - `missing-parameter`: a placeholder in the path has no value
 * - `unsafe-value`: a value would make the url leave its path or host
 * - `other-origin`: the request would leave the origins of the settings
 * - `too-long`: a url or an expansion would exceed the bound, 1,048,576 characters by default
 * - `duplicate-parameter`: two sources set the same thing
 * - `unsent-parameter`: the method or the template has no place for a parameter or body
 */
export type EndpointErrorCode =
  | 'invalid-option'
  | 'invalid-route'
  | 'invalid-method'
  | 'invalid-url'
  | 'invalid-template'
  | 'ambiguous-template'
  | 'invalid-header'
  | 'invalid-media-type'
  | 'invalid-value'
  | 'invalid-json'
  | 'missing-parameter'
  | 'unsafe-value'
  | 'other-origin'
  | 'too-long'
  | 'duplicate-parameter'
  | 'unsent-parameter';

/** A request that can't be built: what is wrong, where, and how to fix it. */
export class EndpointError extends TypeError {
  override name = 'EndpointError';
  /** Machine-readable reason. */
  declare readonly code: EndpointErrorCode;
  /** Name of the option, parameter or header concerned, if there is one. */
  declare readonly parameter: string | undefined;
  /** Where in the url template (or JSON text) the problem is: a zero-based index in UTF-16 code units. */
  declare readonly position: number | undefined;
  /** The address of the documentation of the code, with an example and the fix. */
  declare readonly help: string;

  constructor(code: EndpointErrorCode, message: string, parameter?: string, position?: number) {
    super(message);
    this.code = code;
    this.parameter = parameter;
    this.position = position;
    this.help = `${ERRORS_PAGE}#${code}`;
  }
}

/** Throws an error in the form that all messages have: `name: problem; fix.` */
export function fail(code: EndpointErrorCode, name: string, problem: string, position?: number): never {
  throw new EndpointError(code, `${name}: ${problem}.`, name, position);
}
