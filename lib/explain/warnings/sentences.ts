/** Every sentence of warnings. */
import type { Operator } from '../../template/ast.js';

const code = (text: string): string => '`' + text + '`';

export const didYouMean = (given: string, wanted: string): string =>
  `${code(given)} is given, but the url names ${code(wanted)}, which has no value: did you mean ${code(wanted)}?`;
export const encodedSlash = (name: string): string =>
  `A ${code('/')} in ${code(name)} was encoded to ${code('%2F')}; if it parts segments of the path, use ${code(`{+${name}}`)}.`;
export const joinedList = (name: string, operator: Operator): string => {
  const many =
    operator === '?' || operator === '&'
      ? `${name}=a&${name}=b`
      : operator === ';'
        ? `;${name}=a;${name}=b`
        : `${operator}a${operator}b`;
  return `${code(name)} is a list and was joined by ${code(',')}; if the API wants ${code(many)}, use ${code(`${name}*`)}.`;
};
export const secretValue = (name: string): string =>
  `The value of ${code(name)} looks like a credential; urls are logged and remembered, so send it in the authorization header.`;
export const secretLiteral =
  'The route holds what looks like a credential; urls are logged and remembered, so send it in the authorization header.';
export const credentialsInUrl =
  'The url has a user or password before its host; fetch refuses that, so send it in the authorization header.';
export const inexactNumber = (name: string, number: number): string =>
  `${code(name)} holds ${number}, a number beyond 2^53 that may have lost its last digits already; give it as text or as a bigint.`;
export const notANumber = (name: string, number: number): string =>
  `${code(name)} holds ${number}: a url gets that word, and JSON null.`;
export const doubleEncoding = (name: string): string =>
  `The value of ${code(name)} is percent-encoded already and was encoded again; give it as it is meant.`;
export const blankAtEdge = (name: string): string =>
  `The value of ${code(name)} begins or ends with a blank, which is in the path now.`;
export const queryInBody = (name: string): string =>
  `${code(name)} went to the JSON body; most APIs have it in the query, also with this method.`;
export const bodyInQuery = (name: string): string =>
  `${code(name)} went to the query, where endpoint.in puts it; an object or long text is mostly one of the body.`;
export const unusedParameter = (name: string, overruled: boolean): string =>
  overruled
    ? `${code(name)} is not used, since endpoint.in gives the placeholder its value.`
    : `${code(name)} is not sent, since ${code('data')} is the whole body and the url does not name it.`;
export const unusedMediaType = (format: string): string =>
  `The format ${code(format)} changes nothing, since accept has no media type of the vendor.`;
export const jsonText =
  'data is JSON as text, which gets no content type; give the value itself, and it is sent as JSON.';
export const dollarBrace = 'The `$` before the brace stays in the url: in a route, `{name}` is all that is needed.';
export const longUrl = (length: number): string =>
  `The url has ${length} characters; many servers refuse more than 8,000.`;
