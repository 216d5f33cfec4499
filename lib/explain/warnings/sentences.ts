/** Every sentence of warnings. */
import type { Operator } from '../../template/ast.js';
import { code } from '../sentences.js';

export const didYouMean = (name: string, placeholder: string): string =>
  `${code(name)} is given, but the url names ${code(placeholder)}, which has no value: did you mean ${code(placeholder)}?`;
export const encodedSlash = (name: string): string =>
  `${code('/')} in ${code(name)} was encoded as ${code('%2F')}; use ${code(`{+${name}}`)} if it separates path segments.`;
export const joinedList = (name: string, operator: Operator): string => {
  const separate =
    operator === '?' || operator === '&'
      ? `${name}=a&${name}=b`
      : operator === ';'
        ? `;${name}=a;${name}=b`
        : `${operator}a${operator}b`;
  return `${code(name)} is a list and was joined by ${code(',')}; use ${code(`${name}*`)} if the API expects ${code(separate)}.`;
};
export const secretValue = (name: string): string =>
  `The value of ${code(name)} looks like a credential; urls are logged and remembered, so send it in the authorization header.`;
export const secretLiteral =
  'The route seems to hold a credential; urls are logged and remembered, so send it in the authorization header.';
export const credentialsInUrl =
  'The url has a user or password before its host; fetch refuses these, so send them in the authorization header.';
export const inexactNumber = (name: string, number: number): string =>
  `${code(name)} holds ${number}, a number beyond 2^53 that may have lost its last digits already; pass it as text or as a bigint.`;
export const notANumber = (name: string, number: number): string =>
  `${code(name)} holds ${number}, which a url writes as that word, and JSON as null.`;
export const doubleEncoding = (name: string): string =>
  `The value of ${code(name)} is percent-encoded already and was encoded again; pass the unencoded value.`;
export const blankAtEdge = (name: string): string =>
  `The value of ${code(name)} begins or ends with whitespace, which is in the path now.`;
export const queryInBody = (name: string): string =>
  `${code(name)} went to the JSON body; most APIs expect it in the query, with any method.`;
export const bodyInQuery = (name: string): string =>
  `${code(name)} went to the query, where endpoint.in puts it; an object or a long text usually belongs in the body.`;
export const unusedParameter = (name: string, isReplaced: boolean): string =>
  isReplaced
    ? `${code(name)} is not used, because endpoint.in fills the placeholder.`
    : `${code(name)} is not sent, because ${code('data')} is the whole body and the url does not name it.`;
export const unusedMediaType = (format: string): string =>
  `The format ${code(format)} changes nothing, because accept has no media type of the vendor.`;
export const jsonText = 'data is JSON as text, which gets no content type; pass the value itself to send it as JSON.';
export const dollarBrace = 'The `$` before the brace stays in the url; write `{name}` without it.';
export const longUrl = (length: number): string =>
  `The url has ${length} characters; many servers refuse more than 8,000.`;
