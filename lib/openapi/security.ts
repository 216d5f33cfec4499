import type { ApiCredential, ApiOperation } from './api.js';
import { asObject, asString, type ApiDocument, type LocatedObject } from './document.js';

/** The places of keys. */
const PLACES = ['header', 'query', 'cookie'] as const;
/** The kinds of schemes; OAuth 2.0 and OpenID Connect result in a bearer token (RFC 6750). */
const KINDS: ReadonlyMap<unknown, ApiCredential['kind']> = /* @__PURE__ */ new Map([
  ['basic', 'basic'],
  ['bearer', 'bearer'],
  ['oauth2', 'bearer'],
  ['openIdConnect', 'bearer'],
]);

/**
 * Reads the credentials that an operation accepts: alternatives, each a list of credentials that are needed together. An operation's
 * `security` replaces the document's.
 *
 * @returns nothing where the document has none; an empty alternative where none are needed
 */
export function readSecurity(document: ApiDocument, operation: LocatedObject): ApiOperation['security'] {
  const isOwn = operation.value['security'] !== undefined;
  const holder = isOwn ? operation : document.locate(document.root);
  // An empty list says the same as an empty alternative.
  if (isOwn && document.list(holder, 'security').length === 0) return [[]];
  return document
    .objects(holder, 'security')
    .map(({ value }) => Object.keys(value).map((scheme) => readScheme(document, scheme)));
}

/** Finds the security schemes of a document. */
export function listSchemes(document: ApiDocument) {
  const root = document.locate(document.root);
  return new Map([
    ...document.entries(root, 'securityDefinitions'),
    ...document.entries(document.member(root, 'components'), 'securitySchemes'),
  ]);
}

function readScheme(document: ApiDocument, scheme: string): ApiCredential {
  // OpenAPI 3.2 has URIs, too.
  const definition =
    listSchemes(document).get(scheme) ?? (/[#/]/.test(scheme) ? document.lookUp(scheme, document.entry) : undefined);
  if (!definition) document.warn(`security: there is no scheme ${JSON.stringify(scheme)}.`);
  const { type, scheme: http, in: place, name, description } = asObject(definition && document.read(definition).value);
  const key = type === 'apiKey' && typeof name === 'string' ? PLACES.find((each) => each === place) : undefined;
  return {
    scheme,
    description: asString(description),
    kind: key ? 'key' : (KINDS.get(type === 'http' ? String(http).toLowerCase() : type) ?? 'other'),
    in: key,
    name: key && asString(name),
  };
}
