import { EndpointError, parse, type Expression } from 'endpoint.js/uri-template';
import type { Place } from './form.js';

/** A variable of the route's template. */
export interface TemplateVariable {
  readonly name: string;
  /** The source text of its expression: `{?page}`, `{owner}`, `:owner`. */
  readonly expression: string;
  /** Whether the request can't be built without it. */
  readonly required: boolean;
  readonly place: Place;
}

/** Position of the URL in a route: after the method, if there is one, and the whitespace around it. */
export function urlStart(route: string): number {
  return /^\s*(?:[^\s/{?#:.]+\s+)?/.exec(route)?.[0].length ?? 0;
}

function listVariables(url: string, { operator, varspecs, start, end, query }: Expression): TemplateVariable[] {
  const expression = url.slice(start, end);
  const required = !query && (operator === '' || operator === '+');
  return varspecs.map(({ name }) => ({ name, expression, required, place: query ? 'query' : 'path' }));
}

/** The variables of a route in order, each once; undefined if its template is malformed. */
export function readTemplate(route: string): readonly TemplateVariable[] | undefined {
  const url = route.slice(urlStart(route));
  const found = new Map<string, TemplateVariable>();
  try {
    for (const part of parse(url, { placeholders: true })) {
      if (part.kind === 'literal') continue;
      for (const variable of listVariables(url, part)) {
        // A variable in both path and query counts as one of the path.
        if (!found.has(variable.name)) found.set(variable.name, variable);
      }
    }
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
  return [...found.values()];
}
