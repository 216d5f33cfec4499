/** Reads one large collection outside of the page's thread, which parsing 10 MB would stop for half a second. */
import { getReason } from '../../../../ui/text.js';
import { UnreadableError } from '../reading.js';
import { readCollection, type CollectionFindings } from './read.js';

/** The findings, or the reason for the failure: a sentence for the user where the text is at fault. */
export type CollectionAnswer =
  | { readonly findings: CollectionFindings | undefined }
  | { readonly failure: string; readonly isRefusal: boolean };

function answer(text: string): CollectionAnswer {
  try {
    return { findings: readCollection(text) };
  } catch (error) {
    if (error instanceof RangeError)
      return { failure: `The text is nested too deeply: ${error.message}.`, isRefusal: true };
    return { failure: getReason(error), isRefusal: error instanceof UnreadableError };
  }
}

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(answer(data)));
