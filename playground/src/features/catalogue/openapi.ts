import { asList, asObject, asText, follow, isObject, type JsonObject } from './json.js';
import type { Catalogue, Operation, Parameter, ParameterPlace } from './operation.js';
import { membersOf, plainText, requiredFirst, typeText } from './schema.js';

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];
const PLACES: Readonly<Record<string, ParameterPlace>> = {
  path: 'path',
  query: 'query',
  header: 'header',
  formData: 'body',
};
/** Headers that the standard takes out of the parameters: other parts of a document say them. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

function notationOf(parameter: JsonObject, place: ParameterPlace, type: string): Parameter['notation'] {
  if (place === 'path') return parameter['x-multi-segment'] === true ? '+' : '';
  if (place !== 'query' || !type.endsWith(']')) return '';
  const { style = 'form', explode, collectionFormat } = parameter;
  // Swagger 2 writes a schema's members beside the name, and a list with commas unless it says otherwise.
  const repeated = 'schema' in parameter ? style === 'form' && explode !== false : collectionFormat === 'multi';
  return repeated ? '*' : '';
}

function readParameter(root: JsonObject, value: unknown): Parameter[] {
  const parameter = follow(root, value);
  const name = asText(parameter['name']);
  const place = PLACES[asText(parameter['in'])];
  if (name === '' || place === undefined) return [];
  if (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return [];
  const [media] = Object.values(asObject(parameter['content']));
  const type = typeText(root, parameter['schema'] ?? asObject(media)['schema'] ?? parameter);
  return [
    {
      name,
      place,
      required: parameter['required'] === true || place === 'path',
      type,
      description: plainText(parameter['description']),
      notation: notationOf(parameter, place, type),
    },
  ];
}

function wholeBody(root: JsonObject, schema: unknown, required: boolean, description: unknown): Parameter {
  return {
    name: 'data',
    place: 'data',
    required,
    type: typeText(root, schema),
    description: plainText(description),
    notation: '',
  };
}

/** The members of a body that is an object; the body as a whole where it is something else. */
function readBody(root: JsonObject, schema: unknown, required: boolean, description: unknown): Parameter[] {
  const members = membersOf(root, schema);
  if (members.size === 0) return [wholeBody(root, schema, required, description)];
  return [...members].map(([name, member]) => ({
    name,
    place: 'body',
    required: member.required,
    type: typeText(root, member.schema),
    description: plainText(follow(root, member.schema)['description'] ?? asObject(member.schema)['description']),
    notation: '',
  }));
}

function bodyOf(root: JsonObject, operation: JsonObject, parameters: readonly unknown[]): Parameter[] {
  const inBody = parameters.map((value) => follow(root, value)).find((parameter) => parameter['in'] === 'body');
  if (inBody) return readBody(root, inBody['schema'], inBody['required'] === true, inBody['description']);
  const body = follow(root, operation['requestBody']);
  const content = asObject(body['content']);
  const names = Object.keys(content);
  if (names.length === 0) return [];
  const json = names.find((name) => /[/+]json\b/.test(name));
  const media = asObject(content[json ?? names[0] ?? '']);
  const required = body['required'] === true;
  return json === undefined
    ? [wholeBody(root, media['schema'], required, body['description'])]
    : readBody(root, media['schema'], required, body['description']);
}

function readOperation(root: JsonObject, method: string, path: string, item: JsonObject): Operation {
  const operation = asObject(item[method]);
  const sources = [...asList(item['parameters']), ...asList(operation['parameters'])];
  // A parameter of the operation stands for that of the path of the same name and place.
  const parameters = new Map<string, Parameter>();
  for (const source of sources) {
    for (const parameter of readParameter(root, source)) {
      parameters.set(`${parameter.place} ${parameter.name}`, parameter);
    }
  }
  return {
    method: method.toUpperCase(),
    path,
    summary: plainText(operation['summary'] ?? operation['operationId'] ?? operation['description']),
    parameters: requiredFirst([...parameters.values(), ...bodyOf(root, operation, sources)]),
  };
}

function baseUrlOf(root: JsonObject): string {
  const server = asObject(asList(root['servers'])[0]);
  const url = asText(server['url']);
  const variables = asObject(server['variables']);
  if (url !== '') {
    return url.replaceAll(
      /\{([^}]*)\}/g,
      (whole, name: string) => asText(asObject(variables[name])['default']) || whole,
    );
  }
  const host = asText(root['host']);
  const [scheme = 'https'] = asList(root['schemes']).map(asText).sort().toReversed();
  return host === '' ? asText(root['basePath']) : `${scheme}://${host}${asText(root['basePath'])}`;
}

/**
 * The routes of an OpenAPI 3 or Swagger 2 document, read leniently: what it says wrongly counts as not said.
 * @throws Error where it is no such document, or has no routes
 */
export function readOpenApi(root: unknown): Catalogue {
  const version = isObject(root) ? (root['openapi'] ?? root['swagger']) : undefined;
  if (!isObject(root) || !/^[23]\b/.test(String(version))) {
    throw new Error('This is no OpenAPI 3 or Swagger 2 document: it has neither "openapi": "3…" nor "swagger": "2.0".');
  }
  const operations = Object.entries(asObject(root['paths'])).flatMap(([path, value]) => {
    const item = follow(root, value);
    return METHODS.filter((method) => isObject(item[method])).map((method) => readOperation(root, method, path, item));
  });
  if (operations.length === 0) throw new Error('This document has no routes: its “paths” name no operation.');
  const title = asText(asObject(root['info'])['title']) || 'An API without a title';
  return { title, baseUrl: baseUrlOf(root), operations };
}
