import type { Located, LocatedObject } from './document.js';
import type { SchemaMember } from './schema.js';

/** How the values of a list in a query are written: repeated (`a=1&a=2`), or joined by a separator. */
export type ListStyle = 'repeat' | 'comma' | 'pipes' | 'spaces' | 'tabs' | 'unknown';

/** A parameter outside of the body. */
export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Always true in a path. */
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Its own, or that of its schema. */
  readonly description: string | undefined;
  readonly schema: Located;
  /** Beside its schema; undefined where there is none. */
  readonly example: unknown;
  /** The media type of a value that is written as text of that type, such as `application/json`. */
  readonly mediaType: string | undefined;
  /** Of a list in a query, and of an object with `spread`. */
  readonly list: ListStyle | undefined;
  /** Whether the API reads each member of this object as a query parameter, or all of them joined, by `list`. */
  readonly spread: boolean;
  /** Whether its slashes separate path segments (`x-multi-segment`). */
  readonly multiSegment: boolean;
}

/** A field of a Swagger 2.0 form. */
export type ApiField = SchemaMember;

/** The body of a request. */
export interface ApiBody {
  readonly required: boolean;
  readonly description: string | undefined;
  /** A type of JSON is first; empty where the document names none. */
  readonly mediaTypes: readonly string[];
  /** Whether the first media type is JSON. */
  readonly json: boolean;
  /** Of the first media type. */
  readonly schema: Located;
  /** Of the first media type; undefined where there is none. */
  readonly example: unknown;
  /** Of a Swagger 2.0 form; OpenAPI 3 has them in the schema. */
  readonly fields: readonly ApiField[];
}

/** A variable in the url of a server. */
export interface ApiServerVariable {
  readonly name: string;
  readonly default: string | undefined;
  /** The allowed values; empty where any is. */
  readonly choices: readonly string[];
  readonly description: string | undefined;
}

/** A server of the API. */
export interface ApiServer {
  /** With `{name}` for variables. */
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly ApiServerVariable[];
}

/** A credential that a request contains. */
export interface ApiCredential {
  /** Name of the security scheme in the document. */
  readonly scheme: string;
  /** A bearer token (also of OAuth 2.0 and OpenID Connect), a user with a password, a key, or anything else. */
  readonly kind: 'bearer' | 'basic' | 'key' | 'other';
  /** Of a key. */
  readonly in: 'header' | 'query' | 'cookie' | undefined;
  /** Name of the header, query parameter or cookie of a key. */
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** A method of a path. */
export interface ApiOperation {
  /** In upper case. */
  readonly method: string;
  /** As in the document: with `{name}` for parameters. */
  readonly path: string;
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** The URL of its documentation. */
  readonly docs: string | undefined;
  /** Undefined for that of the document. */
  readonly baseUrl: string | undefined;
  /** Empty for those of the document. */
  readonly servers: readonly ApiServer[];
  /** Alternatives, each a list of credentials that are needed together; nothing where the document states none. */
  readonly security: readonly (readonly ApiCredential[])[];
  readonly tags: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiBody | undefined;
  /** As in the document. */
  readonly source: LocatedObject;
}

/** The operations of a document, the same for all versions of the format. */
export interface Api {
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** The format of the document, such as `OpenAPI 3.0.3`. */
  readonly format: string;
  /** The first is the preferred one. */
  readonly baseUrls: readonly string[];
  /** Those of `baseUrls`, with their variables. */
  readonly servers: readonly ApiServer[];
  /** The URL of the documentation of the whole API. */
  readonly docs: string | undefined;
  /** The URLs of the documentation of tags, by the tag's name. */
  readonly tagDocs: ReadonlyMap<string, string>;
  readonly operations: readonly ApiOperation[];
}
