import { readObject } from '../../json/read.js';
import type { Document } from './document.js';
import { readDocument } from './stored.js';

/** A document that was read as far as possible. */
interface ReadDocument {
  readonly document: Document;
  /** Members that this version doesn't know, with their part: `call.colour`. */
  readonly unknown: readonly string[];
  /** Members with a mistake, and the mistakes. */
  readonly damaged: readonly { readonly name: string; readonly mistake: string }[];
}

/**
 * Reads a document from plain JSON as `readDocument` does, but member by member: those that are unknown or damaged are left out.
 * @throws Error with one sentence about the mistake, if it isn't a document
 */
export function readDocumentPartly(json: unknown, base: Document): ReadDocument {
  const object = readObject(json, 'The document');
  const unknown = Object.keys(object).filter((name) => !Object.hasOwn(base, name));
  const damaged: { name: string; mistake: string }[] = [];
  const kept = { builder: new Map<string, unknown>(), call: new Map<string, unknown>() };
  for (const part of ['builder', 'call'] as const) {
    const members = readObject(object[part] ?? {}, part === 'builder' ? 'The request' : 'The call');
    for (const [name, value] of Object.entries(members)) {
      const title = part === 'call' ? `call.${name}` : name;
      try {
        if (!Object.hasOwn(base[part], name)) unknown.push(title);
        else if (readDocument({ [part]: { [name]: value } }, base)) kept[part].set(name, value);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        damaged.push({ name: title, mistake: error.message });
      }
    }
  }
  const document = readDocument(
    { builder: Object.fromEntries(kept.builder), call: Object.fromEntries(kept.call) },
    base,
  );
  return { document, unknown, damaged };
}
