import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import type { Api, ApiOperation, ApiParameter } from './api.js';
import { isForm } from './bodies.js';
import { asObject, type ApiDocument, type Located } from './document.js';
import { findPlaceholders, type Placeholders } from './placeholders.js';
import { INSTANCE, TEXT_NOTES, writeOpaque, writeResponses } from './media.js';
import { readApi } from './read-api.js';
import { allowsType } from './schema.js';
import { SchemaTypes } from './schema-types.js';
import { commentText, docstring, documentRoute, documentSchema, indent, propertyName, stringLiteral } from './text.js';

/** The facts that all entries of a catalogue share. */
interface CatalogueContext {
  readonly document: ApiDocument;
  readonly types: SchemaTypes;
  readonly baseUrl: string | undefined;
}

/** A member of a group of parameters. */
interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly docs: string;
}

/** Writes the entry of an operation. */
function writeEntry(context: CatalogueContext, operation: ApiOperation): string {
  const { route } = operation;
  const placeholders = findPlaceholders(context.document, route);
  if (!placeholders) return '';
  const groups = [
    writeGroup('path', pathMembers(context, operation, placeholders)),
    writeGroup('query', queryMembers(context, operation, placeholders)),
    writeBody(context, operation),
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

/** Describes a parameter, or a placeholder that the document doesn't. */
function toMember(
  context: CatalogueContext,
  name: string,
  parameter: ApiParameter | undefined,
  isNeeded = false,
): Member {
  if (!parameter) return { name, required: isNeeded, type: 'string | number', docs: '' };
  const { schema, mediaType, style, text, deprecated, description } = parameter;
  const textNote =
    mediaType === undefined ? (TEXT_NOTES[style] ?? 'In a style of the API, as text.') : `Text of type ${mediaType}.`;
  return {
    name,
    required: isNeeded || parameter.required,
    type: text
      ? 'string'
      : hasNestedItems(context.document, schema)
        ? 'readonly string[]'
        : context.types.writeType(schema, 'url'),
    docs: documentSchema(text ? {} : context.document.normalize(schema).value, {
      description,
      notes: [text && commentText(textNote)],
      deprecated,
    }),
  };
}

/** Whether a list has lists or objects, which a url can't express. */
function hasNestedItems(document: ApiDocument, schema: Located): boolean {
  const list = document.follow(schema);
  const items = list && document.at(list, 'items');
  return !!items && (allowsType(document, items, 'object') || allowsType(document, items, 'array'));
}

/** A member for each placeholder of the path, whether the document describes it or not. */
function pathMembers(
  context: CatalogueContext,
  { route, parameters }: ApiOperation,
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
  { query }: Placeholders,
): Member[] {
  // The names in the path's query are fixed there; only its placeholders are parameters.
  const fixed = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const declared = parametersIn('query', parameters);
  const inPath = parametersIn('path', parameters);
  const remaining = [...declared.keys()].filter((name) => !fixed.has(name) && !query.has(name));
  return [...remaining, ...query.keys()].map((name) => toMember(context, name, declared.get(name) ?? inPath.get(name)));
}

function parametersIn(place: ApiParameter['in'], parameters: readonly ApiParameter[]): Map<string, ApiParameter> {
  return new Map(parameters.flatMap((one) => (one.in === place ? [[one.name, one]] : [])));
}

function writeBody({ document, types }: CatalogueContext, { method, route, body }: ApiOperation): string {
  if (!body) return '';
  if (!/^(?:QUERY|POST|PUT|PATCH|DELETE)$/.test(method)) {
    document.warn(`${route}: its body is left out; ${method} sends none.`);
    return '';
  }
  for (const [name, encoding] of body.fields.length > 0 ? [] : Object.entries(body.encoding))
    document.warn(
      `${route}: the encoding of ${name} (${Object.keys(asObject(encoding)).join(', ')}) is left to the maker of the body.`,
    );
  const docs = docstring([(body.json || isForm(body)) && body.description && commentText(body.description)]);
  const type = body.json ? types.writeType(body.schema) : writeOpaque(body, types);
  return `${docs}body${body.required ? '' : '?'}: ${type};`;
}

/**
 * Writes the catalogue of a document as TypeScript: an interface for `createEndpoint<Routes>()` with an entry for each route, and
 * the types that it refers to. No text of the document can leave the comments and strings of the result; `document.warnings` names
 * what was left out.
 *
 * @param name of the interface
 * @param arrays as for {@link readApi}
 */
export function writeCatalogue(document: ApiDocument, name = 'Routes', arrays?: QueryArrays): string {
  if (!/^[A-Z][A-Za-z\d_]*$/.test(name)) fail('invalid-option', 'name', "isn't a type name; use one such as Routes");
  const api = readApi(document, arrays);
  const types = new SchemaTypes(document, [name]);
  const [baseUrl] = api.baseUrls;
  const routes = api.operations
    .map((operation) => writeEntry({ document, types, baseUrl }, operation))
    .filter((entry) => entry !== '');
  const body = routes.length > 0 ? indent(`{\n${routes.join('\n')}`) : '{';
  const title = commentText(api.title ?? 'an API').replace(/\s+/g, ' ');
  return [
    writeHeader(api, name),
    `/** The routes of ${title}. */\nexport interface ${name} ${body}\n}\n`,
    ...types.writeDeclarations(),
    ...(body.includes('instance<"') ? [INSTANCE] : []),
  ].join('\n');
}

/** The first comment of the file: its source, and the settings of the builder that fits it. */
function writeHeader({ title = 'an API', version = '', format, baseUrls, arrays }: Api, name: string): string {
  const settings = [
    baseUrls[0] === undefined ? '' : `baseUrl: ${stringLiteral(baseUrls[0])}`,
    arrays === 'repeat' ? '' : `query: { arrays: "${arrays}" }`,
  ].filter(Boolean);
  const others = baseUrls.slice(1).map((url) => `Another base URL: ${url}`);
  if (!/^https?:\/\//i.test(baseUrls[0] ?? ''))
    others.unshift("The document names no host; pass the API's own as `baseUrl`.");
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
