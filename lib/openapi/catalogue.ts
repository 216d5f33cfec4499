import type { Api, ApiOperation, ApiParameter, ListStyle } from './api.js';
import type { ApiDocument, Located } from './document.js';
import { findPlaceholders, type Placeholders } from './placeholders.js';
import { INSTANCE, writeOpaque, writeResponses } from './media.js';
import { readApi } from './read-api.js';
import { allowsType, listMembers } from './schema.js';
import { SchemaTypes } from './schema-types.js';
import { commentText, docstring, documentRoute, documentSchema, indent, propertyName, stringLiteral } from './text.js';

/** The facts that all entries of a catalogue share. */
interface CatalogueContext {
  readonly document: ApiDocument;
  readonly types: SchemaTypes;
  /** How most lists in queries are written. */
  readonly list: ListStyle;
  readonly baseUrl: string | undefined;
}

/** A member of a group of parameters. */
interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly docs: string;
}

/** Writes the route of an operation as callers write it. */
function formatRoute({ method, path, parameters }: ApiOperation): string {
  const inPath = parametersIn('path', parameters);
  const url = path
    .replace(/\{([^{}]*)\}/g, (expression, name: string) =>
      inPath.get(name)?.multiSegment ? `{+${name}}` : expression,
    )
    // The builder reads `:name` as a placeholder, here it is one only where there is a parameter of that name.
    .replace(/(^|[/.]):(?=([A-Za-z_]\w*))/g, (colon, before: string, name: string) =>
      inPath.has(name) ? colon : `${before}%3A`,
    );
  return `${method} ${url}`;
}

