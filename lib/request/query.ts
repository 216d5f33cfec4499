import { fail } from '../errors.js';
import type { QueryStyle } from '../options.js';
import { OPERATORS } from '../template/ast.js';
import { encode } from '../template/encode.js';
import { expandText, expandVarspec } from '../template/expand.js';
import { isPlainObject, type Values } from '../template/values.js';
import { addPath, addPiece, mark } from '../template/pieces.js';
import type { Writer } from '../template/writer.js';
import { assertDepth } from './plain-objects.js';
import { report, tell, type Recorder } from './record.js';

const AT_TOP: readonly never[] = [];

/**
 * The query with one more parameter, as `{&name}` would write it (RFC 6570 section 3.2.9); null, undefined and empty lists write nothing.
 * Members of lists and plain objects are written as `style` states.
 * @param key the name that is written
 * @param path the path to the value, where it is nested
 */
export function addParameter(
  query: string,
  name: string,
  value: unknown,
  style: QueryStyle,
  writer: Writer,
  key = name,
  path: readonly (string | number)[] = AT_TOP,
): string {
  const isList = Array.isArray(value);
  if (isList ? style.arrays === 'brackets' || style.arrays === 'indices' : isPlainObject(value)) {
    assertDepth(path.length, name);
    for (const member of Object.keys(value as object)) {
      writer.spend(1, name);
      const bracketed = `[${isList && style.arrays === 'brackets' ? '' : member}]`;
      const nested = key + (isList || style.objects !== 'dots' ? bracketed : '.' + member);
      const nestedPath = [...path, isList ? Number(member) : member];
      query = addParameter(query, name, (value as Values)[member], style, writer, nested, nestedPath);
    }
    return query;
  }
  if (value == null) return query;
  const encodedKey = encode(key, name);
  writer.spend(encodedKey.length, name);
  let expansion = expandText(value, name, writer);
  if (expansion !== undefined) expansion = encodedKey + '=' + expansion;
  else {
    if (isList && value.some((member) => Array.isArray(member) || isPlainObject(member)))
      fail('invalid-value', name, 'is a nested list; write it with arrays: "indices"');
    const varspec = { name, explode: style.arrays === 'repeat', prefix: 0, start: 0 };
    const first = mark(writer);
    expansion = expandVarspec(OPERATORS['&'], varspec, value, writer, encodedKey);
    if (expansion === undefined) return query;
    if (query) addPiece(writer, varspec, 'punctuation', '&', undefined, first);
    addPath(writer, path, first);
  }
  return (query && query + '&') + expansion;
}

/**
 * Adds `query` after the query that a reference may have and before its fragment.
 * @param pathOnly whether the reference has neither
 * @throws EndpointError `duplicate-parameter` for a name in both queries
 */
export function appendQuery(reference: string, query: string, pathOnly: boolean, record: Recorder | undefined): string {
  if (pathOnly && !record) return `${reference}?${query}`;
  const end = (reference.split('#', 1)[0] as string).length;
  const start = reference.indexOf('?');
  const ownQuery = start >= 0 ? reference.slice(start, end) : '';
  const names = new Set(new URLSearchParams(ownQuery).keys());
  for (const name of names.size ? new URLSearchParams(query).keys() : [])
    if (names.has(name)) report(record, 'duplicate-parameter', name, "the url's query has it already; pass it once");
  const separator = !ownQuery ? '?' : /[?&]$/.test(ownQuery) ? '' : '&';
  tell(record, 'query', end, separator);
  return reference.slice(0, end) + separator + query + reference.slice(end);
}
