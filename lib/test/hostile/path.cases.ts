/** The rules for paths: the segments that may be empty, and the slashes that are dropped with them. */
import type { HostileCase } from './generator.cases.js';
import { expandPart, readTemplate, Refusal, type Part, type ValueOf } from './model.cases.js';

/** A segment of a path, and whether a simple or reserved expression in it wrote nothing. */
interface Segment {
  text: string;
  emptied: boolean;
}

/** The template in the builder's view: a route is trimmed. */
export const selectTemplate = ({ url, asRoute }: HostileCase): string => (asRoute ? url.trim() : url);

const mayEndEmpty = (method: string): boolean => /^(?:get|head|options)$/i.test(method);

/** The location in `endpoint.in` with the values of an expression. */
const selectLocation = (operator: string): 'path' | 'query' => (/^[?&#]$/.test(operator) ? 'query' : 'path');

/** Looks up the value of a variable in a request. */
function readValues({ values, located }: HostileCase): ValueOf {
  return (name, operator) => {
    const location = selectLocation(operator);
    const source = Object.hasOwn(located[location], name) ? located[location] : values;
    return Object.hasOwn(source, name) ? source[name] : undefined;
  };
}

/** Rejects a name passed by itself and in `endpoint.in`, if all of its expressions are in that one location. */
function rejectDuplicates(parts: readonly Part[], { values, located }: HostileCase): void {
  for (const location of ['path', 'query'] as const) {
    for (const name of Object.keys(located[location])) {
      if (values[name] == null || located[location][name] == null || !Object.hasOwn(values, name)) continue;
      const locations = parts.flatMap((part) =>
        'operator' in part && part.variables.some((variable) => variable.name === name)
          ? [selectLocation(part.operator)]
          : [],
      );
      if (locations.length && locations.every((other) => other === location))
        throw new Refusal(`"${name}" is passed twice`);
    }
  }
}

/** The segments before the first `?` or `#`. */
function writePath(parts: readonly Part[], valueOf: ValueOf, omit: boolean): Segment[] {
  const segments: Segment[] = [{ text: '', emptied: false }];
  let ended = false;
  for (const part of parts) {
    const { text, missing } = expandPart(part, valueOf);
    if (ended) continue;
    const [path = ''] = /^[^?#]*/.exec(text) ?? [];
    ended = path !== text;
    const required = 'operator' in part && (part.operator === '' || part.operator === '+');
    // If a value ends the path, the later variables of its expression are in the query.
    if (required && missing && !omit && !ended) throw new Refusal('a value in the path is missing');
    if (required && path === '') (segments.at(-1) as Segment).emptied = true;
    const [first = '', ...others] = path.split('/');
    (segments.at(-1) as Segment).text += first;
    for (const segment of others) segments.push({ text: segment, emptied: false });
  }
  return segments;
}

/**
 * The path that the template of a request writes: the text after its own origin, before the first `?` or `#`.
 * @throws Refusal if no url may be built
 */
export function predictPath(request: HostileCase): string {
  const { method, settings } = request;
  const omit = settings.missing === 'omit';
  const parts = readTemplate(selectTemplate(request), settings.strict);
  rejectDuplicates(parts, request);
  const segments = writePath(parts, readValues(request), omit);
  const isEmpty = ({ text, emptied }: Segment): boolean => emptied && text === '';
  if (!omit) {
    if (segments.slice(0, -1).some(isEmpty)) throw new Refusal('a segment in the middle of the path is empty');
    if (isEmpty(segments.at(-1) as Segment) && !mayEndEmpty(method))
      throw new Refusal(`${method} with an empty segment`);
  }
  while (segments.length > 1 && isEmpty(segments.at(-1) as Segment)) segments.pop();
  return segments.map((segment) => segment.text).join('/');
}
