/** The variables of a route's template, and the rows that fill them. */
import { EndpointError, parse, type Expression } from 'endpoint.js/uri-template';
import type { Form, ParameterRow, Place } from './form.js';

const OPTIONS = new Set(['method', 'url', 'baseUrl', 'headers', 'mediaType', '@in', 'data', 'request']);

/** Whether a plain member of this name is an option of the builder, so that a parameter of this name needs a place. */
export function isOptionName(name: string): boolean {
  return OPTIONS.has(name);
}

/** A variable of the route's template. */
export interface TemplateVariable {
  readonly name: string;
  /** The source text of its expression: `{?page}`, `{owner}`, `:owner`. */
  readonly expression: string;
  /** Whether the request can't be built without it. */
  readonly required: boolean;
  readonly place: 'path' | 'query';
  /** Whether an expression of the query names it, even if another one of the path does. */
  readonly inQuery: boolean;
  /** The place of the option that fills it. */
  readonly at: Place;
}

/** Position of the URL in a route: after the method, if there is one, and the whitespace around it. */
export function urlStart(route: string): number {
  return /^\s*(?:[^\s/{?#:.]+\s+)?/.exec(route)?.[0].length ?? 0;
}

function listVariables(url: string, { operator, varspecs, start, end, query }: Expression): TemplateVariable[] {
  const expression = url.slice(start, end);
  const required = !query && (operator === '' || operator === '+');
  const place = query ? 'query' : 'path';
  return varspecs.map(({ name }) => ({
    name,
    expression,
    required,
    place,
    inQuery: query,
    at: isOptionName(name) ? place : 'auto',
  }));
}

function collectVariables(url: string): readonly TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const part of parse(url, { placeholders: true })) {
    if (part.kind === 'literal') continue;
    for (const variable of listVariables(url, part)) {
      // A variable in both path and query counts as one of the path.
      const known = found.get(variable.name) ?? variable;
      found.set(variable.name, { ...known, inQuery: known.inQuery || variable.inQuery });
    }
  }
  return [...found.values()];
}

/** The variables of a route, or of its beginning before a mistake. */
interface ReadVariables {
  readonly variables: readonly TemplateVariable[];
  readonly wellFormed: boolean;
}

function readUrl(url: string): ReadVariables {
  try {
    return { variables: collectVariables(url), wellFormed: true };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    // The text before the mistake is well-formed.
    const { variables } = error.position ? readUrl(url.slice(0, error.position)) : { variables: [] };
    return { variables, wellFormed: false };
  }
}

/** An edit reads its route more than once. */
let last: (ReadVariables & { readonly route: string }) | undefined;

/** The variables of a route in order, each once, as far as its template is well-formed. */
export function readTemplateBeginning(route: string): ReadVariables {
  if (last?.route !== route) last = { route, ...readUrl(route.slice(urlStart(route))) };
  return last;
}

/** The variables of a route in order, each once; undefined if its template is malformed. */
export function readTemplate(route: string): readonly TemplateVariable[] | undefined {
  const { variables, wellFormed } = readTemplateBeginning(route);
  return wellFormed ? variables : undefined;
}

/** The row that fills a variable. */
export function findFilling(
  { parameters }: Pick<Form, 'parameters'>,
  { name, at }: Pick<TemplateVariable, 'name' | 'at'>,
): ParameterRow | undefined {
  return parameters.find((row) => row.name === name && row.place === at && row.parked !== true);
}
