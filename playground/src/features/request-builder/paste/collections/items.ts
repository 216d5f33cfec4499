import { isObject, type JsonObject } from '../../../../json/json.js';
import type { Draft } from '../reading.js';
import { listObjects, textOf } from './har.js';

/** Whether an item of a list counts. */
export function isEnabled(item: JsonObject): boolean {
  return item['enabled'] !== false && item['disabled'] !== true;
}

/** The enabled items of a list; the others are noted by their names. */
export function listEnabled(draft: Draft, value: unknown, what: string, nameKey = 'name'): readonly JsonObject[] {
  const items = listObjects(value);
  const names = items.filter((item) => !isEnabled(item)).map((item) => textOf(item[nameKey]));
  if (names.length > 0) draft.notes.push(`Disabled in the collection, so left out: ${what} ${names.join(', ')}.`);
  return items.filter(isEnabled);
}

/** The body of a GraphQL request, whose variables are JSON text. */
export function writeGraphql(draft: Draft, content: unknown): string {
  const { query, variables } = isObject(content) ? content : {};
  draft.addDefault('content-type', 'application/json');
  const text = textOf(variables).trim();
  return `{"query":${JSON.stringify(textOf(query))}${text === '' ? '' : `,"variables":${text}`}}`;
}
