import { createEndpoint, EndpointError } from 'endpoint.js';
import { variables, type TemplateVariable } from 'endpoint.js/uri-template';
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

const probe = createEndpoint({ baseUrl: 'https://host.example', missing: 'omit' });

/** The route of an operation, as callers write it. */
export function routeOf({ method, path, parameters }: Operation): string {
  const inPath = new Map(parameters.flatMap((one) => (one.in === 'path' ? [[one.name, one]] : [])));
  const url = path
    .replace(/\{([^{}]*)\}/g, (whole, name: string) => (inPath.get(name)?.multiSegment ? `{+${name}}` : whole))
    // A colon that is only a colon would be read as a placeholder.
    .replace(/(^|[/.]):(?=([A-Za-z_]\w*))/g, (whole, before: string, name: string) =>
      inPath.has(name) ? whole : `${before}%3A`,
    );
  return `${method} ${url}`;
}

/** The entry of an operation; undefined, with a warning, where the builder can't build its route. */
export function routeEntry(context: CatalogueContext, operation: Operation): string | undefined {
  const route = routeOf(operation);
  try {
    probe(route);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    context.document.warn(`${route}: is left out: ${error.message}`);
    return undefined;
  }
  const placeholders = variables(route.slice(route.indexOf(' ') + 1), { placeholders: true });
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

const isQuery = ({ operator }: TemplateVariable): boolean => operator === '?' || operator === '&' || operator === '#';

/** A value for each placeholder of the path, whether the document tells of it or not. */
function pathMembers(
  context: CatalogueContext,
  { parameters }: Operation,
  route: string,
  placeholders: readonly TemplateVariable[],
): Member[] {
  const declared = new Map(parameters.flatMap((one) => (one.in === 'path' ? [[one.name, one]] : [])));
  const inPath = new Map(placeholders.flatMap((one) => (isQuery(one) ? [] : [[one.name, one]])));
  for (const name of declared.keys()) {
    if (!inPath.has(name)) context.document.warn(`${route}: its path has no {${name}}, which is left out.`);
  }
  return [...inPath.values()].map(({ name, operator }) => {
    const required = operator === '' || operator === '+';
    const parameter = declared.get(name);
    return parameter ? memberOf(context, parameter, required) : { name, required, type: 'string | number', docs: '' };
  });
}

function queryMembers(
  context: CatalogueContext,
  { path, parameters }: Operation,
  placeholders: readonly TemplateVariable[],
): Member[] {
  // What the path's own query states already is no parameter any more.
  const stated = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const declared = parameters.filter((one) => one.in === 'query' && !stated.has(one.name));
  const names = new Set(declared.map(({ name }) => name));
  const others = placeholders.filter((one) => isQuery(one) && !names.has(one.name));
  return [
    ...declared.map((parameter) => memberOf(context, parameter, parameter.required)),
    ...others.map(({ name }) => ({ name, required: false, type: 'string | number', docs: '' })),
  ];
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
