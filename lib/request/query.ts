import { EndpointError } from '../errors.js';
import type { QueryArrays } from '../options.js';
import { encodeUnreserved } from '../template/encode.js';
import { expandVarspec } from '../template/expand.js';
import { OPERATORS } from '../template/operators.js';
import { isPlainObject } from '../template/values.js';
import { assertDepth } from './plain.js';

/** One parameter as `{&name}` would write it (RFC 6570 section 3.2.9), with its `&`; nothing for null and empty lists. */
export function expandParameter(name: string, value: unknown, arrays: QueryArrays, depth = 0): string {
  if (isPlainObject(value)) {
    assertDepth(depth, name);
    return Object.keys(value).map((key) => expandParameter(`${name}[${key}]`, value[key], arrays, depth + 1)).join('');
  }
  const list = Array.isArray(value);
  const text = expandVarspec(
    OPERATORS['&'],
    { name, explode: list && arrays !== 'comma', prefix: 0 },
    value,
    encodeUnreserved(list && arrays === 'brackets' ? name + '[]' : name, name),
  );
  return text === undefined ? '' : '&' + text;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // A stray `%` of the url's own text stands for itself.
  }
}

const namesOf = (query: string): string[] => query.split('&').map((pair) => decode(pair.split('=', 1)[0] as string));

/**
 * Adds `query`, each parameter with its `&` before it, behind the query that a reference may have and before its fragment.
 * @throws EndpointError `duplicate-parameter` for a name that the reference's own query has
 */
export function appendQuery(reference: string, query: string): string {
  if (!query) return reference;
  const fragmentStart = reference.indexOf('#');
  const fragment = fragmentStart < 0 ? '' : reference.slice(fragmentStart);
  const target = fragment ? reference.slice(0, fragmentStart) : reference;
  const queryStart = target.indexOf('?');
  if (queryStart < 0) return `${target}?${query.slice(1)}${fragment}`;

  const own = new Set(namesOf(target.slice(queryStart + 1)));
  const duplicate = namesOf(query.slice(1)).find((name) => own.has(name));
  if (duplicate !== undefined) {
    throw new EndpointError('duplicate-parameter', `The url's own query already has "${duplicate}": give it in one place only.`, {
      parameter: duplicate,
    });
  }
  return target + ('?&'.includes(target.slice(-1)) ? query.slice(1) : query) + fragment;
}
