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
    const target = parseTarget(parseRoute(route).url);
    const path = new Map<string, Operator>();
    const query = new Map<string, Operator>();
    const values: string[] = [];
    for (const { operator = '', varspecs = [], query: inQuery } of target.parts)
      for (const { name } of varspecs) {
        (inQuery ? query : path).set(name, operator);
        values.push('x');
      }
    expandTarget(
      { rules: { omitMissing: false }, remaining: Infinity, target, method: 'post', record: undefined },
      values,
    );
    return { path, query };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    document.warn(`${route}: is left out: ${error.message}`);
    return undefined;
  }
}
