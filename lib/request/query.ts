import { fail } from '../errors.js';
import { OPERATORS } from '../template/ast.js';
import { encode } from '../template/encode.js';
import { expandText, expandVariable } from '../template/expand.js';
import { isPlainObject, type Values } from '../template/values.js';
import { amendPieces, insertPunctuation, mark } from '../template/pieces.js';
import { spend, type Writer } from '../template/writer.js';
import type { Rules, Target } from './pass.js';
import { assertDepth } from './plain-objects.js';
import { report, tell, type Recorder } from './record.js';

/** The context of a query: that of a pass, or of a form. */
interface QueryWriter extends Writer {
  readonly rules: Partial<Pick<Rules, 'maxLength'>> & Pick<Rules, 'query'>;
}

const ROOT: readonly string[] = [];

/** The separators of lists that templates don't have, as OpenAPI encodes them. */
const SEPARATORS = { pipes: '%7C', spaces: '%20' };

/**
 * The query with one more parameter, as `{&name}` would write it (RFC 6570 section 3.2.9); null, undefined and empty lists write nothing.
 * Members of lists and plain objects are written in the style of the rules.
 * @param key the written name of a nested value
 * @param path the path to a nested value
 */
// oxlint-disable-next-line max-params -- an object for name, key and path takes time for each parameter
export function addParameter(
  query: string,
  name: string,
  value: unknown,
  writer: QueryWriter,
  key = name,
  path: readonly (string | number)[] = ROOT,
): string {
  const { arrays, objects } = writer.rules.query;
  const isList = Array.isArray(value);
  if (isList ? arrays === 'brackets' || arrays === 'indices' : isPlainObject(value)) {
    assertDepth(path.length, name);
    // Of the members that are written, so that none is missing between them.
    let index = 0;
    for (const member of Object.keys(value as object)) {
      spend(writer, 1, name);
      const inner = (value as Values)[member];
      if (isList && arrays === 'brackets' && Array.isArray(inner))
        fail(
          'invalid-value',
          name,
          'is a list of lists, which "brackets" can\'t express; set query.arrays to "indices"',
        );
      const bracketed = `[${isList ? (arrays === 'brackets' ? '' : index) : member}]`;
      const innerKey = key + (isList || objects !== 'dots' ? bracketed : '.' + member);
      const innerPath = [...path, isList ? +member : member];
      const longer = addParameter(query, name, inner, writer, innerKey, innerPath);
      if (longer !== query) index++;
      query = longer;
    }
    return query;
  }
  if (value == null) return query;
  const encodedKey = encode(key, name);
  spend(writer, encodedKey.length, name);
  let expansion = expandText(value, name, writer);
  if (expansion !== undefined) expansion = encodedKey + '=' + expansion;
  else {
    const separator = SEPARATORS[arrays as keyof typeof SEPARATORS];
    const varspec = { name, key: encodedKey, explode: arrays === 'repeat', prefix: 0, start: 0, separator };
    const first = mark(writer);
    expansion = expandVariable(OPERATORS['&'], varspec, value, writer);
    if (expansion === undefined) return query;
    if (query) insertPunctuation(writer, varspec, '&', first);
    amendPieces(writer, first, { path });
  }
  return (query && query + '&') + expansion;
}

/**
 * The text of a template that may begin a fragment, or a query with other names than those of variables: a map has others, and a nested
 * parameter may have that of a variable with brackets or dots.
 */
const OTHER_QUERY = /(?:^|[^{])[?#]|\{[+#]|\{[?&][^}]*[^\w,:}]/;

/**
 * Adds `query` after the query that a reference may have and before its fragment.
 * @throws EndpointError `duplicate-parameter` for a name in both queries
 */
export function appendQuery(reference: string, query: string, target: Target, record: Recorder | undefined): string {
  const { url } = target;
  if ((target.ownNames ??= !OTHER_QUERY.test(url)) && !record)
    return reference + (url.includes('?') && reference.includes('?') ? '&' : '?') + query;
  const [beforeFragment, ownQuery = ''] = /^[^?#]*(\?[^#]*)?/.exec(reference) as unknown as [string, string?];
  const names = new Set(new URLSearchParams(ownQuery).keys());
  for (const name of names.size ? new URLSearchParams(query).keys() : [])
    if (names.has(name)) report(record, 'duplicate-parameter', name, 'the url has it too; pass it once');
  const separator = !ownQuery ? '?' : /[?&]$/.test(ownQuery) ? '' : '&';
  const { length } = beforeFragment;
  tell(record, 'note', { separator: { at: length, text: separator } });
  return beforeFragment + separator + query + reference.slice(length);
}
