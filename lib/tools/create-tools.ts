import { createEndpoint } from '../endpoint.js';
import { fail, type EndpointError } from '../errors.js';
import { ApiDocument, asObject } from '../openapi/document.js';
import type { Api, ApiOperation } from '../openapi/api.js';
import { findPlaceholders } from '../openapi/placeholders.js';
import { readApi } from '../openapi/read-api.js';
import { isAbsolute } from '../openapi/routes.js';
import { listSchemes } from '../openapi/security.js';
import { isUpgrade } from '../openapi/upgrades.js';
import type { EndpointSettings, RequestOptions } from '../options.js';
import { setOwn } from '../request/plain-objects.js';
import { SETTINGS } from '../settings.js';
import { assertSettings, findSimilar } from '../strict.js';
import type { Endpoint } from '../types/endpoint-types.js';
import { readArguments, type Argument } from './arguments.js';
import { createCall } from './call.js';
import { MAX_SIZE, SchemaWriter, type InputSchema, type Written } from './schemas.js';
import { clean, isCut, isPortable, nameOperations, toAlias } from './words.js';
import { JSON_MEDIA_TYPE } from '../request/content.js';
import { listAccepted } from '../openapi/media.js';

/** Hints about a tool, as MCP defines them. */
export interface ToolAnnotations {
  /** The operation's summary. */
  title?: string;
  readOnlyHint: boolean;
  /** False where nothing but additions is possible; the document doesn't say that of POST. */
  destructiveHint: boolean;
  idempotentHint: boolean;
}

/** An operation as a tool of a model, in the form of MCP's `tools/list`. */
export interface Tool {
  /** From the operation's id, or else from its method and path; at most 64 letters, digits, `_` and `-`. */
  name: string;
  description: string;
  inputSchema: InputSchema;
  annotations: ToolAnnotations;
}

/** The operation of a tool. */
export interface ToolOperation extends Pick<ApiOperation, 'method' | 'route' | 'tags' | 'deprecated'> {
  readonly operationId: string | undefined;
}

/** Settings of {@link createTools}: the settings of `createEndpoint`, and the operations. */
export interface ToolsSettings extends EndpointSettings {
  /** The operations that become tools, by operationId, tag or name of the tool, or a function that decides; all by default. */
  include?: readonly string[] | ((operation: ApiOperation) => boolean) | undefined;
}

/** The result of {@link createTools}. */
export interface Tools {
  readonly tools: Tool[];
  /**
   * Builds the request of a tool's call. Sends nothing.
   * @throws EndpointError for an unknown tool, and for arguments that don't fit its schema or would move the target
   */
  readonly build: (name: string, args?: unknown) => RequestOptions;
  /**
   * Finds the operation of a tool, for a policy that decides before `build`.
   * @throws EndpointError for an unknown tool
   */
  readonly operation: (name: string) => ToolOperation;
  /** What the document has and no tool or argument does, each with its reason in a sentence. */
  readonly warnings: readonly string[];
}

/** What a tool's name leads to. */
interface Called {
  readonly build: (args: unknown) => RequestOptions;
  readonly operation: ToolOperation;
}

/** A named operation. */
interface Named {
  readonly name: string;
  readonly operation: ApiOperation;
}

function choose(named: readonly Named[], include: ToolsSettings['include']): readonly Named[] {
  if (include === undefined) return named;
  if (typeof include === 'function') return named.filter(({ operation }) => include(operation));
  if (!Array.isArray(include)) return fail('invalid-option', 'settings.include', 'must be a list or a function');
  const listWords = ({ name, operation: { id = name, tags } }: Named): string[] => [name, id, ...tags];
  const known = new Set(named.flatMap(listWords));
  for (const word of include)
    if (!known.has(word)) {
      const similar = findSimilar(String(word), known);
      const hint =
        similar === undefined ? 'pass operationIds or tags' : `the closest one is ${JSON.stringify(similar)}`;
      fail('invalid-option', 'settings.include', `the document has no ${JSON.stringify(word)}; ${hint}`);
    }
  const chosen = new Set<string>(include);
  return named.filter((each) => listWords(each).some((word) => chosen.has(word)));
}

/** The base URL of a document, unless it has variables without values; with a warning where it has no host. */
function findBaseUrl({ baseUrls: [baseUrl = ''] }: Api, document: ApiDocument): string {
  const hasHost = /^https?:\/\//i.test(baseUrl);
  try {
    createEndpoint({ baseUrl });
    if (!hasHost) document.warn(`servers: ${JSON.stringify(baseUrl)} has no host; pass baseUrl.`);
    return baseUrl;
  } catch {
    document.warn(`servers: ${JSON.stringify(baseUrl)} can't be a base URL; pass baseUrl.`);
    return '';
  }
}

/** The route of an operation; with a base URL of the settings, which decides where credentials go, without the operation's own server. */
function findRoute({ method, route, baseUrl: server = '' }: ApiOperation, baseUrl: string | undefined): string {
  return isAbsolute(route) && baseUrl !== undefined
    ? `${method} ${route.slice(method.length + 1 + server.replace(/\/+$/, '').length)}`
    : route;
}

/** Whether the builder may send to the server of a route. */
function isAllowed(endpoint: Endpoint, route: string): boolean {
  try {
    endpoint(/^\S+ https?:\/\/[^/?#]+/i.exec(route)?.[0] ?? '/');
    return true;
  } catch (error) {
    if ((error as EndpointError).code === 'other-origin') return false;
    throw error;
  }
}

/** Names the headers and query parameters of the document's credentials, as `header x-key`. */
function listCredentials(document: ApiDocument): Set<string> {
  return new Set(
    Array.from(listSchemes(document).values(), (scheme) => {
      const { in: place, name } = asObject(document.read(scheme).value);
      return `${String(place)} ${String(name).toLowerCase()}`;
    }),
  );
}

/** Gives each argument its name: a repeated one has its place in it. */
function nameArguments(list: readonly Argument[]): Map<string, Argument> {
  const named = new Map<string, Argument>();
  const names = new Set(list.map(({ name }) => name));
  for (const argument of list) {
    const { name, place } = argument;
    let key = isPortable(name) ? name : toAlias(name) || place;
    for (let turn = 1; named.has(key) || (!isPortable(name) && names.has(key)); turn++)
      key = toAlias(`${place}_${name}`, turn > 1 || name.length > 50 ? name + turn : undefined);
    named.set(key, argument);
  }
  return named;
}

function writeInputSchema(
  named: ReadonlyMap<string, Argument>,
  writer: SchemaWriter,
  warn: (message: string) => void,
): InputSchema {
  const properties: Record<string, object> = {};
  const roots: Written[] = [];
  let size = 0;
  let isCut = false;
  for (const [key, { written }] of named) {
    size += written.size;
    const fits = size <= MAX_SIZE;
    if (fits) roots.push(written);
    else isCut = true;
    const { type } = written.schema;
    setOwn(properties, key, fits ? written.schema : type === undefined ? {} : { type });
  }
  const definitions = writer.collect(roots);
  if (isCut || definitions.isCut) warn('parts of its schema are left out; it is too large.');
  return {
    type: 'object',
    properties,
    required: [...named].flatMap(([key, { required }]) => (required ? [key] : [])),
    additionalProperties: false,
    ...(Object.keys(definitions.schema).length > 0 && { $defs: definitions.schema as Record<string, object> }),
  };
}

/** The tools that a model still chooses well from, and the size of their definitions in characters of JSON. */
const MAX_TOOLS = 128;
const MAX_DEFINITIONS = 400_000;

function warnOfSize(tools: readonly Tool[], document: ApiDocument): void {
  const size = JSON.stringify(tools).length;
  if (tools.length > MAX_TOOLS || size > MAX_DEFINITIONS)
    document.warn(
      `${tools.length} tools of ${Math.ceil(size / 1000)} kB are too much for most models; choose some with settings.include.`,
    );
}

/** Warns of descriptions that are longer than a model reads. */
function warnOfCuts({ description, inputSchema }: Tool, warn: (message: string) => void): void {
  if (isCut(description)) warn('its description is cut.');
  for (const [key, schema] of Object.entries(inputSchema.properties))
    if (isCut(String((schema as { description?: unknown }).description))) warn(`${key}: its description is cut.`);
}

function annotate({ method, summary = '' }: ApiOperation): ToolAnnotations {
  const title = clean(summary);
  const readOnlyHint = /^(?:GET|HEAD|OPTIONS|QUERY)$/.test(method);
  const idempotentHint = readOnlyHint || method === 'PUT' || method === 'DELETE';
  return { ...(title && { title }), readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint };
}

function describeOperation({ summary = '', description = '', method, path }: ApiOperation): string {
  const texts = [summary, description.startsWith(summary) && summary ? description.slice(summary.length) : description];
  return (
    clean(
      texts
        .map((text) => text.trim())
        .filter(Boolean)
        .join('\n\n'),
    ) || `${method} ${path}`
  );
}

/** Makes builders that accept what an operation responds with, unless the settings have another `accept`. */
function createAcceptors(endpoint: Endpoint, document: ApiDocument): (operation: ApiOperation) => Endpoint {
  const endpoints = new Map<string, Endpoint>();
  return (operation) => {
    const accept = listAccepted(document, operation).join();
    if (accept === '' || endpoint.DEFAULTS.headers['accept'] !== JSON_MEDIA_TYPE) return endpoint;
    const known = endpoints.get(accept) ?? endpoint.defaults({ headers: { accept } });
    endpoints.set(accept, known);
    return known;
  };
}

/**
 * As {@link createTools}, of a document that is read already. It is for apps that load `endpoint.js/openapi` when they need it.
 *
 * @param api the result of `readApi(document, settings.query?.arrays)`
 * @throws as {@link createTools}
 */
export function createToolsFrom(document: ApiDocument, api: Api, toolsSettings: ToolsSettings = {}): Tools {
  assertSettings('settings', toolsSettings, { ...SETTINGS, include: undefined }, fail);
  const { include, ...settings } = toolsSettings;
  const endpoint = createEndpoint({
    ...settings,
    baseUrl: settings.baseUrl ?? findBaseUrl(api, document),
    query: { ...settings.query, arrays: api.arrays },
  });
  const credentials = listCredentials(document);
  const defaults = new Set(Object.keys(endpoint.DEFAULTS.headers));
  const writer = new SchemaWriter(document);
  const acceptor = createAcceptors(endpoint, document);
  const names = nameOperations(api.operations);
  const named = api.operations.map((operation, index): Named => ({ name: names[index] as string, operation }));
  const tools: Tool[] = [];
  const calls = new Map<string, Called>();
  for (const { name, operation } of choose(named, include)) {
    const warn = (message: string): void => document.warn(`${operation.method} ${operation.path}: ${message}`);
    if (!findPlaceholders(document, operation.route)) continue;
    if (isUpgrade(document, operation)) {
      warn('is left out; it upgrades the connection, which no request and response can.');
      continue;
    }
    const route = findRoute(operation, settings.baseUrl);
    if (settings.origins && !isAllowed(endpoint, route)) {
      warn('is left out; its server is outside of settings.origins.');
      continue;
    }
    const read = readArguments(operation, {
      document,
      writer,
      warn,
      defaults,
      isSecret: (place, parameter) => credentials.has(`${place} ${parameter.toLowerCase()}`),
    });
    if (!read) continue;
    const byKey = nameArguments(read.list);
    const tool: Tool = {
      name,
      description: describeOperation(operation),
      inputSchema: writeInputSchema(byKey, writer, warn),
      annotations: annotate(operation),
    };
    warnOfCuts(tool, warn);
    tools.push(tool);
    const { method, id: operationId, tags, deprecated } = operation;
    const callable = { ...tool, endpoint: acceptor(operation), route, named: byKey };
    calls.set(name, {
      build: createCall({ ...callable, body: read.body, aliases: writer.aliases }),
      operation: { method, route, operationId, tags, deprecated },
    });
  }
  warnOfSize(tools, document);
  return {
    tools,
    warnings: document.warnings,
    build: (name, args = {}) => findCall(calls, name).build(args),
    operation: (name) => findCall(calls, name).operation,
  };
}

/**
 * Makes tools of the operations of an OpenAPI document, and a function that builds the requests of their calls. A model chooses
 * values; origin, method, path and the names of the query are the operation's, credentials and other headers the settings'.
 *
 * @param document a parsed OpenAPI 3.x or Swagger 2.0 document, or an `ApiDocument`
 * @throws Error for anything else; EndpointError `invalid-option` for settings as `createEndpoint`, and for an unknown word of `include`
 */
export function createTools(document: object, toolsSettings: ToolsSettings = {}): Tools {
  const source = document instanceof ApiDocument ? document : new ApiDocument(document);
  return createToolsFrom(source, readApi(source, toolsSettings.query?.arrays), toolsSettings);
}

function findCall<Call>(calls: ReadonlyMap<string, Call>, name: unknown): Call {
  const call = calls.get(name as string);
  if (call) return call;
  const similar = findSimilar(String(name).slice(0, 64), calls.keys());
  const some = [...calls.keys()].slice(0, 10).join(', ');
  const hint =
    similar === undefined ? `call one of ${some}${calls.size > 10 ? ', …' : ''}` : `the closest one is ${similar}`;
  return fail('invalid-option', 'name', `there is no tool ${JSON.stringify(clean(String(name)))}; ${hint}`);
}
