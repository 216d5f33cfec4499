import { endpoint, EndpointError } from 'endpoint.js';
import { compileRoutes } from 'endpoint.js/uri-template';
import type { JsonObject } from '../../../json/json.js';
import { fillServer, type Operation } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import type { FoundOperation } from './messages.js';
import { createSearch } from './search.js';

/** The best hits of a url; only these are matched. */
const MATCHED = 8;

/** The parameters of a url of an operation, as options in JSON; undefined for any other url, and for a route that can't be matched. */
function matchUrl({ method, route }: Operation, server: string, url: string): JsonObject | undefined {
  // A query's names come from the url; a route that is absolute stays.
  const path = route.replaceAll(/\{[?&][^{}]*\}/g, '');
  const whole = path.replace(/^\S+ (?=\/)/, (start) => start + server.replace(/\/+$/, ''));
  try {
    const found = compileRoutes([whole]).find(url, method);
    if (found === undefined) return undefined;
    const { [endpoint.in]: located, ...plain } = found.parameters;
    return { ...plain, ...(located && { '@in': located }) };
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

/** Makes a function that finds the operation of a request by its method and url. */
export function createOperationFinder(catalogue: PackedCatalogue, search = createSearch(catalogue)) {
  return (method: string, url: string): FoundOperation | undefined => {
    for (const { index } of search(`${method} ${url}`).slice(0, MATCHED)) {
      const operation = unpackOperation(catalogue, index);
      for (const each of operation?.servers ?? []) {
        const server = fillServer(each);
        // A server may have a variable without a value.
        const parameters = operation && !server.includes('{') ? matchUrl(operation, server, url) : undefined;
        if (operation && parameters) return { operation, server, parameters };
      }
    }
    return undefined;
  };
}
