import { endpoint, EndpointError } from 'endpoint.js';
import { compileRoutes } from 'endpoint.js/uri-template';
import { fillServer } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import type { FoundOperation, FoundParameter } from './messages.js';

interface Target {
  readonly index: number;
  readonly server: string;
}

/** Whether a route can be matched: a document may have some that can't. */
function canMatch(route: string): boolean {
  try {
    compileRoutes([route]);
    return true;
  } catch (error) {
    if (error instanceof EndpointError) return false;
    throw error;
  }
}

/** The routes of a catalogue with their servers; of equal ones, the first. */
function listTargets(catalogue: PackedCatalogue): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  catalogue.operations.forEach((_, index) => {
    const operation = unpackOperation(catalogue, index);
    for (const each of operation?.servers ?? []) {
      const server = fillServer(each);
      // Its url has a variable without a value.
      if (server.includes('{')) continue;
      const base = server.replace(/\/+$/, '');
      // The names of a query are those of the url; a route that is absolute stays.
      const path = operation?.route.replace(/\{[?&][^{}]*\}/g, '');
      const route = path?.replace(/^\S+ (?=\/)/, (method) => method + base);
      if (route !== undefined && !targets.has(route) && canMatch(route)) targets.set(route, { index, server });
    }
  });
  return targets;
}

const list = (place: FoundParameter['place'], values: object | undefined): FoundParameter[] =>
  Object.entries(values ?? {}).map(([name, value]): FoundParameter => ({ name, place, value }));

/** Makes a function that finds the operation of a request by its method and url. */
export function createOperationFinder(
  catalogue: PackedCatalogue,
): (method: string, url: string) => FoundOperation | undefined {
  const targets = listTargets(catalogue);
  const { find } = compileRoutes([...targets.keys()]);
  return (method, url) => {
    const found = find(url, method);
    const target = found && targets.get(found.route);
    const operation = target && unpackOperation(catalogue, target.index);
    if (!found || !target || !operation) return undefined;
    const { [endpoint.in]: located, ...plain } = found.parameters;
    const parameters = [...list('auto', plain), ...list('path', located?.path), ...list('query', located?.query)];
    return { operation, server: target.server, parameters };
  };
}
