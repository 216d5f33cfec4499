import { type Expression, type Varspec, OPERATORS } from '../template/ast.js';
import { Budget } from '../template/budget.js';
import { encode } from '../template/encode.js';
import { compileExpression } from '../template/expand.js';
import { isPlainObject, toText, type Values } from '../template/values.js';
import type { Rules } from './trace.js';
import { expandParameter, memberKey } from '../request/query.js';

/** A run of an expansion. */
export interface ExpansionPiece {
  readonly text: string;
  /** Index of the variable. */
  readonly varspec: number;
  readonly role: 'punctuation' | 'name' | 'key' | 'value';
  /** The member of a list or map that it belongs to. */
  readonly key?: string | number;
}

/** The bound on an expansion. */
type Limits = Pick<Rules, 'maxLength'>;

type Piece = Omit<ExpansionPiece, 'varspec'>;

/** A function that expands one variable, with the builder's code. */
function createExpand(expression: Expression, varspec: Varspec, { maxLength }: Limits): (value: unknown) => string {
  const expand = compileExpression({ ...expression, varspecs: [varspec] });
  return (value) => expand(Object.fromEntries([[varspec.name, value]]), new Budget(maxLength));
}

/** The runs of `name=value`, `name=` or `name`; the name's length is known. */
function splitPair(text: string, length: number, role: 'name' | 'key', key?: string | number): Piece[] {
  const member = key === undefined ? {} : { key };
  return [
    { text: text.slice(0, length), role, ...member },
    { text: text.slice(length, length + 1), role: 'punctuation' },
    { text: text.slice(length + 1), role: 'value', ...member },
  ];
}

function intersperse(members: readonly Piece[][], separator: string): Piece[] {
  return members.flatMap((pieces, index) =>
    index ? [{ text: separator, role: 'punctuation' as const }, ...pieces] : pieces,
  );
}

/** The runs of a variable's expansion, without its operator's first character; undefined where it has no value. */
function expandVariable(expression: Expression, varspec: Varspec, value: unknown, limits: Limits): Piece[] | undefined {
  const { first, separator, named: hasName, allowReserved } = OPERATORS[expression.operator];
  let defined = true;
  const expand = compileExpression({ ...expression, varspecs: [varspec] }, () => (defined = false));
  const values = Object.fromEntries([[varspec.name, value]]);
  const text = expand(values, new Budget(limits.maxLength)).slice(first.length);
  if (!defined) return undefined;

  const { name, explode } = varspec;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value))
    return hasName ? splitPair(text, name.length, 'name') : [{ text, role: 'value' }];

  const encodeMember = (member: unknown): string => encode(toText(member, name), name, allowReserved);
  const expandMember = createExpand(expression, varspec, limits);
  const keys = Object.keys(value).filter((key) => value[key as never] != null);
  const members = keys.map((key): Piece[] => {
    const member: unknown = value[key as never];
    if (isList) {
      const index = Number(key);
      if (!explode || !hasName) return [{ text: encodeMember(member), role: 'value', key: index }];
      return splitPair(expandMember([member]).slice(first.length), name.length, 'name', index);
    }
    const keyText = encodeMember(key);
    if (!explode)
      return [
        { text: keyText, role: 'key', key },
        { text: ',', role: 'punctuation' },
        { text: encodeMember(member), role: 'value', key },
      ];
    return splitPair(expandMember(Object.fromEntries([[key, member]])).slice(first.length), keyText.length, 'key', key);
  });
  const pieces = intersperse(members, explode ? separator : ',');
  if (explode || !hasName) return pieces;
  const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  return [...splitPair(text.slice(0, text.length - length), name.length, 'name'), ...pieces];
}

/**
 * The runs of an expression's expansion; joined, their texts are the builder's.
 * @throws EndpointError as expanding does
 */
export function expandInPieces(expression: Expression, values: Values, limits: Limits): ExpansionPiece[] {
  const { first, separator } = OPERATORS[expression.operator];
  const pieces: ExpansionPiece[] = [];
  let before = first;
  for (const [index, varspec] of expression.varspecs.entries()) {
    const value = Object.hasOwn(values, varspec.name) ? values[varspec.name] : undefined;
    const expanded = expandVariable(expression, varspec, value, limits);
    if (!expanded) continue;
    pieces.push({ text: before, varspec: index, role: 'punctuation' });
    for (const piece of expanded) pieces.push({ ...piece, varspec: index });
    before = separator;
  }
  return pieces.filter(({ text }) => text);
}

/** A run of a query parameter that the template doesn't name. */
export interface QueryPiece {
  readonly text: string;
  readonly role: 'separator' | 'name' | 'value';
  /** The member of a list or object that it belongs to. */
  readonly path: readonly (string | number)[];
}

const createSeparator = (text: string, path: QueryPiece['path']): QueryPiece => ({ text, role: 'separator', path });

/** The runs of `name=value`; a `=` in the name is percent-encoded. */
function splitQueryPair(text: string, path: QueryPiece['path']): QueryPiece[] {
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
  if (!Array.isArray(value)) return splitQueryPair(text, path).filter((piece) => piece.text);
  if (arrays === 'brackets' || arrays === 'indices')
    return join(
      value.map((member: unknown, index) =>
        expandRemaining(name, member, rules, memberKey(key, index, arrays), [...path, index]),
      ),
    );
  const members = value.flatMap((member: unknown, index) =>
    member == null ? [] : [splitQueryPair(write([member]), [...path, index])],
  );
  if (arrays === 'repeat') return join(members).filter((piece) => piece.text);
  // One name for all of them.
  const [start = []] = members;
  return [
    ...start.slice(0, 2).map(({ text: part, role }) => ({ text: part, role, path })),
    ...members.flatMap(([, , member], index) => (index ? [createSeparator(',', path), member] : [member])),
  ].filter((piece) => piece?.text) as QueryPiece[];
}
