import type { JsonObject } from '../../../json/json.js';
import type { Operation } from '../catalogue.js';
import type { ReadDocument } from '../reading/read-document.js';

/** A document in the library. */
export interface DocumentInfo extends Omit<ReadDocument, 'catalogue'> {
  readonly id: string;
  /** Milliseconds since 1970, when it was added; 0 for one that comes with the page. */
  readonly at: number;
  /** Whether it is still there after the page is closed. */
  readonly kept: boolean;
}

/** The documents, and the one that was chosen last. */
export interface Shelf {
  readonly documents: readonly DocumentInfo[];
  readonly chosen: string;
}

/** A route that a search found. */
export interface Hit extends Pick<Operation, 'method' | 'path' | 'summary' | 'deprecated'> {
  /** Index of the operation in its document. */
  readonly index: number;
}

/** The result of a search: the best hits, and the number of all. */
export interface Hits {
  readonly hits: readonly Hit[];
  readonly count: number;
}

/** The operation that a url is a request to. */
export interface FoundOperation {
  readonly operation: Operation;
  /** The url of its server. */
  readonly server: string;
  /** Options of the builder, where `@in` stands for `endpoint.in`. */
  readonly parameters: JsonObject;
}
