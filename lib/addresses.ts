/** The page with a heading for each code of an error or warning. */
export const ERRORS_PAGE = 'https://endpoint-js.github.io/endpoint.js/guides/errors.html';
