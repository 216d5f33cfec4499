import { fail } from '../errors.js';
import { QUERY_STYLES, type QueryArrays } from '../options.js';
import { METHODS } from '../request/route.js';
import type { Api, ApiServer } from './api.js';
import { readBody2, readBody3, type ReadBody } from './bodies.js';
import { asArray, asObject, asString, isObject } from './document.js';
import type { ApiDocument, JsonObject, LocatedObject } from './document.js';
import {
  isNested,
  readParameter2,
  readParameter3,
  spreadObject,
  type ReadContext,
  type ReadParameter,
  type ReadParameters,
} from './parameters.js';
import { chooseArrays, writeRoute, type ReadOperation } from './routes.js';
import { readSecurity } from './security.js';
import { fillServer, readHosts, readServers } from './servers.js';

/** Other members of a path item that are methods. */
const OTHER_METHODS = /^(?:trace|connect)$/;

/**
 * Reads the operations of a document. Malformed parts count as absent; `document.warnings` names those that are left out.
 *
 * @param arrays the setting `query.arrays` of the builder; by default `repeat`, or `pipes` or `spaces` where the document has such lists
 * @returns operations in the order of the document's paths; those of a path in the order GET, HEAD, OPTIONS, QUERY, POST, PUT, PATCH, DELETE
 */
export function readApi(document: ApiDocument, arrays?: QueryArrays): Api {
  if (arrays !== undefined && !QUERY_STYLES.arrays.includes(arrays))
    fail('invalid-option', 'arrays', `isn't one of ${QUERY_STYLES.arrays.join(', ')}`);
  const { swagger, openapi, info, paths, tags } = document.root;
  const dialect = swagger === undefined ? openApi3 : swagger2;
  const { title, version } = asObject(info);
  const servers = dialect.readServers(document.root, document);
  const baseUrls = servers.map((server) => fillServer(server));
  const read = Object.entries(asObject(paths)).flatMap(([path, value]) => {
    const item = path.startsWith('x-') ? undefined : followItem(document, path, value);
    if (item && /^[a-z][a-z\d+.-]*:/i.test(path)) document.warn(`${path}: is left out; a path begins with a slash.`);
    else if (item) return readPath(document, dialect, path, item);
    return [];
  });
  const builder = { arrays: arrays ?? chooseArrays(read), baseUrls };
  const routes = new Set<string>();
  return {
    title: asString(title),
    version: asString(version),
    format: swagger === undefined ? `OpenAPI ${String(openapi)}` : 'Swagger 2.0',
    baseUrls,
    servers,
    docs: readDocs(document.root),
    tagDocs: readTagDocs(tags),
    arrays: builder.arrays,
    operations: read.flatMap((each) => {
      const operation = writeRoute(each, builder, document);
      if (routes.has(operation.route)) {
        document.warn(`${operation.route}: is in the document twice; the second one is left out.`);
        return [];
      }
      routes.add(operation.route);
      return operation;
    }),
  };
}

/** The documentation of each tag, by its name. */
function readTagDocs(tags: unknown): Api['tagDocs'] {
  return new Map(
    asArray(tags)
      .map(asObject)
      .flatMap((tag) => {
        const docs = readDocs(tag);
        return docs === undefined ? [] : [[String(tag['name']), docs]];
      }),
  );
}

function readDocs({ externalDocs }: JsonObject): string | undefined {
  return asString(asObject(externalDocs)['url']);
}

/** Follows the reference of a path, with the members beside it. */
function followItem(document: ApiDocument, path: string, value: unknown): LocatedObject | undefined {
  const located = document.locate(value);
  const item = document.follow(located);
  const { $ref: reference, ...beside } = asObject(value);
  if (!item || reference === undefined || Object.keys(beside).length === 0) return item;
  if (item.file === located.file) return { value: { ...item.value, ...beside }, file: item.file };
  document.warn(`${path}: ${Object.keys(beside).join(', ')} beside the reference to another file is left out.`);
  return item;
}

