import type { Expression, Varspec } from '../../template/ast.js';
import { Budget } from '../../template/budget.js';
import { encode } from '../../template/encode.js';
import { compileExpression } from '../../template/expand.js';
import { OPERATORS } from '../../template/operators.js';
import { isPlainObject, toText, type Values } from '../../template/values.js';
import type { Rules } from '../trace.js';

/** What one character of an expansion is. */
export interface ExpansionPiece {
  readonly text: string;
  /** Index of the variable. */
  readonly varspec: number;
  readonly role: 'punctuation' | 'name' | 'key' | 'value';
  /** Which member of a list or map it belongs to. */
  readonly key?: string | number;
}

/** The bound on what is written. */
type Limits = Pick<Rules, 'maxLength'>;

type Piece = Omit<ExpansionPiece, 'varspec'>;

/** Expands one variable by the builder's own code. */
function writer(expression: Expression, varspec: Varspec, { maxLength }: Limits): (value: unknown) => string {
  const expand = compileExpression({ ...expression, varspecs: [varspec] });
  return (value) => expand(Object.fromEntries([[varspec.name, value]]), new Budget(maxLength));
}

/** `name=value`, `name=` or `name`, where the name's length is known. */
function named(text: string, length: number, role: 'name' | 'key', key?: string | number): Piece[] {
  const of = key === undefined ? {} : { key };
  return [
    { text: text.slice(0, length), role, ...of },
    { text: text.slice(length, length + 1), role: 'punctuation' },
    { text: text.slice(length + 1), role: 'value', ...of },
  ];
}

function intersperse(members: readonly Piece[][], separator: string): Piece[] {
  return members.flatMap((pieces, index) =>
    index ? [{ text: separator, role: 'punctuation' as const }, ...pieces] : pieces,
  );
}

/** What a variable's expansion consists of, without its operator's first character; undefined where it has no value. */
function variablePieces(expression: Expression, varspec: Varspec, value: unknown, limits: Limits): Piece[] | undefined {
  const [first, separator, hasName, , allowReserved] = OPERATORS[expression.operator];
  let defined = true;
  const expand = compileExpression({ ...expression, varspecs: [varspec] }, () => (defined = false));
  const values = Object.fromEntries([[varspec.name, value]]);
  const text = expand(values, new Budget(limits.maxLength)).slice(first.length);
  if (!defined) return undefined;

  const { name, explode } = varspec;
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return hasName ? named(text, name.length, 'name') : [{ text, role: 'value' }];

  const bare = (member: unknown): string => encode(toText(member, name), name, allowReserved);
  const single = writer(expression, varspec, limits);
  const keys = Object.keys(value).filter((key) => value[key as never] != null);
  const members = keys.map((key): Piece[] => {
    const member: unknown = value[key as never];
    if (list) {
      const index = Number(key);
      if (!explode || !hasName) return [{ text: bare(member), role: 'value', key: index }];
      return named(single([member]).slice(first.length), name.length, 'name', index);
    }
    const keyText = bare(key);
    if (!explode)
      return [
        { text: keyText, role: 'key', key },
        { text: ',', role: 'punctuation' },
        { text: bare(member), role: 'value', key },
      ];
    return named(single(Object.fromEntries([[key, member]])).slice(first.length), keyText.length, 'key', key);
  });
  const pieces = intersperse(members, explode ? separator : ',');
  if (explode || !hasName) return pieces;
  const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  return [...named(text.slice(0, text.length - length), name.length, 'name'), ...pieces];
}

/**
 * What an expression's expansion consists of; joined, the texts are what the builder writes.
 * @throws EndpointError as expanding does
 */
export function expandInPieces(expression: Expression, values: Values, limits: Limits): ExpansionPiece[] {
  const [first, separator] = OPERATORS[expression.operator];
  const pieces: ExpansionPiece[] = [];
  let before = first;
  for (const [index, varspec] of expression.varspecs.entries()) {
    const value = Object.hasOwn(values, varspec.name) ? values[varspec.name] : undefined;
    const own = variablePieces(expression, varspec, value, limits);
    if (!own) continue;
    pieces.push({ text: before, varspec: index, role: 'punctuation' });
    for (const piece of own) pieces.push({ ...piece, varspec: index });
    before = separator;
  }
  return pieces.filter(({ text }) => text);
}
