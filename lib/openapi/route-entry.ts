import { createEndpoint, endpoint, EndpointError } from 'endpoint.js';
import { parse } from 'endpoint.js/uri-template';
import { describe } from './describe.js';
import type { Document } from './document.js';
import type { ListStyle, Operation, Parameter } from './operation.js';
import { routeDocs } from './route-docs.js';
import type { SchemaTypes } from './schema-types.js';
import { commentText, docstring, indent, propertyName, stringLiteral } from './text.js';

/** What all entries of a catalogue share. */
export interface CatalogueContext {
  readonly document: Document;
  readonly types: SchemaTypes;
  /** How most lists in queries are written. */
  readonly lists: ListStyle;
  readonly baseUrl: string | undefined;
}

/** A member of a group of parameters. */
interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly docs: string;
}

/** The route of an operation, as callers write it. */
export function routeOf({ method, path, parameters }: Operation): string {
  const inPath = parametersIn('path', parameters);
  const url = path
    .replace(/\{([^{}]*)\}/g, (whole, name: string) => (inPath.get(name)?.multiSegment ? `{+${name}}` : whole))
    // A colon that is only a colon would be read as a placeholder.
    .replace(/(^|[/.]):(?=([A-Za-z_]\w*))/g, (whole, before: string, name: string) =>
      inPath.has(name) ? whole : `${before}%3A`,
    );
  return `${method} ${url}`;
}

const probe = createEndpoint({ baseUrl: 'https://host.example' });

/** Names of placeholders, each with whether it needs a value. */
interface Placeholders {
  readonly path: ReadonlyMap<string, boolean>;
  readonly query: ReadonlyMap<string, boolean>;
}

/** The placeholders of a route; undefined, with a warning, where the builder can't build it. */
function placeholdersOf(document: Document, route: string): Placeholders | undefined {
  try {
    const parts = parse(route.slice(route.indexOf(' ') + 1), { placeholders: true });
    const namesIn = (inQuery: boolean): Map<string, boolean> =>
      new Map(
        parts
          .filter(({ query }) => query === inQuery)
          .flatMap(({ operator, varspecs = [] }) =>
            varspecs.map(({ name }) => [name, !inQuery && (operator === '' || operator === '+')] as const),
          ),
      );
    const placeholders = { path: namesIn(false), query: namesIn(true) };
    const values = [...placeholders.path.keys()].map((name) => [name, 'x']);
    probe(route, { [endpoint.in]: { path: Object.fromEntries(values) } });
    return placeholders;
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    document.warn(`${route}: is left out: ${error.message}`);
    return undefined;
  }
}

/** The entry of an operation; undefined, with a warning, where the builder can't build its route. */
export function routeEntry(context: CatalogueContext, operation: Operation): string | undefined {
  const route = routeOf(operation);
  const placeholders = placeholdersOf(context.document, route);
  if (!placeholders) return undefined;
  const groups = [
    groupText('path', pathMembers(context, operation, route, placeholders)),
    groupText('query', queryMembers(context, operation, placeholders)),
    bodyText(context, operation, route),
  ].filter((text) => text !== '');
  const content = groups.length > 0 ? `${indent(`{\n${groups.join('\n')}`)}\n}` : '{}';
  return `${docstring(routeDocs(operation, context.baseUrl))}${stringLiteral(route)}: ${content};`;
}

function groupText(name: string, members: readonly Member[]): string {
  if (members.length === 0) return '';
  const mark = members.some(({ required }) => required) ? '' : '?';
  const lines = members.map((one) => `${one.docs}${propertyName(one.name)}${one.required ? '' : '?'}: ${one.type};`);
  return `${name}${mark}: ${indent(`{\n${lines.join('\n')}`)}\n};`;
}

const LIST_NOTES = { repeat: 'Its values are repeated: `a=1&a=2`.', comma: 'Its values are joined: `a=1,2`.' };

function memberOf({ types, lists }: CatalogueContext, parameter: Parameter, required: boolean): Member {
  const { name, schema, deprecated, description, note } = parameter;
  const ownStyle = parameter.lists === lists || parameter.lists === 'other' ? undefined : parameter.lists;
  const notes = [note && commentText(note), ownStyle && LIST_NOTES[ownStyle]];
  return {
    name,
    required,
    type: schema ? types.typeOf(schema) : 'string',
    docs: docstring(describe(schema ?? { value: {}, file: '' }, { description, notes, deprecated })),
  };
}

/** A value for each placeholder of the path, whether the document tells of it or not. */
function pathMembers(
  context: CatalogueContext,
  { parameters }: Operation,
  route: string,
  placeholders: Placeholders,
): Member[] {
  const declared = parametersIn('path', parameters);
  for (const name of declared.keys()) {
    if (!placeholders.path.has(name) && !placeholders.query.has(name))
      context.document.warn(`${route}: its path has no {${name}}, which is left out.`);
  }
  return [...placeholders.path].map(([name, required]) => memberFor(context, declared.get(name), name, required));
}

function queryMembers(context: CatalogueContext, { path, parameters }: Operation, { query }: Placeholders): Member[] {
  // What the path's own query states already is no parameter any more, but for its placeholders.
  const stated = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const declared = parametersIn('query', parameters);
  const further = [...declared.values()].filter(({ name }) => !stated.has(name) && !query.has(name));
  const inPath = parametersIn('path', parameters);
  return [
    ...further.map((parameter) => memberOf(context, parameter, parameter.required)),
    ...[...query].map(([name, required]) => memberFor(context, declared.get(name) ?? inPath.get(name), name, required)),
  ];
}

function parametersIn(place: Parameter['in'], parameters: readonly Parameter[]): Map<string, Parameter> {
  return new Map(parameters.flatMap((one) => (one.in === place ? [[one.name, one]] : [])));
}

function memberFor(
  context: CatalogueContext,
  parameter: Parameter | undefined,
  name: string,
  required: boolean,
): Member {
  return parameter
    ? memberOf(context, parameter, required || (parameter.in === 'query' && parameter.required))
    : { name, required, type: 'string | number', docs: '' };
}

function bodyText({ document, types }: CatalogueContext, { method, body }: Operation, route: string): string {
  if (!body) return '';
  if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) {
    document.warn(`${route}: its body is left out, ${method} sends none.`);
    return '';
  }
  if (!body.schema) return '';
  const docs = docstring([body.description && commentText(body.description)]);
  return `${docs}body${body.required ? '' : '?'}: ${types.typeOf(body.schema)};`;
}
