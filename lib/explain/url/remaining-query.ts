import { expandParameter, memberKey } from '../../request/query.js';
import { Budget } from '../../template/budget.js';
import { isPlainObject } from '../../template/values.js';
import type { Rules } from '../trace.js';

/** A run of a query parameter that the template doesn't name. */
export interface QueryPiece {
  readonly text: string;
  readonly role: 'separator' | 'name' | 'value';
  /** The member of a list or object that it belongs to. */
  readonly path: readonly (string | number)[];
}

const createSeparator = (text: string, path: QueryPiece['path']): QueryPiece => ({ text, role: 'separator', path });

/** The runs of `name=value`; a `=` in the name is percent-encoded. */
function splitPair(text: string, path: QueryPiece['path']): QueryPiece[] {
  const equals = text.indexOf('=');
  return [
    { text: text.slice(0, equals), role: 'name', path },
    createSeparator('=', path),
    { text: text.slice(equals + 1), role: 'value', path },
  ];
}

/**
 * The runs of a query parameter that the template doesn't name; joined, their texts are the builder's.
 * @throws EndpointError as the builder does
 */
export function expandRemaining(
  name: string,
  value: unknown,
  rules: Pick<Rules, 'arrays' | 'maxLength'>,
  key = name,
  path: readonly (string | number)[] = [],
): QueryPiece[] {
  const { arrays, maxLength } = rules;
  const write = (part: unknown): string => expandParameter(name, part, arrays, new Budget(maxLength), key);
  const text = write(value);
  if (!text) return [];
  const join = (members: readonly QueryPiece[][]): QueryPiece[] => {
    const joined: QueryPiece[] = [];
    for (const [first, ...pieces] of members) {
      if (first && joined.length) joined.push(createSeparator('&', first.path));
      if (first) joined.push(first, ...pieces);
    }
    return joined;
  };

  if (isPlainObject(value))
    return join(
      Object.keys(value).map((member) =>
        expandRemaining(name, value[member], rules, `${key}[${member}]`, [...path, member]),
      ),
    );
  if (!Array.isArray(value)) return splitPair(text, path).filter((piece) => piece.text);
  if (arrays === 'brackets' || arrays === 'indices')
    return join(
      value.map((member: unknown, index) =>
        expandRemaining(name, member, rules, memberKey(key, index, arrays), [...path, index]),
      ),
    );
  const members = value.flatMap((member: unknown, index) =>
    member == null ? [] : [splitPair(write([member]), [...path, index])],
  );
  if (arrays === 'repeat') return join(members).filter((piece) => piece.text);
  // One name for all of them.
  const [start = []] = members;
  return [
    ...start.slice(0, 2).map(({ text: part, role }) => ({ text: part, role, path })),
    ...members.flatMap(([, , member], index) => (index ? [createSeparator(',', path), member] : [member])),
  ].filter((piece) => piece?.text) as QueryPiece[];
}
