import { parseJson } from '../../../../json/json.js';
import { UnreadableError, type Findings } from '../reading.js';
import { isHar, readHar } from './har.js';
import { findPostmanCollection, readPostman } from './postman.js';

/** The findings in a JSON text; their kind is undefined if it isn’t a collection. */
export type CollectionFindings = Findings & { readonly kind?: string | undefined };

/** Reads a collection; undefined for a text that isn’t JSON. */
export function readCollection(text: string): CollectionFindings | undefined {
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
