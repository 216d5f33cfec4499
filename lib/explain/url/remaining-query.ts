import { expandParameter, memberKey } from '../../request/query.js';
import { Budget } from '../../template/budget.js';
import { isPlainObject } from '../../template/values.js';
import type { Rules } from '../trace.js';

/** A run of a further query parameter. */
export interface QueryPiece {
  readonly text: string;
  readonly role: 'separator' | 'name' | 'value';
  /** Which member of a list or object it belongs to. */
  readonly path: readonly (string | number)[];
}

const separator = (text: string, path: QueryPiece['path']): QueryPiece => ({ text, role: 'separator', path });

/** `name=value`; the name holds no `=`, since that is percent-encoded. */
function pairPieces(text: string, path: QueryPiece['path']): QueryPiece[] {
  const equals = text.indexOf('=');
  return [
    { text: text.slice(0, equals), role: 'name', path },
    separator('=', path),
    { text: text.slice(equals + 1), role: 'value', path },
  ];
}

/**
 * What a further query parameter consists of; joined, the texts are what the builder writes.
 * @throws EndpointError as the builder does
 */
export function queryPieces(
  name: string,
  value: unknown,
  rules: Pick<Rules, 'arrays' | 'maxLength'>,
  key = name,
  path: readonly (string | number)[] = [],
): QueryPiece[] {
  const { arrays, maxLength } = rules;
  const write = (written: unknown): string => expandParameter(name, written, arrays, new Budget(maxLength), key);
  const text = write(value);
  if (!text) return [];
  const join = (members: readonly QueryPiece[][]): QueryPiece[] => {
    const joined: QueryPiece[] = [];
    for (const [first, ...pieces] of members) {
      if (first && joined.length) joined.push(separator('&', first.path));
      if (first) joined.push(first, ...pieces);
    }
    return joined;
  };

  if (isPlainObject(value))
    return join(
      Object.keys(value).map((member) =>
        queryPieces(name, value[member], rules, `${key}[${member}]`, [...path, member]),
      ),
    );
  if (!Array.isArray(value)) return pairPieces(text, path).filter((piece) => piece.text);
  if (arrays === 'brackets' || arrays === 'indices')
    return join(
      value.map((member: unknown, index) =>
        queryPieces(name, member, rules, memberKey(key, index, arrays), [...path, index]),
      ),
    );
  const members = value.flatMap((member: unknown, index) =>
    member == null ? [] : [pairPieces(write([member]), [...path, index])],
  );
  if (arrays === 'repeat') return join(members).filter((piece) => piece.text);
  // One name for all of them.
  const [start = []] = members;
  return [
    ...start.slice(0, 2).map(({ text: own, role }) => ({ text: own, role, path })),
    ...members.flatMap(([, , member], index) => (index ? [separator(',', path), member] : [member])),
  ].filter((piece) => piece?.text) as QueryPiece[];
}