function readPath(document: ApiDocument, dialect: Dialect, path: string, item: LocatedObject): ReadOperation[] {
  const { value } = item;
  const additional = asObject(value['additionalOperations']);
  const others = [...Object.keys(value).filter((name) => OTHER_METHODS.test(name)), ...Object.keys(additional)];
  for (const name of others.filter((other) => !isMethod(other)))
    document.warn(`${path}: ${name} is left out; it isn't one of the methods of requests.`);
  return METHODS.flatMap((method) => {
    const operation = value[method] ?? Object.entries(additional).find(([name]) => name.toLowerCase() === method)?.[1];
    if (!isObject(operation)) return [];
    const place = { method: method.toUpperCase(), path };
    const warn = (message: string): void => document.warn(`${place.method} ${path}: ${message}`);
    return [{ ...place, ...readOperation({ document, warn }, dialect, item, operation) }];
  });
}

const isMethod = (name: string): boolean => METHODS.some((method) => method === name.toLowerCase());

function readOperation(
  context: ReadContext,
  dialect: Dialect,
  { value: item, file }: LocatedObject,
  operation: JsonObject,
): Omit<ReadOperation, 'method' | 'path'> {
  const { document } = context;
  const source = { value: operation, file };
  const parameters = readParameters(document, file, [item['parameters'], operation['parameters']]);
  // An operation's members replace the path's.
  const both: JsonObject = { ...item, ...operation };
  const servers = dialect.readOwnServers({ value: both, file }, document);
  return {
    id: asString(operation['operationId']),
    summary: asString(both['summary']),
    description: asString(both['description']),
    deprecated: operation['deprecated'] === true,
    docs: readDocs(operation),
    baseUrl: servers[0] && fillServer(servers[0]),
    servers,
    security: readSecurity(document, operation),
    tags: asArray(operation['tags']).map(String),
    parameters: spreadParameters(
      context,
      parameters.flatMap((parameter) => dialect.readParameter(context, parameter)),
    ),
    body: dialect.readBody(context, source, parameters),
    source,
  };
}

/** The members of objects in place of those that the API reads as parameters; a name that is taken is left out, with a warning. */
function spreadParameters({ document, warn }: ReadContext, parameters: readonly ReadParameter[]): ReadParameter[] {
  const byName = new Map<string, ReadParameter>();
  for (const parameter of parameters)
    for (const member of spreadObject(parameter, document)) {
      const { in: place, name } = member;
      const key = `${place} ${name}`;
      if (byName.has(key)) warn(`${name}: is in the ${place} twice; the second one is left out.`);
      else byName.set(key, member);
      if (isNested(member, member !== parameter, document))
        warn(
          `${name}: OpenAPI has no style for lists and objects inside an object; check that the API reads them as built.`,
        );
    }
  return [...byName.values()];
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

/** The readers for one version of the format. */
interface Dialect {
  /** Reads the servers of the document. */
  readServers(value: JsonObject, document: ApiDocument): readonly ApiServer[];
  /** Reads the servers of an operation; empty if the document's apply. */
  readOwnServers(operation: LocatedObject, document: ApiDocument): readonly ApiServer[];
  readonly readParameter: ReadParameters;
  readonly readBody: ReadBody;
}

/** OpenAPI 3.x. */
const openApi3: Dialect = {
  readServers,
  readOwnServers: ({ value }, document) => (Array.isArray(value['servers']) ? readServers(value, document) : []),
  readParameter: readParameter3,
  readBody: readBody3,
};

/** Swagger 2.0, where an operation may have schemes of its own. */
const swagger2: Dialect = {
  readServers: readHosts,
  readOwnServers: ({ value: { schemes } }, document) =>
    Array.isArray(schemes) ? readHosts({ ...document.root, schemes }, document) : [],
  readParameter: readParameter2,
  readBody: readBody2,
};
