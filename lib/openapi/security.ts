import type { ApiCredential } from './api.js';
import { asArray, asObject, asString, isObject } from './document.js';
import type { ApiDocument, JsonObject } from './document.js';
import { hasOwn } from '../template/values.js';

/**
 * Reads the credentials that an operation accepts: alternatives, each a list of credentials that are needed together. An operation's
 * `security` replaces the document's.
 *
 * @returns nothing where the document has none; an empty alternative where none are needed
 */
export function readSecurity(document: ApiDocument, operation: JsonObject): readonly (readonly ApiCredential[])[] {
  const { root } = document;
  const schemes = {
    ...asObject(root['securityDefinitions']),
    ...asObject(asObject(root['components'])['securitySchemes']),
  };
  const security = Array.isArray(operation['security']) ? operation['security'] : root['security'];
  // An empty list says the same as an empty alternative.
  if (Array.isArray(operation['security']) && operation['security'].length === 0) return [[]];
  return asArray(security)
    .filter(isObject)
    .map((alternative) => Object.keys(alternative).map((scheme) => readScheme(document, scheme, schemes)));
}

function readScheme(document: ApiDocument, scheme: string, schemes: JsonObject): ApiCredential {
  const definition = hasOwn(schemes, scheme) ? document.follow(document.locate(schemes[scheme])) : undefined;
  if (!definition) document.warn(`security: there is no scheme ${JSON.stringify(scheme)}.`);
  const { value = {} } = definition ?? {};
  return { scheme, description: asString(value['description']), ...readKind(value) };
}

function readKind({ type, scheme, in: place, name }: JsonObject): Pick<ApiCredential, 'kind' | 'in' | 'name'> {
  const key = place === 'query' || place === 'cookie' || place === 'header' ? place : undefined;
  if (type === 'apiKey' && key && typeof name === 'string') return { kind: 'key', in: key, name };
  const http = type === 'http' ? String(scheme).toLowerCase() : type;
  const kind = http === 'basic' ? 'basic' : http === 'bearer' || isToken(http) ? 'bearer' : 'other';
  return { kind, in: undefined, name: undefined };
}

/** Whether a scheme results in a bearer token (RFC 6750). */
function isToken(type: unknown): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}
