import { askOnce } from '../../../../ui/thread.js';
import type { Findings, Refusal } from '../reading.js';
import { readCollection } from './read.js';

/** Texts up to this length are read faster than a thread starts. */
const SHORT = 200_000;

/** Reads a collection, in a thread of its own if it is large; undefined for a text that isn’t JSON. */
export async function readCollectionApart(text: string): Promise<Findings | Refusal | undefined> {
  if (text.length <= SHORT) return readCollection(text);
  const thread = new Worker(new URL('collections.worker.ts', import.meta.url), { type: 'module' });
  return (await askOnce(thread, 'read', text)) as Findings | Refusal | undefined;
}
