import { parseJson } from '../../../../json/json.js';
import { UnreadableError, type Findings } from '../reading.js';
import { findEntries, readHar } from './har.js';
import { findPostmanCollection, readPostman } from './postman.js';

/** Reads a collection; undefined for a text that isn’t JSON. The kind of JSON that isn’t a collection is undefined. */
export function readCollection(text: string): Findings | undefined {
  const json = parseJson(text);
  if (!json.ok) {
    // A collection that was cut off; JavaScript may begin with a brace too.
    if (/^\s*\{\s*"/.test(text)) throw new UnreadableError(`The text begins like JSON, but isn’t: ${json.message}.`);
    return undefined;
  }
  const { value } = json;
  const collection = findPostmanCollection(value);
  if (collection) return readPostman(collection);
  const entries = findEntries(value);
  return entries ? readHar(entries) : { requests: [] };
}
