/**
 * Why a request could not be built. Codes are stable; messages are for people and may change.
 *
 * - `invalid-option`: an option or setting has the wrong type, or is not known
 * - `invalid-route`: the route is neither `<METHOD> <URL>` nor a URL
 * - `invalid-method`: not one of GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE
 * - `invalid-url`: the url or the base URL can't be used as the target of a request
 * - `invalid-template`: the url breaks the grammar of URI templates (RFC 6570)
 * - `ambiguous-template`: a url could come of different values, so the template can't be matched
 * - `invalid-header`: a header name or value that HTTP does not allow (RFC 9110)
 * - `invalid-media-type`: `mediaType` can't be turned into an `accept` header
 * - `invalid-value`: a parameter's value can't be written as text or JSON
 * - `invalid-json`: JSON text given for options is malformed
 * - `missing-parameter`: a placeholder in the path has no value
 * - `unsafe-value`: a value would make the url lead somewhere else than its template says
 * - `too-long`: a url or an expansion would be longer than the bound, 1,048,576 characters by default
 * - `duplicate-parameter`: two sources give the same thing
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
  | 'too-long'
  | 'duplicate-parameter'
  | 'unsent-parameter';

/** The one error that this package throws: what is wrong, where, and what would be right. */
export class EndpointError extends TypeError {
  /** Machine-readable reason. */
  declare readonly code: EndpointErrorCode;
  /** Name of the option, parameter or header concerned, where there is one. */
  declare readonly parameter: string | undefined;
  /** Where in the url template (or JSON text) the problem is: a zero-based index in UTF-16 code units. */
  declare readonly position: number | undefined;

  constructor(code: EndpointErrorCode, message: string, parameter?: string, position?: number) {
    super(message);
    Object.assign(this, { name: 'EndpointError', code, parameter, position });
  }
}

/** Throws an error about one thing, in the form that all messages have: `name: problem and remedy.` */
export function fail(code: EndpointErrorCode, name: string, problem: string, position?: number): never {
  throw new EndpointError(code, `${name}: ${problem}.`, name, position);
}
