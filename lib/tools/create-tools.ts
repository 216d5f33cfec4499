import { createEndpoint } from '../endpoint.js';
import { fail, type EndpointError } from '../errors.js';
import { ApiDocument, asObject } from '../openapi/document.js';
import type { Api, ApiOperation } from '../openapi/api.js';
import { findPlaceholders } from '../openapi/placeholders.js';
import { readApi } from '../openapi/read-api.js';
import { isAbsolute } from '../openapi/routes.js';
import type { EndpointSettings, RequestOptions } from '../options.js';
import { setOwn } from '../request/plain-objects.js';
import { SETTINGS } from '../settings.js';
import { assertSettings, findSimilar } from '../strict.js';
import type { Endpoint } from '../types/endpoint-types.js';
import { readArguments, type Argument } from './arguments.js';
import { createCall } from './call.js';
import { MAX_SIZE, SchemaWriter, type InputSchema, type Written } from './schemas.js';
import { clean, nameOperations } from './words.js';

/** An operation as a tool of a model, in the form of MCP's `tools/list`. */
export interface Tool {
  /** From the operation's id, or else from its method and path; at most 64 letters, digits, `_` and `-`. */
  name: string;
  description: string;
  inputSchema: InputSchema;
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
  /** What the document has and no tool or argument does, each with its reason in a sentence. */
  readonly warnings: readonly string[];
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

/** The base URL of a document, unless it has variables without values, or is relative to the document. */
function findBaseUrl({ baseUrls: [baseUrl = ''] }: Api, document: ApiDocument): string {
  if (/^(?:https?:\/\/|\/(?!\/))[^{}?#]*$/i.test(baseUrl)) {
    try {
      createEndpoint({ baseUrl });
      return baseUrl;
    } catch {
      // The warning is below.
    }
  }
  if (baseUrl) document.warn(`servers: ${JSON.stringify(baseUrl)} can't be a base URL; pass baseUrl.`);
  return '';
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
  const { root } = document;
  const schemes = {
    ...asObject(root['securityDefinitions']),
    ...asObject(asObject(root['components'])['securitySchemes']),
  };
  return new Set(
    Object.values(schemes).flatMap((scheme) => {
      const { in: place, name } = document.follow(document.locate(scheme))?.value ?? {};
      return typeof name === 'string' ? [`${String(place)} ${name.toLowerCase()}`] : [];
    }),
  );
}

/** Gives each argument its name: a repeated one has its place in it. */
function nameArguments(list: readonly Argument[]): Map<string, Argument> {
  const named = new Map<string, Argument>();
  for (const argument of list) {
    const { name, place } = argument;
    let key = name;
    for (let turn = 1; named.has(key); turn++) key = `${place}_${name}${turn > 1 ? `_${turn}` : ''}`;
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
    ...writeDependents(named),
    ...(Object.keys(definitions.schema).length > 0 && { $defs: definitions.schema as Record<string, object> }),
  };
}

/** The longest list of what members of a body need. */
const MAX_DEPENDENTS = 1000;

/** An optional body that is passed must have some of its members. */
function writeDependents(named: ReadonlyMap<string, Argument>): { dependentRequired?: Record<string, string[]> } {
  const members = [...named].filter(([, { place }]) => place === 'body');
  const needed = members.flatMap(([key, { isNeeded, required }]) => (isNeeded && !required ? [key] : []));
  if (needed.length === 0 || members.length * needed.length > MAX_DEPENDENTS) return {};
  const dependentRequired: Record<string, string[]> = {};
  for (const [key] of members) setOwn(dependentRequired, key, needed);
  return { dependentRequired };
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

/**
 * Makes tools of the operations of an OpenAPI document, and a function that builds the requests of their calls. A model chooses
 * values; origin, method, path and the names of the query are the operation's, credentials and other headers the settings'.
 *
 * @param document a parsed OpenAPI 3.x or Swagger 2.0 document, or an `ApiDocument`
 * @throws Error for anything else; EndpointError `invalid-option` for settings as `createEndpoint`, and for an unknown word of `include`
 */
export function createTools(document: object, toolsSettings: ToolsSettings = {}): Tools {
  assertSettings('settings', toolsSettings, { ...SETTINGS, include: undefined }, fail);
  const { include, ...settings } = toolsSettings;
  const source = document instanceof ApiDocument ? document : new ApiDocument(document);
  const api = readApi(source, settings.query?.arrays);
  const endpoint = createEndpoint({
    ...settings,
    baseUrl: settings.baseUrl ?? findBaseUrl(api, source),
    query: { ...settings.query, arrays: api.arrays },
  });
  const credentials = listCredentials(source);
  for (const name of Object.keys(endpoint.DEFAULTS.headers)) credentials.add(`header ${name}`);
  const writer = new SchemaWriter(source);
  const names = nameOperations(api.operations);
  const named = api.operations.map((operation, index): Named => ({ name: names[index] as string, operation }));
  const tools: Tool[] = [];
  const calls = new Map<string, (args: unknown) => RequestOptions>();
  for (const { name, operation } of choose(named, include)) {
    const warn = (message: string): void => source.warn(`${operation.method} ${operation.path}: ${message}`);
    if (!findPlaceholders(source, operation.route)) continue;
    const route = findRoute(operation, settings.baseUrl);
    if (!isAllowed(endpoint, route)) {
      warn('is left out; its server is outside of settings.origins.');
      continue;
    }
    const read = readArguments(operation, {
      document: source,
      writer,
      warn,
      isReserved: (place, parameter) => credentials.has(`${place} ${parameter.toLowerCase()}`),
    });
    if (!read) continue;
    const byKey = nameArguments(read.list);
    const tool: Tool = {
      name,
      description: describeOperation(operation),
      inputSchema: writeInputSchema(byKey, writer, warn),
    };
    tools.push(tool);
    calls.set(
      name,
      createCall({ ...tool, endpoint, operation: { ...operation, route }, named: byKey, body: read.body }),
    );
  }
  return { tools, warnings: source.warnings, build: (name, args = {}) => findCall(calls, name)(args) };
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
