import type { ApiCredential } from './api.js';
import { asObject, asString, type ApiDocument, type JsonObject, type Located, type LocatedObject } from './document.js';

/**
 * Reads the credentials that an operation accepts: alternatives, each a list of credentials that are needed together. An operation's
 * `security` replaces the document's.
 *
 * @returns nothing where the document has none; an empty alternative where none are needed
 */
export function readSecurity(document: ApiDocument, operation: LocatedObject): readonly (readonly ApiCredential[])[] {
  const isOwn = operation.value['security'] !== undefined;
  const holder = isOwn ? operation : document.locate(document.root);
  // An empty list says the same as an empty alternative.
  if (isOwn && document.list(holder, 'security').length === 0) return [[]];
  return document
    .objects(holder, 'security')
    .map(({ value }) => Object.keys(value).map((scheme) => readScheme(document, scheme)));
}

/** Finds the security schemes of a document. */
export function listSchemes(document: ApiDocument): ReadonlyMap<string, Located> {
  const root = document.locate(document.root);
  return new Map([
    ...document.entries(root, 'securityDefinitions'),
    ...document.entries(document.member(root, 'components'), 'securitySchemes'),
  ]);
}

function readScheme(document: ApiDocument, scheme: string): ApiCredential {
  const definition = listSchemes(document).get(scheme);
  if (!definition) document.warn(`security: there is no scheme ${JSON.stringify(scheme)}.`);
  const value = definition ? asObject(document.read(definition).value) : {};
  return { scheme, description: asString(value['description']), ...readKind(value) };
}

/** The kinds of schemes; OAuth 2.0 and OpenID Connect result in a bearer token (RFC 6750). */
const KINDS: ReadonlyMap<unknown, ApiCredential['kind']> = /* @__PURE__ */ new Map([
  ['basic', 'basic'],
  ['bearer', 'bearer'],
  ['oauth2', 'bearer'],
  ['openIdConnect', 'bearer'],
]);

function readKind({ type, scheme, in: place, name }: JsonObject): Pick<ApiCredential, 'kind' | 'in' | 'name'> {
  const key = place === 'query' || place === 'cookie' || place === 'header' ? place : undefined;
  if (type === 'apiKey' && key && typeof name === 'string') return { kind: 'key', in: key, name };
  const http = type === 'http' ? String(scheme).toLowerCase() : type;
  return { kind: KINDS.get(http) ?? 'other', in: undefined, name: undefined };
}
