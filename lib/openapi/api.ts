import type { Located } from './document.js';

/** How the values of a list stand in a query. */
export type ListStyle = 'repeat' | 'comma' | 'other';

/** A parameter beside the body. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  /** Undefined where its value is text whatever the schema says: JSON text, or a list joined by something else than a comma. */
  readonly schema: Located | undefined;
  /** A sentence about how the value is written, where there is something to say. */
  readonly note: string | undefined;
  /** Of a list in a query. */
  readonly lists: ListStyle | undefined;
  /** Whether its slashes separate segments of the path. */
  readonly multiSegment: boolean;
}

/** A body: of JSON, or else one that is given as it is. */
export interface Body {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly mediaTypes: readonly string[];
  /** Of a JSON body. */
  readonly schema: Located | undefined;
}

/** A method on a path, whatever the version of the document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Where more is told. */
  readonly docs: string | undefined;
  /** Where it is not that of the document. */
  readonly baseUrl: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
}

/** What all operations have in common. */
export interface Api {
  readonly title: string;
  readonly version: string;
  /** What the document is, such as `OpenAPI 3.0.3`. */
  readonly format: string;
  /** The first is the one to use. */
  readonly baseUrls: readonly string[];
  readonly operations: readonly Operation[];
}

/** Whether a body of this type is JSON. */
export function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}
