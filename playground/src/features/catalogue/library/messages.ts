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

/** A parameter that a url has, by the route that writes it. */
export interface FoundParameter {
  readonly name: string;
  /** `auto` is that of its name. */
  readonly place: 'auto' | 'path' | 'query';
  readonly value: unknown;
}

/** The operation that a url is a request to. */
export interface FoundOperation {
  readonly operation: Operation;
  /** The url of its server. */
  readonly server: string;
  readonly parameters: readonly FoundParameter[];
}

/** The requests to the library: arguments and result of each. */
export interface LibraryRequests {
  readonly open: { readonly question: object; readonly answer: Shelf };
  readonly add: { readonly question: { readonly document: ReadDocument }; readonly answer: Shelf };
  readonly remove: { readonly question: { readonly id: string }; readonly answer: Shelf };
  readonly choose: { readonly question: { readonly id: string }; readonly answer: Shelf };
  readonly search: { readonly question: { readonly id: string; readonly query: string }; readonly answer: Hits };
  /** The operation of the chosen document to which a request with this url goes. */
  readonly find: {
    readonly question: { readonly method: string; readonly url: string };
    readonly answer: FoundOperation | undefined;
  };
  readonly operation: {
    readonly question: { readonly id: string; readonly index: number };
    readonly answer: Operation;
  };
}

export type RequestName = keyof LibraryRequests;
export type Question<Name extends RequestName> = LibraryRequests[Name]['question'];
export type Answer<Name extends RequestName> = LibraryRequests[Name]['answer'];

/** A request to the library's thread. */
export interface LibraryRequest {
  readonly id: number;
  readonly name: RequestName;
  readonly question: unknown;
}

/** The response with the request's id; `failure` is a sentence for the user. */
export type LibraryAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };
