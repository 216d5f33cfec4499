import { fail } from '../errors.js';
import { QUERY_STYLES, type Method, type QueryArrays } from '../options.js';
import { METHODS } from '../request/route.js';
import type { Api } from './api.js';
import { readBody2, readBody3 } from './bodies.js';
import { remember } from './composition.js';
import { ApiDocument, asString, createWarn, hasObject, type LocatedObject } from './document.js';
import {
  isNested,
  readParameter2,
  readParameter3,
  spreadObject,
  type ReadContext,
  type ReadParameter,
  type ReadParameters,
} from './parameters.js';
import { chooseArrays, writeRoute } from './routes.js';
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
  if (!(document instanceof ApiDocument)) fail('invalid-option', 'document', 'pass it as new ApiDocument(document)');
  const root = document.locate(document.root);
  const { swagger, openapi } = document.root;
  const dialect = swagger === undefined ? openApi3 : swagger2;
  const { title, version } = document.member(root, 'info').value;
  const servers = dialect.readServers(root, document);
  const baseUrls = servers.map((server) => fillServer(server));
  const read = document.entries(root, 'paths').flatMap(([path, located]) => {
    if (path.startsWith('x-')) return [];
    // In each version, a path item has members beside its reference.
    const item = document.read(located, true);
    if (!hasObject(item)) return [];
    if (!/^[a-z][a-z\d+.-]*:/i.test(path)) return readPath(document, dialect, path, item);
    document.warn(`${path}: is left out; a path begins with a slash.`);
    return [];
  });
  const builder = { arrays: arrays ?? chooseArrays(read), baseUrls, shared: new WeakMap() };
  const routes = new Set<string>();
  return {
    title: asString(title),
    version: asString(version),
    format: swagger === undefined ? `OpenAPI ${String(openapi)}` : 'Swagger 2.0',
    baseUrls,
    servers,
    docs: readDocs(document, root),
    tagDocs: readTagDocs(document, root),
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
function readTagDocs(document: ApiDocument, root: LocatedObject): Api['tagDocs'] {
  return new Map(
    document.objects(root, 'tags').flatMap((tag) => {
      const docs = readDocs(document, tag);
      return docs === undefined ? [] : [[String(tag.value['name']), docs]];
    }),
  );
}

const readDocs = (document: ApiDocument, located: LocatedObject) =>
  asString(document.member(located, 'externalDocs').value['url']);

function readPath(document: ApiDocument, dialect: Dialect, path: string, item: LocatedObject) {
  const additional = document.entries(item, 'additionalOperations');
  for (const name of [
    ...Object.keys(item.value).filter((key) => OTHER_METHODS.test(key)),
    ...additional.map(([key]) => key),
  ])
    if (!METHODS.includes(name.toLowerCase() as Method))
      document.warn(`${path}: ${name} is left out; endpoint.js builds no requests of this method.`);
  return METHODS.flatMap((method) => {
    const added = additional.find(([name]) => name.toLowerCase() === method);
    const source = document.read(added?.[1] ?? document.at(item, method));
    if (!hasObject(source)) return [];
    const place = { method: method.toUpperCase(), path };
    const context = { document, warn: createWarn(document, place) };
    return Object.assign(readOperation(context, dialect, item, source), place);
  });
}

function readOperation(context: ReadContext, dialect: Dialect, item: LocatedObject, source: LocatedObject) {
  const { document } = context;
  const { value: operation } = source;
  const declared = [item, source].flatMap((holder) => document.objects(holder, 'parameters'));
  // The operation's replace the path's of the same place and name.
  const named = declared.map((each) => [JSON.stringify([each.value['in'], each.value['name']]), each] as const);
  const parameters = [...new Map(named).values()];
  const holder = [source, item].find(({ value }) => typeof (value[dialect.servers] ?? '') === 'object');
  const servers = holder ? dialect.readServers(holder, document) : [];
  return {
    id: asString(operation['operationId']),
    summary: asString(operation['summary'] ?? item.value['summary']),
    description: asString(operation['description'] ?? item.value['description']),
    deprecated: operation['deprecated'] === true,
    docs: readDocs(document, source),
    baseUrl: servers[0] && fillServer(servers[0]),
    servers,
    security: readSecurity(document, source),
    tags: document.list(source, 'tags').map(({ value }) => String(value)),
    parameters: dropRepeated(
      context,
      parameters.flatMap((parameter) => dialect.readParameter(context, parameter)),
    ),
    body: dialect.readBody(context, source, parameters),
    source,
  };
}

/** Reads a parameter that several operations may share once, with the members of an object in its place that the API reads as parameters. */
/* @__NO_SIDE_EFFECTS__ */
function share(read: ReadParameters): ReadParameters {
  const readOnce = remember((document, parameter: LocatedObject) => {
    const messages: string[] = [];
    const warn = (message: string): unknown => messages.push(message);
    const declared = read({ document, warn }, parameter);
    const members = declared.flatMap((whole) => spreadObject(whole, document));
    for (const member of members)
      if (isNested(member, !declared.includes(member), document))
        warn(
          `${member.name}: OpenAPI has no style for lists and objects inside an object; check that the API reads them as built.`,
        );
    return { members, messages };
  });
  return ({ document, warn }, parameter) => {
    const { members, messages } = readOnce(document, parameter);
    messages.forEach((message) => warn(message));
    return members;
  };
}

/** Leaves out a parameter whose name is taken, with a warning. */
function dropRepeated({ warn }: ReadContext, parameters: readonly ReadParameter[]) {
  const names = new Set<string>();
  return parameters.filter(({ in: place, name }) => {
    const key = `${place} ${name}`;
    const isRepeated = names.has(key);
    if (isRepeated) warn(`${name}: is in the ${place} twice; the second one is left out.`);
    names.add(key);
    return !isRepeated;
  });
}

/** The readers for OpenAPI 3.x. */
const openApi3 = {
  /** Reads the servers of the document, of a path or of an operation. */
  readServers,
  /** The keyword of operations and paths to which the document's servers don't apply. */
  servers: 'servers',
  readParameter: share(readParameter3),
  readBody: readBody3,
};

type Dialect = typeof openApi3;

/** The readers for Swagger 2.0, where an operation may have schemes of its own. */
const swagger2: Dialect = {
  readServers: readHosts,
  servers: 'schemes',
  readParameter: share(readParameter2),
  readBody: readBody2,
};
