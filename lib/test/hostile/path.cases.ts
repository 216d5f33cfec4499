/** The rules for paths: which segments may be empty, and which slashes are dropped with them. */
import type { HostileCase } from './generator.cases.js';
import { expandPart, readTemplate, Refusal, type Part, type ValueOf } from './model.cases.js';

/** A segment of a path, and whether an expression in it that needs text wrote none. */
interface Segment {
  text: string;
  emptied: boolean;
}

/** The template as the builder reads it: a route is trimmed. */
export const templateOf = ({ url, asRoute }: HostileCase): string => (asRoute ? url.trim() : url);

const mayEndEmpty = (method: string): boolean => /^(?:get|head|options)$/i.test(method);

/** Which of the places in `endpoint.in` feeds an expression. */
const placeOf = (operator: string): 'path' | 'query' => (/^[?&#]$/.test(operator) ? 'query' : 'path');

/** Looks up what a request gives for a variable. */
function readValues({ values, located }: HostileCase): ValueOf {
  return (name, operator) => {
    const place = placeOf(operator);
    const source = Object.hasOwn(located[place], name) ? located[place] : values;
    return Object.hasOwn(source, name) ? source[name] : undefined;
  };
}

/** Refuses a name that is given by itself and in `endpoint.in`, where all of its expressions are in that one place. */
function refuseTwice(parts: readonly Part[], { values, located }: HostileCase): void {
  for (const place of ['path', 'query'] as const) {
    for (const name of Object.keys(located[place])) {
      if (values[name] == null || located[place][name] == null || !Object.hasOwn(values, name)) continue;
      const places = parts.flatMap((part) =>
        'operator' in part && part.variables.some((variable) => variable.name === name) ? [placeOf(part.operator)] : [],
      );
      if (places.length && places.every((other) => other === place)) throw new Refusal(`"${name}" is given twice`);
    }
  }
}

/** The segments of what is written before the first `?` or `#`. */
function writePath(parts: readonly Part[], valueOf: ValueOf, omit: boolean): Segment[] {
  const segments: Segment[] = [{ text: '', emptied: false }];
  let ended = false;
  for (const part of parts) {
    const { text, missing } = expandPart(part, valueOf);
    if (ended) continue;
    const [path = ''] = /^[^?#]*/.exec(text) ?? [];
    ended = path !== text;
    const required = 'operator' in part && (part.operator === '' || part.operator === '+');
    // A value that ends the path has the variables of its expression after it in the query.
    if (required && missing && !omit && !ended) throw new Refusal('a value in the path is missing');
    if (required && path === '') (segments.at(-1) as Segment).emptied = true;
    const [first = '', ...others] = path.split('/');
    (segments.at(-1) as Segment).text += first;
    for (const segment of others) segments.push({ text: segment, emptied: false });
  }
  return segments;
}

/**
 * What the template of a request writes before the first `?` or `#`, after an origin of its own.
 * @throws Refusal where no url may be built
 */
export function predictPath(request: HostileCase): string {
  const { method, settings } = request;
  const omit = settings.missing === 'omit';
  const parts = readTemplate(templateOf(request), settings.strict);
  refuseTwice(parts, request);
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
