import { EndpointError } from '../errors.js';
import { needsValues } from '../request/path.js';
import { parseRoute } from '../request/route.js';
import { expandTarget, targetParser } from '../request/target.js';
import type { ApiDocument } from './document.js';

const parseTarget = /* @__PURE__ */ targetParser(false);

/** Names of placeholders, each with whether it needs a value. */
export interface Placeholders {
  readonly path: ReadonlyMap<string, boolean>;
  readonly query: ReadonlyMap<string, boolean>;
}

/** Finds the placeholders of a route; undefined, with a warning, where the builder can't build it: its own stages try. */
export function findPlaceholders(document: ApiDocument, route: string): Placeholders | undefined {
  try {
    const target = parseTarget(parseRoute(route).url);
    const namesIn = (inQuery: boolean) =>
      new Map(
        target.parts
          .filter(({ query }) => query === inQuery)
          .flatMap(({ operator = '', varspecs = [] }) =>
            varspecs.map(({ name }) => [name, !inQuery && needsValues(operator)] as const),
          ),
      );
    const values = target.parts.flatMap(({ varspecs = [] }) => varspecs.map(() => 'x'));
    expandTarget(
      { rules: { omitMissing: false }, remaining: Infinity, target, method: 'post', record: undefined },
      values,
    );
    return { path: namesIn(false), query: namesIn(true) };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    document.warn(`${route}: is left out: ${error.message}`);
    return undefined;
  }
}
