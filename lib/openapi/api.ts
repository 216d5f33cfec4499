import type { QueryArrays } from '../options.js';
import type { JsonObject, Located, LocatedObject } from './document.js';
import type { SchemaMember } from './schema.js';

/** A parameter outside of the body. An object whose members the API reads as parameters is replaced by them. */
export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Always true in a path. */
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Of the parameter, or else of its schema. */
  readonly description: string | undefined;
  readonly schema: Located;
  /** Beside its schema; undefined where there is none. */
  readonly example: unknown;
  /** The media type of a value that is written as text of that type, such as `application/json`. */
  readonly mediaType: string | undefined;
  /** In OpenAPI's terms, such as `matrix`; Swagger 2.0's `tsv` is `tabDelimited`. */
  readonly style: string;
  /** Whether members of lists and objects are written one by one. */
  readonly explode: boolean;
  /** Whether its schema allows lists. */
  readonly isList: boolean;
  /** Whether its schema allows objects. */
  readonly isObject: boolean;
  /** Whether its slashes separate path segments (`x-multi-segment`). */
  readonly multiSegment: boolean;
  /** Whether reserved characters are kept in a path (`allowReserved`). */
  readonly allowReserved: boolean;
  /** Whether it is the query as a whole (`in: querystring`). */
  readonly isWholeQuery: boolean;
  /**
   * The expression of the route that writes it, such as `{;id*}` or `{?ids}`; undefined for a parameter that the route doesn't name, in the
   * query or elsewhere.
   */
  readonly expression: string | undefined;
  /** Whether its value is text that the caller writes, because neither a route nor a setting of the builder has its style. */
  readonly text: boolean;
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
  /** How members of a form are written where that isn't the default: Encoding Objects by name, of the first media type. */
  readonly encoding: JsonObject;
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
  /**
   * The route as callers of the builder write it: with the styles of its parameters (`GET /pets/{;id}{?ids}`), and absolute if the operation
   * has servers of its own.
   */
  readonly route: string;
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** The URL of its documentation. */
  readonly docs: string | undefined;
  /** Undefined for the document's own. */
  readonly baseUrl: string | undefined;
  /** Empty for the document's own. */
  readonly servers: readonly ApiServer[];
  /** Alternatives, each a list of credentials that are needed together; nothing where the document has none. */
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
  /** The first is the preferred one; those of WebSockets are last. */
  readonly baseUrls: readonly string[];
  /** The servers of `baseUrls`, with their variables. */
  readonly servers: readonly ApiServer[];
  /** The URL of the documentation of the whole API. */
  readonly docs: string | undefined;
  /** The URLs of the documentation of tags, by the tag's name. */
  readonly tagDocs: ReadonlyMap<string, string>;
  /** The setting `query.arrays` of the builder that the routes are for: they name the lists of other styles. */
  readonly arrays: QueryArrays;
  readonly operations: readonly ApiOperation[];
}
