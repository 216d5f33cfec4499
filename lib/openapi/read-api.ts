import type { Document, Located } from './document.js';
import { asArray, asObject, asString, isObject, type JsonObject } from './json.js';
import { readBaseUrls, readBody3, readParameter3 } from './openapi3.js';
import type { Api, Body, Operation, Parameter } from './operation.js';
import { readBaseUrls2, readBody2, readParameter2 } from './swagger2.js';

/** What the versions of the format write differently. */
interface Dialect {
  /** The base URLs that an object states. */
  baseUrls(value: JsonObject): readonly string[];
  /** A parameter; undefined for what is part of the body. */
  parameter(parameter: JsonObject, file: string): Parameter | undefined;
  body(operation: JsonObject, file: string, parameters: readonly ParameterSource[]): Body | undefined;
}

/** A parameter as it stands in a document. */
export interface ParameterSource {
  readonly value: JsonObject;
  readonly file: string;
}

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];
/** Other keys of a path item that are methods. */
const OTHER_METHODS = /^(?:trace|query|connect|additionalOperations)$/;

/** Reads all that a request needs out of a document. */
export function readApi(document: Document): Api {
  const { swagger, openapi, info, paths } = document.root;
  const dialect: Dialect =
    swagger === undefined
      ? {
          baseUrls: readBaseUrls,
          parameter: (parameter, file) => readParameter3(document, parameter, file),
          body: (operation, file) => readBody3(document, operation, file),
        }
      : {
          baseUrls: readBaseUrls2,
          parameter: readParameter2,
          body: (operation, _file, parameters) => readBody2(document, operation, parameters),
        };
  const { title, version } = asObject(info);
  return {
    title: asString(title) ?? 'an API',
    version: asString(version) ?? '',
    format: swagger === undefined ? `OpenAPI ${String(openapi)}` : 'Swagger 2.0',
    baseUrls: dialect.baseUrls(document.root),
    operations: Object.entries(asObject(paths)).flatMap(([path, item]) =>
      path.startsWith('x-') ? [] : readPath(document, dialect, path, document.inRoot(item)),
    ),
  };
}

function readPath(document: Document, dialect: Dialect, path: string, located: Located): Operation[] {
  const item = document.follow(located);
  if (!item) return [];
  for (const key of Object.keys(item.value).filter((name) => OTHER_METHODS.test(name)))
    document.warn(`${path}: ${key} is left out, it is none of the seven methods.`);
  return METHODS.flatMap((method) => {
    const operation = item.value[method];
    return isObject(operation) ? [readOperation(document, dialect, method, path, item, operation)] : [];
  });
}

function readOperation(
  document: Document,
  dialect: Dialect,
  method: string,
  path: string,
  { value: item, file }: ParameterSource,
  operation: JsonObject,
): Operation {
  const sources = readSources(document, file, item['parameters'], operation['parameters']);
  const [baseUrl] = [...ownBaseUrls(dialect, operation), ...ownBaseUrls(dialect, item)];
  return {
    method: method.toUpperCase(),
    path,
    summary: asString(operation['summary']) ?? asString(item['summary']),
    description: asString(operation['description']) ?? asString(item['description']),
    deprecated: operation['deprecated'] === true,
    docs: asString(asObject(operation['externalDocs'])['url']),
    baseUrl,
    parameters: sources.flatMap((source) => dialect.parameter(source.value, source.file) ?? []),
    body: dialect.body(operation, file, sources),
  };
}

function ownBaseUrls(dialect: Dialect, value: JsonObject): readonly string[] {
  return Array.isArray(value['servers']) ? dialect.baseUrls(value) : [];
}

/** The parameters of a path and of an operation, which wins where both have one. */
function readSources(document: Document, file: string, ...lists: readonly unknown[]): ParameterSource[] {
  const sources = new Map<string, ParameterSource>();
  for (const parameter of lists.flatMap(asArray)) {
    const source = document.follow({ value: parameter, file });
    if (source) sources.set(JSON.stringify([source.value['in'], source.value['name']]), source);
  }
  return [...sources.values()];
}
