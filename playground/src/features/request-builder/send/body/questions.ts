import type { JsonMistake } from './json-mistake.js';
import type { TreeRow } from './tree.js';

/** The part of an unfolded tree that is in sight. */
export interface Lines {
  readonly start: number;
  readonly rows: readonly TreeRow[];
}

/** What a page may ask the worker, and the responses. `open` comes first; the others are about the opened body. */
export interface Questions {
  /** Parses a body; its mistake if it isn't JSON, and undefined for JSON that is neither an object nor a list. */
  readonly open: {
    readonly ask: { readonly body: Blob; readonly charset: string };
    readonly answer: { readonly length: number } | { readonly mistake: JsonMistake } | undefined;
  };
  readonly lines: { readonly ask: { readonly start: number; readonly end: number }; readonly answer: Lines };
  readonly toggle: { readonly ask: { readonly index: number }; readonly answer: { readonly length: number } };
  /** Finds a text; the number of matches, and whether there may be more. */
  readonly search: {
    readonly ask: { readonly text: string };
    readonly answer: { readonly count: number; readonly more: boolean };
  };
  /** Unfolds a match of the last search; its line. */
  readonly reveal: {
    readonly ask: { readonly match: number };
    readonly answer: { readonly length: number; readonly line: number };
  };
}

export type QuestionName = keyof Questions;

export interface Question<Name extends QuestionName = QuestionName> {
  readonly id: number;
  readonly name: Name;
  readonly ask: Questions[Name]['ask'];
}

/** A response, or the reason why there is none. */
export type WorkerAnswer = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: string });
