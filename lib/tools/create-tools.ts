import { createEndpoint } from '../endpoint.js';
import { fail, type EndpointError } from '../errors.js';
import { ApiDocument, asObject, createWarn } from '../openapi/document.js';
import type { Api, ApiOperation, ApiParameter } from '../openapi/api.js';
import { findPlaceholders } from '../openapi/placeholders.js';
import { readApi } from '../openapi/read-api.js';
import { isAbsolute } from '../openapi/routes.js';
import { listSchemes } from '../openapi/security.js';
import { isUpgrade } from '../openapi/upgrades.js';
import type { EndpointSettings, RequestOptions } from '../options.js';
import { SETTINGS } from '../settings.js';
import { assertSettings } from '../strict.js';
import { cached } from '../template/cache.js';
import type { Endpoint } from '../types/endpoint-types.js';
import type { Argument, ReadContext } from './argument.js';
import { readArguments } from './arguments.js';
import { createCall } from './call.js';
import { isEmpty, SchemaWriter, type InputSchema, type Schema } from './schemas.js';
import { clean, findClosest, isCut, isPortable, nameOperations, toAlias } from './words.js';
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

const RULES = { ...SETTINGS, include: undefined };

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
  readonly tool: Tool;
  readonly build: (args: unknown) => RequestOptions;
  readonly operation: ApiOperation;
}

/** A named operation. */
interface Named {
  readonly name: string;
  readonly operation: ApiOperation;
}

function choose(named: readonly Named[], include: ToolsSettings['include']) {
  if (include === undefined) return named;
  if (typeof include === 'function') return named.filter(({ operation }) => include(operation));
  if (!Array.isArray(include)) return fail('invalid-option', 'settings.include', 'must be a list or a function');
  const listWords = ({ name, operation: { id = name, tags } }: Named) => [name, id, ...tags];
  const known = new Set(named.flatMap(listWords));
  for (const word of include)
    if (!known.has(word)) {
      const hint = findClosest(String(word), known) ?? 'pass operationIds or tags';
      fail('invalid-option', 'settings.include', `the document has no ${JSON.stringify(String(word))}; ${hint}`);
    }
  const chosen = new Set<string>(include);
  return named.filter((each) => listWords(each).some((word) => chosen.has(word)));
}

/** The base URL of a document without credentials, unless it has variables without values; with a warning where it has no host. */
function findBaseUrl({ baseUrls: [stated = ''] }: Api, document: ApiDocument): string {
  const baseUrl = stated.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');
  const server = `servers: ${JSON.stringify(baseUrl)}`;
  if (baseUrl !== stated) document.warn(`${server} has a user, which is left out; set headers.`);
  try {
    createEndpoint({ baseUrl });
    if (!/^https?:\/\//i.test(baseUrl)) document.warn(`${server} has no host; pass baseUrl.`);
    return baseUrl;
  } catch {
    document.warn(`${server} can't be a base URL; pass baseUrl.`);
    return '';
  }
}

/** The route of an operation; with a base URL of the settings, which decides where credentials go, without the operation's own server. */
function findRoute({ route, baseUrl: server = '' }: ApiOperation, baseUrl: string | undefined): string {
  return baseUrl !== undefined && isAbsolute(route) ? route.replace(server.replace(/\/+$/, ''), '') : route;
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

/** The reason why an operation is no tool. @param endpoint of settings with origins */
function findObstacle(document: ApiDocument, operation: ApiOperation, endpoint: Endpoint | undefined) {
  if (isUpgrade(document, operation)) return 'it upgrades the connection, which no request and response can';
  if (/[?&]\{[^{}]*\}=/.test(operation.route)) return 'its arguments would be names of the query';
  return endpoint && !isAllowed(endpoint, operation.route) ? 'its server is outside of settings.origins' : undefined;
}

/** Names the headers and query parameters of the document's credentials, as `header x-key`. */
function listCredentials(document: ApiDocument) {
  return new Set(
    Array.from(listSchemes(document).values(), (scheme) => {
      const { in: place, name } = asObject(document.read(scheme).value);
      return `${String(place)} ${String(name).toLowerCase()}`;
    }),
  );
}

/** Gives each argument its name: a repeated one has its place in it. */
function nameArguments(list: readonly Argument[]) {
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

/** The tools that a model still chooses well from, and the size of their definitions in characters of JSON. */
const MAX_TOOLS = 128;
const MAX_DEFINITIONS = 400_000;

function annotate({ method, summary = '' }: ApiOperation): ToolAnnotations {
  const title = clean(summary);
  const readOnlyHint = /^(?:GET|HEAD|OPTIONS|QUERY)$/.test(method);
  const idempotentHint = readOnlyHint || /^(?:PUT|DELETE)$/.test(method);
  const hints = { readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint };
  return title ? { title, ...hints } : hints;
}

function describeOperation({ summary = '', description = '', method, path }: ApiOperation): string {
  const further = description.startsWith(summary) ? description.slice(summary.length) : description;
  return clean(`${summary.trim()}\n\n${further.trim()}`) || `${method} ${path}`;
}

function writeTool(
  { name, operation }: Named,
  named: ReadonlyMap<string, Argument>,
  { properties, definitions }: ReturnType<SchemaWriter['collect']>,
): Tool {
  return {
    name,
    description: describeOperation(operation),
    inputSchema: {
      type: 'object',
      properties,
      required: [...named.keys()].filter((key) => named.get(key)?.required),
      additionalProperties: false,
      ...(!isEmpty(definitions) && { $defs: definitions }),
    },
    annotations: annotate(operation),
  };
}

function warnOfCuts({ description, inputSchema: { properties } }: Tool, warn: (message: string) => void): void {
  if (isCut(description)) warn('its description is cut.');
  for (const key of Object.keys(properties))
    if (isCut(String((properties[key] as Schema)['description']))) warn(`${key}: its description is cut.`);
}

/**
 * Makes the tool of an operation; undefined, with a warning, where a required argument can't be one. Its steps are functions of their
 * own: V8 would spend more on optimizing one than on running it.
 */
function createTool(each: Named, context: ReadContext, acceptor: (accept: string) => Endpoint): Called | undefined {
  const { document, writer, warn } = context;
  const { operation } = each;
  const read = readArguments(operation, context);
  if (!read) return undefined;
  const named = nameArguments(read.list);
  const schemas = writer.collect(named);
  if (schemas.isCut) warn('parts of its schema are left out; it is too large.');
  const tool = writeTool(each, named, schemas);
  warnOfCuts(tool, warn);
  const endpoint = acceptor(listAccepted(document, operation).join());
  return {
    tool,
    build: createCall(Object.assign({ endpoint, operation, named, body: read.body, aliases: writer.aliases }, tool)),
    operation,
  };
}

/**
 * As {@link createTools}, of a document that is read already. It is for apps that load `endpoint.js/openapi` when they need it.
 *
 * @param api the result of `readApi(document, settings.query?.arrays)`
 * @throws as {@link createTools}
 */
export function createToolsFrom(document: ApiDocument, api: Api, toolsSettings: ToolsSettings = {}): Tools {
  assertSettings('settings', toolsSettings, RULES, fail);
  if (!((document as Partial<ApiDocument> | undefined)?.follow && (api as Partial<Api> | undefined)?.operations))
    fail('invalid-option', 'document', 'pass new ApiDocument(document), and the result of readApi');
  const { include, ...settings } = toolsSettings;
  const endpoint = createEndpoint({
    ...settings,
    baseUrl: settings.baseUrl ?? findBaseUrl(api, document),
    query: { ...settings.query, arrays: api.arrays },
  });
  const context = {
    document,
    writer: new SchemaWriter(document),
    shared: new WeakMap<ApiParameter, Argument>(),
    defaults: new Set(Object.keys(endpoint.DEFAULTS.headers)),
    credentials: listCredentials(document),
  };
  const isOwnAccept = endpoint.DEFAULTS.headers['accept'] !== JSON_MEDIA_TYPE;
  const acceptor = cached((accept) =>
    accept === '' || isOwnAccept ? endpoint : endpoint.defaults({ headers: { accept } }),
  );
  const calls = new Map<string, Called>();
  for (const { name, operation } of choose(nameOperations(api.operations), include)) {
    const warn = createWarn(document, operation);
    const placeholders = findPlaceholders(document, operation.route);
    if (!placeholders) continue;
    const placed = { ...operation, route: findRoute(operation, settings.baseUrl) };
    const isElsewhere = ![undefined, api.baseUrls[0]].includes(operation.baseUrl) && !isAbsolute(operation.route);
    const reason =
      isElsewhere && settings.baseUrl === undefined
        ? 'no route can begin with its server'
        : findObstacle(document, placed, settings.origins && endpoint);
    if (reason !== undefined) {
      warn(`is left out; ${reason}.`);
      continue;
    }
    const called = createTool({ name, operation: placed }, Object.assign({ placeholders, warn }, context), acceptor);
    if (called) calls.set(name, called);
  }
  const tools = Array.from(calls.values(), ({ tool }) => tool);
  if (tools.length > MAX_TOOLS || JSON.stringify(tools).length > MAX_DEFINITIONS)
    document.warn(`${tools.length} tools are too much for most models; choose some with settings.include.`);
  return {
    tools,
    warnings: document.warnings,
    build: (name, args = {}) => findCall(calls, name).build(args),
    operation: (name) => {
      const { method, route, id: operationId, tags, deprecated } = findCall(calls, name).operation;
      return { method, route, operationId, tags, deprecated };
    },
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
  assertSettings('settings', toolsSettings, RULES, fail);
  const source = document instanceof ApiDocument ? document : new ApiDocument(document);
  return createToolsFrom(source, readApi(source, toolsSettings.query?.arrays), toolsSettings);
}

function findCall(calls: ReadonlyMap<string, Called>, name: unknown): Called {
  const call = calls.get(name as string);
  if (call) return call;
  const names = [...calls.keys()];
  const hint =
    findClosest(String(name), names) ??
    (names.length > 0
      ? `call one of ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
      : 'no operation is one');
  return fail('invalid-option', 'name', `there is no tool ${JSON.stringify(clean(String(name)))}; ${hint}`);
}