/** Writes the entry of an operation; empty text, with a warning, where the builder can't build its route. */
function writeRoute(context: CatalogueContext, operation: ApiOperation, route: string): string {
  const placeholders = findPlaceholders(context.document, route);
  if (!placeholders) return '';
  const groups = [
    writeGroup('path', pathMembers(context, operation, route, placeholders)),
    writeGroup('query', queryMembers(context, operation, route, placeholders)),
    writeBody(context, operation, route),
    writeResponses(context.document, context.types, operation),
  ].filter((text) => text !== '');
  const content = groups.length > 0 ? `${indent(`{\n${groups.join('\n')}`)}\n}` : '{}';
  return `${documentRoute(operation, context.baseUrl)}${stringLiteral(route)}: ${content};`;
}

function writeGroup(name: string, members: readonly Member[]): string {
  if (members.length === 0) return '';
  const mark = members.some(({ required }) => required) ? '' : '?';
  const lines = members.map((one) => `${one.docs}${propertyName(one.name)}${one.required ? '' : '?'}: ${one.type};`);
  return `${name}${mark}: ${indent(`{\n${lines.join('\n')}`)}\n};`;
}

const LIST_NOTES: Readonly<Record<ListStyle, string>> = {
  repeat: 'Its values are repeated: `a=1&a=2`.',
  comma: 'Its values are joined: `a=1,2`.',
  pipes: 'A list joined by "|", as text.',
  spaces: 'A list joined by spaces, as text.',
  tabs: 'A list joined by tabs, as text.',
  unknown: 'A list in a style of the API, as text.',
};

/** Describes a parameter, or a placeholder that the document doesn't. */
function toMember(
  context: CatalogueContext,
  name: string,
  parameter: ApiParameter | undefined,
  isNeeded = false,
): Member {
  if (!parameter) return { name, required: isNeeded, type: 'string | number', docs: '' };
  const { schema, mediaType, list, spread, deprecated, description } = parameter;
  const notes = [
    mediaType !== undefined && commentText(`Text of type ${mediaType}.`),
    spread ? LIST_NOTES.unknown : list !== undefined && list !== context.list && LIST_NOTES[list],
  ];
  // Text, whatever the schema states: the builder can't write it.
  const asText = mediaType !== undefined || spread || !(list === undefined || list === 'comma' || list === 'repeat');
  return {
    name,
    required: isNeeded || (parameter.in === 'query' && parameter.required),
    type: asText
      ? 'string'
      : hasNestedItems(context.document, schema)
        ? 'readonly string[]'
        : context.types.writeType(schema, 'url'),
    docs: documentSchema(asText ? {} : schema.value, { description, notes, deprecated }),
  };
}

/** Whether a list has lists or objects, which a url can't express. */
function hasNestedItems(document: ApiDocument, schema: Located): boolean {
  const list = document.follow(schema);
  const items = list && { value: list.value['items'], file: list.file };
  return !!items && (allowsType(document, items, 'object') || allowsType(document, items, 'array'));
}

/** A member for each placeholder of the path, whether the document describes it or not. */
function pathMembers(
  context: CatalogueContext,
  { parameters }: ApiOperation,
  route: string,
  { path, query }: Placeholders,
): Member[] {
  const declared = parametersIn('path', parameters);
  for (const name of declared.keys())
    if (!path.has(name) && !query.has(name))
      context.document.warn(`${route}: its path has no {${name}}, which is left out.`);
  return [...path].map(([name, isNeeded]) => toMember(context, name, declared.get(name), isNeeded));
}

function queryMembers(
  context: CatalogueContext,
  { path, parameters }: ApiOperation,
  route: string,
  { query }: Placeholders,
): Member[] {
  // The names in the path's query are fixed there; only its placeholders are parameters.
  const fixed = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const declared = parametersIn(
    'query',
    parameters.flatMap((one) => (one.spread && one.list === 'repeat' ? spreadMembers(context, one, route) : one)),
  );
  const inPath = parametersIn('path', parameters);
  const remaining = [...declared.keys()].filter((name) => !fixed.has(name) && !query.has(name));
  return [...remaining, ...query.keys()].map((name) => toMember(context, name, declared.get(name) ?? inPath.get(name)));
}

/** The members of an object, where the API reads each of them as a parameter. */
function spreadMembers({ document }: CatalogueContext, object: ApiParameter, route: string): ApiParameter[] {
  const members = listMembers(document, object.schema);
  if (members.length === 0)
    document.warn(`${route}: its query parameter ${object.name} is left out; any name is a member of it.`);
  const { multiSegment, mediaType, deprecated } = object;
  return members.map(({ name, required, description, schema }) => ({
    name,
    in: 'query',
    required: object.required && required,
    deprecated,
    description,
    schema,
    example: undefined,
    mediaType,
    list: allowsType(document, schema, 'array') ? 'repeat' : undefined,
    spread: false,
    multiSegment,
  }));
}

function parametersIn(place: ApiParameter['in'], parameters: readonly ApiParameter[]): Map<string, ApiParameter> {
  return new Map(parameters.flatMap((one) => (one.in === place ? [[one.name, one]] : [])));
}

function writeBody({ document, types }: CatalogueContext, { method, body }: ApiOperation, route: string): string {
  if (!body) return '';
  if (!/^(?:QUERY|POST|PUT|PATCH|DELETE)$/.test(method)) {
    document.warn(`${route}: its body is left out; ${method} sends none.`);
    return '';
  }
  const docs = docstring([body.json && body.description && commentText(body.description)]);
  const type = body.json ? types.writeType(body.schema) : writeOpaque(body.mediaTypes);
  return `${docs}body${body.required ? '' : '?'}: ${type};`;
}

/**
 * Writes the catalogue of a document as TypeScript: an interface for `createEndpoint<Routes>()` with an entry for each route, and
 * the types that it refers to. No text of the document can leave the comments and strings of the result; `document.warnings` names
 * what was left out.
 *
 * @param name of the interface
 */
export function writeCatalogue(document: ApiDocument, name = 'Routes'): string {
  const api = readApi(document);
  const types = new SchemaTypes(document, [name]);
  const list = findUsualList(api);
  const [baseUrl] = api.baseUrls;
  const entries = new Map<string, string>();
  for (const operation of api.operations) {
    const route = formatRoute(operation);
    if (entries.has(route)) document.warn(`${route}: is in the document twice; the second one is left out.`);
    else entries.set(route, writeRoute({ document, types, list, baseUrl }, operation, route));
  }
  const routes = [...entries.values()].filter((entry) => entry !== '');
  const body = routes.length > 0 ? indent(`{\n${routes.join('\n')}`) : '{';
  const title = commentText(api.title ?? 'an API').replace(/\s+/g, ' ');
  return [
    writeHeader(api, name, list),
    `/** The routes of ${title}. */\nexport interface ${name} ${body}\n}\n`,
    ...types.writeDeclarations(),
    ...(body.includes('instance<"') ? [INSTANCE] : []),
  ].join('\n');
}

/** How most lists in queries are written, of the ways that the builder knows. */
function findUsualList({ operations }: Api): ListStyle {
  const styles = operations.flatMap(({ parameters }) => parameters.flatMap(({ list }) => list ?? []));
  const count = (style: ListStyle): number => styles.filter((candidate) => candidate === style).length;
  return count('repeat') > count('comma') ? 'repeat' : 'comma';
}

/** The first comment of the file: its source, and the settings of the builder that fits it. */
function writeHeader({ title = 'an API', version = '', format, baseUrls }: Api, name: string, list: ListStyle): string {
  const settings = [
    baseUrls[0] === undefined ? '' : `baseUrl: ${stringLiteral(baseUrls[0])}`,
    list === 'repeat' ? 'query: { arrays: "repeat" }' : '',
  ].filter(Boolean);
  const others = baseUrls.slice(1).map((url) => `Another base URL: ${url}`);
  const source = `${title} ${version}`.trim();
  const text = [
    `Written by \`endpoint.js types\` from the ${format} document of ${source}. Don't edit; write it again instead.`,
    '',
    `    const api = createEndpoint<${name}>(${settings.length > 0 ? `{ ${settings.join(', ')} }` : ''});`,
    ...(others.length > 0 ? ['', ...others] : []),
  ];
  // An at sign in the first comment of a file may be a directive to compilers.
  const lines = text.map((line) => ` * ${commentText(line.replace(/\s+/g, ' ')).replaceAll('@', '(at)')}`.trimEnd());
  lines[2] = ` *     ${lines[2]?.slice(3) ?? ''}`;
  return `/*\n${lines.join('\n')}\n */\n`;
}
