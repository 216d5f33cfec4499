import { METHODS } from '../request/method.js';
import type { Api, ApiOperation } from './api.js';
import { type Dialect, openApi3, swagger2 } from './dialects.js';
import {
  type ApiDocument,
  type LocatedObject,
  asArray,
  asObject,
  asString,
  isObject,
  type JsonObject,
} from './document.js';

/** Other members of a path item that are methods. */
const OTHER_METHODS = /^(?:trace|query|connect|additionalOperations)$/;

/**
 * Reads the operations of a document. Malformed parts count as absent; `document.warnings` names those that are left out.
 *
 * @returns operations in the order of the document's paths; those of a path in the order GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE
 */
export function readApi(document: ApiDocument): Api {
  const { swagger, openapi, info, paths } = document.root;
  const dialect = swagger === undefined ? openApi3 : swagger2;
  const { title, version } = asObject(info);
  return {
    title: asString(title),
    version: asString(version),
    format: swagger === undefined ? `OpenAPI ${String(openapi)}` : 'Swagger 2.0',
    baseUrls: dialect.readBaseUrls(document.root, document),
    operations: Object.entries(asObject(paths)).flatMap(([path, item]) =>
      path.startsWith('x-') ? [] : readPath(document, dialect, path, document.follow(document.locate(item))),
    ),
  };
}

function readPath(
  document: ApiDocument,
  dialect: Dialect,
  path: string,
  item: LocatedObject | undefined,
): ApiOperation[] {
  if (!item) return [];
  for (const key of Object.keys(item.value).filter((name) => OTHER_METHODS.test(name)))
    document.warn(`${path}: ${key} is left out; it isn't one of the seven methods.`);
  return METHODS.flatMap((method) => {
    const operation = item.value[method];
    return isObject(operation) ? [readOperation(document, dialect, { method, path, item, operation })] : [];
  });
}

function readOperation(
  document: ApiDocument,
  dialect: Dialect,
  source: { method: string; path: string; item: LocatedObject; operation: JsonObject },
): ApiOperation {
  const { method, path, item, operation } = source;
  const { value, file } = item;
  const parameters = readParameters(document, file, [value['parameters'], operation['parameters']]);
  const [baseUrl] = [operation, value].flatMap((one) =>
    Array.isArray(one['servers']) ? dialect.readBaseUrls(one, document) : [],
  );
  return {
    method: method.toUpperCase(),
    path,
    id: asString(operation['operationId']),
    summary: asString(operation['summary']) ?? asString(value['summary']),
    description: asString(operation['description']) ?? asString(value['description']),
    deprecated: operation['deprecated'] === true,
    docs: asString(asObject(operation['externalDocs'])['url']),
    baseUrl,
    parameters: parameters.flatMap((parameter) => dialect.readParameter(document, parameter) ?? []),
    body: dialect.readBody(document, { value: operation, file }, parameters),
  };
}

/** Reads the parameters of a path and of an operation; the operation's replace those of the same place and name. */
function readParameters(document: ApiDocument, file: string, lists: readonly unknown[]): LocatedObject[] {
  const parameters = new Map<string, LocatedObject>();
  for (const value of lists.flatMap(asArray)) {
    const parameter = document.follow({ value, file });
    if (parameter) parameters.set(JSON.stringify([parameter.value['in'], parameter.value['name']]), parameter);
  }
  return [...parameters.values()];
}
