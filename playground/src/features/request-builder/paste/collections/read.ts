import { parseJson } from '../../../../json/json.js';
import { UnreadableError, type Findings } from '../reading.js';
import { isHar, readHar } from './har.js';
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
  if (collection) return { ...readPostman(collection), kind: 'Postman collection' };
  if (isHar(value)) return { ...readHar(value), kind: 'HAR' };
  return { requests: [] };
}
