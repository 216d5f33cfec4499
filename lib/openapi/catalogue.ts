import { fail } from '../errors.js';
import type { QueryArrays } from '../options.js';
import type { Api, ApiOperation, ApiParameter } from './api.js';
import { isForm } from './bodies.js';
import { asObject, type ApiDocument } from './document.js';
import { findPlaceholders } from './placeholders.js';
import { INSTANCE, TEXT_NOTES, writeOpaque, writeResponses } from './media.js';
import { readApi } from './read-api.js';
import { parametersIn } from './routes.js';
import { allowsType } from './schema.js';
import { SchemaTypes } from './schema-types.js';
import { needsValues } from '../request/path.js';
import { block, commentText, docstring, documentRoute, documentSchema, stringLiteral, writeProperty } from './text.js';

/** Writes the entry of an operation. */
function writeEntry(types: SchemaTypes, operation: ApiOperation, baseUrl: string | undefined): string {
  const { route, path, parameters } = operation;
  const { document } = types;
  const placeholders = findPlaceholders(document, route);
  if (!placeholders) return '';
  const inPath = parametersIn('path', parameters);
  const inQuery = parametersIn('query', parameters);
  for (const name of inPath.keys())
    if (!placeholders.path.has(name) && !placeholders.query.has(name))
      document.warn(`${route}: its path has no {${name}}, which is left out.`);
  // The names in the path's query are fixed there; only its placeholders are parameters.
  const fixed = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const remaining = [...inQuery.keys()].filter((name) => !fixed.has(name) && !placeholders.query.has(name));
  const names = [...remaining, ...placeholders.query.keys()].map((name) => [name, false] as const);
  const needed = Array.from(placeholders.path, ([name, operator]) => [name, needsValues(operator)] as const);
  const groups = [
    writeGroup(types, 'path', needed, inPath),
    writeGroup(types, 'query', names, new Map([...inPath, ...inQuery])),
    writeBody(types, operation),
    writeResponses(types, operation),
  ].filter(Boolean);
  const content = groups.length > 0 ? block(groups) : '{}';
  return `${documentRoute(operation, baseUrl)}${stringLiteral(route)}: ${content};`;
}

/**
 * Writes a group of parameters.
 *
 * @param names each with whether its place needs a value
 * @param declared the parameters that the document describes
 */
function writeGroup(
  types: SchemaTypes,
  place: string,
  names: readonly (readonly [name: string, isNeeded: boolean])[],
  declared: ReadonlyMap<string, ApiParameter>,
): string {
  let isRequired = false;
  const lines = names.map(([name, isNeeded]) => {
    const parameter = declared.get(name);
    const required = isNeeded || parameter?.required === true;
    isRequired ||= required;
    return parameter ? writeParameter(types, parameter, required) : writeProperty(name, required, 'string | number');
  });
  return lines.length > 0 ? writeProperty(place, isRequired, block(lines)) : '';
}

function writeParameter(types: SchemaTypes, parameter: ApiParameter, required: boolean): string {
  const { name, schema, mediaType, style, text, deprecated, description } = parameter;
  const { document } = types;
  const note =
    mediaType === undefined ? (TEXT_NOTES[style] ?? 'In a style of the API, as text.') : `Text of type ${mediaType}.`;
  const list = document.follow(schema);
  // A url can't express lists and objects in a list.
  const type = text
    ? 'string'
    : list && allowsType(document, document.at(list, 'items'), 'array', 'object')
      ? 'readonly string[]'
      : types.writeType(schema, 'url');
  const docs = documentSchema(text ? {} : document.normalize(schema).value, {
    description,
    note: text && commentText(note),
    deprecated,
  });
  return docs + writeProperty(name, required, type);
}

function writeBody(types: SchemaTypes, { method, route, body }: ApiOperation): string {
  if (!body) return '';
  const { description, json, fields, encoding, required, schema } = body;
  if (!/^(?:QUERY|POST|PUT|PATCH|DELETE)$/.test(method)) {
    types.document.warn(`${route}: its body is left out; ${method} sends none.`);
    return '';
  }
  for (const [name, each] of fields.length > 0 ? [] : Object.entries(encoding))
    types.document.warn(
      `${route}: the encoding of ${name} (${Object.keys(asObject(each)).join(', ')}) is left to the maker of the body.`,
    );
  const docs = docstring([
    (json || isForm(body.mediaTypes[0])) && description && commentText(description),
    json &&
      allowsType(types.document, schema, 'string') &&
      'Text is sent as it is: pass its JSON as `data`, with the header `content-type`.',
  ]);
  return docs + writeProperty('body', required, json ? types.writeType(schema) : writeOpaque(body, types));
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
  const routes = api.operations.map((operation) => writeEntry(types, operation, baseUrl)).filter(Boolean);
  const body = block(routes);
  const title = commentText(api.title ?? 'an API').replace(/\s+/g, ' ');
  return [
    writeHeader(api, name),
    `/** The routes of ${title}. */\nexport interface ${name} ${body}\n`,
    ...types.writeDeclarations(),
    ...(body.includes('instance<"') ? [INSTANCE] : []),
  ].join('\n');
}

/** The first comment of the file: its source, and the settings of the builder that fits it. */
function writeHeader({ title = 'an API', version = '', format, baseUrls, arrays }: Api, name: string): string {
  const [baseUrl, ...otherUrls] = baseUrls;
  const settings = [
    baseUrl === undefined ? '' : `baseUrl: ${stringLiteral(baseUrl)}`,
    arrays === 'repeat' ? '' : `query: { arrays: "${arrays}" }`,
  ].filter(Boolean);
  const others = otherUrls.map((url) => `Another base URL: ${url}`);
  if (!/^https?:\/\//i.test(baseUrl ?? ''))
    others.unshift("The document names no host; pass the API's own as `baseUrl`.");
  const source = `${title} ${version}`.trim();
  // An at sign in the first comment of a file may be a directive to compilers.
  const write = (text: string): string => commentText(text.replace(/\s+/g, ' ')).replaceAll('@', '(at)');
  return [
    '/*',
    ` * ${write(`Written by \`endpoint.js types\` from the ${format} document of ${source}. Don't edit; write it again instead.`)}`,
    ' *',
    ` *     ${write(`const api = createEndpoint<${name}>(${settings.length > 0 ? `{ ${settings.join(', ')} }` : ''});`)}`,
    ...(others.length > 0 ? [' *', ...others.map((line) => ` * ${write(line)}`)] : []),
    ' */\n',
  ].join('\n');
}
