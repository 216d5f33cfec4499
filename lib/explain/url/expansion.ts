import type { Expression, Varspec } from '../../template/ast.js';
import { Budget } from '../../template/budget.js';
import { encode } from '../../template/encode.js';
import { compileExpression } from '../../template/expand.js';
import { OPERATORS } from '../../template/operators.js';
import { isPlainObject, toText, type Values } from '../../template/values.js';
import type { Rules } from '../trace.js';

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
