import { EndpointError } from '../errors.js';
import { parseRoute } from '../request/route.js';
import { expandTarget, parseTarget } from '../request/target.js';
import type { Operator } from '../template/ast.js';
import type { ApiDocument } from './document.js';

/** The variables of a route, each with its operator (RFC 6570, section 2.2). */
export interface Placeholders {
  readonly path: ReadonlyMap<string, Operator>;
  /** The variables of the query and fragment. */
  readonly query: ReadonlyMap<string, Operator>;
}

/** Finds the placeholders of a route; undefined, with a warning, where the builder can't build it: its own stages try. */
export function findPlaceholders(document: ApiDocument, route: string): Placeholders | undefined {
  try {
    const path = new Map<string, Operator>();
    const query = new Map<string, Operator>();
    const { url } = parseRoute(route);
    // The builder builds all paths of words and single variables, as most are.
    if (/^(\/([\w-]+|\{\w+\}))+$/.test(url))
      url.split(/[{}]/).forEach((name, index) => index % 2 && path.set(name, ''));
    else {
      const target = parseTarget(url);
      for (const { operator = '', varspecs = [], query: inQuery } of target.parts)
        for (const { name } of varspecs) (inQuery ? query : path).set(name, operator);
      expandTarget(
        { rules: { omitMissing: false }, remaining: Infinity, target, method: 'post', record: undefined },
        Array.from(target.operators, () => 'x'),
      );
    }
    return { path, query };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    document.warn(`${route}: is left out: ${error.message}`);
    return undefined;
  }
}
