import type { Document } from './document.js';
import { write } from './writing.js';

interface Task {
  readonly document: Document;
  readonly base: Document;
}

addEventListener('message', ({ data: { document, base } }: MessageEvent<Task>) => {
  void (async () => postMessage(await write(document, base)))();
});
