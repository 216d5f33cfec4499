import type { Explanation } from 'endpoint.js/explain';

/** The method, as far as it is known: a route that isn't one may have any. */
export function findMethod({ request, tokens }: Explanation): string {
  if (tokens[0]?.kind === 'invalid') return '';
  return request?.method ?? tokens.find(({ kind }) => kind === 'method')?.text.toLowerCase() ?? 'get';
}
