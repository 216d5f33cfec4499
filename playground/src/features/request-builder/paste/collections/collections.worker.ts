/** Reads one large collection outside of the page's thread, which parsing 10 MB would stop for half a second. */
import { UnreadableError, type Findings } from '../reading.js';
import { readCollection } from './read.js';

/** The findings, or the error, whose class only the flag keeps. */
export type CollectionAnswer =
  | { readonly findings: Findings | undefined }
  | { readonly failure: Error; readonly isRefusal: boolean };

function answer(text: string): CollectionAnswer {
  try {
    return { findings: readCollection(text) };
  } catch (error) {
    return { failure: error as Error, isRefusal: error instanceof UnreadableError };
  }
}

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(answer(data)));
