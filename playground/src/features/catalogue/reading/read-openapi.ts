import {
  ApiDocument,
  findPlaceholders,
  readApi,
  type Api,
  type ApiCredential,
  type ApiOperation,
  type ApiServer,
} from 'endpoint.js/openapi';
import { fillServer, type Catalogue, type Credential, type Operation, type Server } from '../catalogue.js';
import { readBody, readParameters, cutMarkdown, summarizeMarkdown } from './read-parameters.js';
import { TextError } from './parse-text.js';

const MAX_SUMMARY = 160;
const MAX_DESCRIPTION = 800;
/** The most warnings that are kept. */
const MAX_WARNINGS = 200;

/**
 * Reads the routes of a parsed OpenAPI 3.x or Swagger 2.0 document; malformed parts count as absent.
 *
 * @param url of the document, which its servers may be relative to
 * @throws Error with a predicate if it isn't such a document, or has no routes
 */
export function readOpenApi(root: unknown, url?: string): Catalogue {
  // References leave the fragment out.
  const entry = url?.replace(/#.*/s, '');
  const files = entry === undefined ? undefined : { entry, files: new Map([[entry, root]]) };
  const document = new ApiDocument(root, files);
  // The form's builder joins lists for GitHub alone.
  const isGitHub = JSON.stringify(document.root['servers'] ?? '').includes('"https://api.github.com"');
  const read = readApi(document, isGitHub ? 'comma' : undefined);
  const origin = url === undefined ? '' : new URL(url).origin;
  const servers = read.servers.length > 0 ? read.servers : [{ url: origin, description: undefined, variables: [] }];
  const api = { ...read, servers };
  const { title, version } = api;
  const operations = api.operations.filter(({ route }) => findPlaceholders(document, route));
  if (operations.length === 0)
    throw new TextError('has no routes: its “paths” contain no operation; add one such as `/pets: { get: … }`.');
  return {
    title: title?.trim() || 'An API without a title',
    version: version ?? '',
    operations: operations.map((operation) => readOperation(document, api, operation)),
    // Known after all operations were read.
    warnings: document.warnings.slice(0, MAX_WARNINGS),
  };
}

function readOperation(document: ApiDocument, api: Api, operation: ApiOperation): Operation {
  const { method, path, route, id = '', tags, summary, description, deprecated, body, security } = operation;
  const isAbsolute = /^\S+ https?:/i.test(route);
  const servers = operation.servers.length > 0 && !isAbsolute ? operation.servers : api.servers;
  const text = description === summary ? undefined : description;
  // Required parameters first, otherwise in their order.
  const parameters = readParameters(document, operation).sort((a, b) => Number(b.required) - Number(a.required));
  return {
    method,
    path,
    route,
    id,
    tags,
    summary: summarizeMarkdown(summary?.trim() || id || description, MAX_SUMMARY),
    description: cutMarkdown(text, MAX_DESCRIPTION),
    deprecated,
    docs: findDocs(api, operation),
    parameters,
    body: body && readBody(body, parameters),
    servers: servers.map(readServer),
    security: security.map((alternative) => alternative.map(readCredential)),
  };
}

/** The documentation of the operation, else of one of its tags, else of the whole API. */
function findDocs(api: Api, { docs, tags }: ApiOperation): string {
  const urls = [docs, ...tags.map((tag) => api.tagDocs.get(tag)), api.docs];
  return urls.find((url) => url !== undefined && /^https?:\/\/\S+$/.test(url)) ?? '';
}

const HOST = {
  name: 'host',
  preset: '',
  choices: [],
  description: 'The document names no host; enter the API’s, such as api.example.com.',
};

/** Reads a server; a relative one asks for its host. */
function readServer({ url, description = '', variables }: ApiServer): Server {
  const server = {
    url,
    description: summarizeMarkdown(description, MAX_SUMMARY),
    variables: variables.map((variable) => ({
      name: variable.name,
      preset: variable.default ?? '',
      choices: variable.choices,
      description: summarizeMarkdown(variable.description, MAX_SUMMARY),
    })),
  };
  if (/^(?:[a-z][a-z\d+.-]*:)?\/\/|^\{/i.test(fillServer(server))) return server;
  const path = url && `/${url.replace(/^\.?\//, '')}`;
  return { ...server, url: `https://{host}${path}`, variables: [HOST, ...server.variables] };
}

function readCredential({ kind, scheme, name, in: place }: ApiCredential): Credential {
  return { kind, name: name ?? scheme, in: place ?? '' };
}
