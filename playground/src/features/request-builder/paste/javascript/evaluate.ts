import type { AnyNode, CallExpression, NewExpression, ObjectExpression } from 'acorn';
import { UnreadableError } from '../reading.js';
import type { ExpressionNames } from '../shells/scanner.js';
import { addPair, isKnownFunction, runFunction, writeParameters } from './functions.js';
import { listNames, type Addition, type Program, type Range } from './program.js';

/** An expression whose value isn't in the text. */
export class Unknown {
  /** Its source text. */
  readonly source: string;
  /** A name for it: `id` for `user.id`, and `btoa` for a call of it, whose arguments may be secrets. */
  readonly name: string;

  constructor(source: string, name: string) {
    this.source = source;
    this.name = name;
  }
}

/** What the values of one call are read from, and what was found out on the way. */
export interface Scope {
  readonly program: Program;
  readonly names: ExpressionNames;
  /** Names of the `{{name}}` that texts have in place of unknown expressions. */
  readonly marks: Set<string>;
  /** Unknown members that were left out, by their names. */
  readonly omitted: Set<string>;
  /** Expressions that were evaluated: a value that is used twice counts twice. */
  steps: number;
}

/** Each use of a name evaluates its value again. */
const MAX_STEPS = 100_000;

/** Creates the scope of one call. */
export function createScope(program: Program, names: ExpressionNames): Scope {
  return { program, names, marks: new Set(), omitted: new Set(), steps: 0 };
}

/** The text of an expression. */
export function getSource({ start, end }: AnyNode, { program }: Scope): string {
  return program.source.slice(start, end);
}

function unknown(node: AnyNode, scope: Scope): Unknown {
  const named = node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee : node;
  return new Unknown(getSource(node, scope), listNames(named).at(-1) || 'value');
}

/** Expressions whose values no other code can change. */
const TEXTUAL = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression', 'UnaryExpression']);

/** The expression that a name stands for, if the text has its only value. */
export function resolve(node: AnyNode, { program: { declared, assigned, exposed } }: Scope): AnyNode {
  if (node.type !== 'Identifier' || assigned.has(node.name)) return node;
  const { init, start, end } = declared.get(node.name) ?? { start: 0, end: 0 };
  if (init === undefined || node.start < start || node.end > end) return node;
  const isText = TEXTUAL.has(init.type) || (init.type === 'CallExpression' && /\b(?:stringify|encodeURIComponent)$/.test(listNames(init.callee).join('.'))); // prettier-ignore
  return exposed.has(node.name) && !isText ? node : init;
}

/** A value as a part of a text. */
function writePart(value: unknown, scope: Scope): string {
  if (value instanceof URLSearchParams) return writeParameters(value);
  if (!(value instanceof Unknown)) return String(value);
  const marked = scope.names.write(value.source, value.name);
  scope.marks.add(marked.slice(2, -2));
  return marked;
}

/** Parts of a text, one after the other; unknown if a part is a list or an object. */
function concatenate(node: AnyNode, parts: readonly unknown[], scope: Scope): unknown {
  const isText = (part: unknown) =>
    typeof part !== 'object' || part === null || part instanceof Unknown || part instanceof URLSearchParams;
  return parts.every(isText) ? parts.map((part) => writePart(part, scope)).join('') : unknown(node, scope);
}

/** The members of an object's literal, by name, the last of a name; undefined for another expression. */
export function listMembers(node: AnyNode, scope: Scope): ReadonlyMap<string, AnyNode> | undefined {
  const object = resolve(node, scope);
  return object.type === 'ObjectExpression' ? readMembers(object, scope) : undefined;
}

function readMembers({ properties }: ObjectExpression, scope: Scope): ReadonlyMap<string, AnyNode> {
  countStep(scope);
  const members = new Map<string, AnyNode>();
  for (const property of properties) {
    const name = property.type === 'Property' ? readKey(property.key, property.computed, scope) : undefined;
    const spread = property.type === 'SpreadElement' ? listMembers(property.argument, scope) : undefined;
    if (spread !== undefined) for (const [key, value] of spread) members.set(key, value);
    else if (name === undefined || property.type !== 'Property' || property.kind !== 'init')
      scope.omitted.add(getSource(property, scope));
    else members.set(name, property.value);
  }
  return members;
}

/** `[endpoint.in]` is the only computed name that isn't a text, and `@in` here; `__proto__` isn't a member. */
function readKey(node: AnyNode, computed: boolean, scope: Scope): string | undefined {
  if (computed && listNames(node).join('.') === 'endpoint.in') return '@in';
  const marks = scope.marks.size;
  const name = !computed && node.type === 'Identifier' ? node.name : evaluate(node, scope);
  const isName = (typeof name === 'string' || typeof name === 'number') && scope.marks.size === marks;
  return isName && name !== '__proto__' && name !== '@in' ? String(name) : undefined;
}

/** An object or a list without its unknown members, which are recorded. */
function evaluateObject(members: ReadonlyMap<string, AnyNode>, scope: Scope): unknown {
  const values = [...members].map(([name, member]) => [name, evaluate(member, scope)] as const);
  for (const [name, value] of values) if (value instanceof Unknown) scope.omitted.add(name);
  return Object.fromEntries(values.filter(([, value]) => !(value instanceof Unknown)));
}

function evaluateList(items: readonly (AnyNode | null)[], scope: Scope): unknown {
  const values = items.map((item) => (item === null ? undefined : evaluate(item, scope)));
  for (const value of values) if (value instanceof Unknown) scope.omitted.add(value.source);
  return values.filter((value) => !(value instanceof Unknown));
}

function evaluateCall(node: CallExpression | NewExpression, scope: Scope): unknown {
  const { callee } = node;
  const [argument] = node.arguments;
  if (callee.type === 'MemberExpression' && listNames(callee).at(-1) === 'toString' && argument === undefined) {
    const object = evaluate(callee.object, scope);
    if (object instanceof URLSearchParams) return writeParameters(object);
    if (typeof object === 'string') return object;
  }
  const names = listNames(callee);
  const name = `${node.type === 'NewExpression' ? 'new ' : ''}${names.join('.')}`;
  if (!isKnownFunction(name, names[0] ?? '', scope.program)) return unknown(node, scope);
  const values = node.arguments.map((each) => evaluate(each, scope));
  const missing = values.find((value) => value instanceof Unknown);
  if (missing !== undefined && name === 'encodeURIComponent') return missing;
  return missing === undefined ? (runFunction(name, values) ?? unknown(node, scope)) : unknown(node, scope);
}

/** Whether a statement surely runs between the declaration of a name and its use. */
function isBetween({ call, block }: Addition, declared: Range, use: AnyNode, functions: readonly Range[]): boolean {
  const isSameBlock = block.start === declared.start && block.end === declared.end;
  const isLater = functions.some(
    ({ start, end }) => start <= use.start && use.end <= end && !(start <= call.start && call.end <= end),
  );
  return isSameBlock && call.end <= use.start && !isLater;
}

/** Headers or parameters at the place of a use, with what statements before it add. */
function evaluateAdditions(use: AnyNode & { readonly type: 'Identifier' }, init: AnyNode, scope: Scope): unknown {
  const { declared, additions, functions } = scope.program;
  const block = declared.get(use.name)?.block;
  let value = evaluate(init, scope);
  for (const addition of additions.get(use.name) ?? []) {
    const method = listNames(addition.call.callee).at(-1) ?? '';
    const texts = addition.call.arguments.map((argument) => evaluate(argument, scope));
    const isKnown =
      texts.length === 2 && texts.every((text) => typeof text !== 'object' || text === null || text instanceof Unknown);
    if (block === undefined || !isKnown || !isBetween(addition, block, use, functions)) return unknown(use, scope);
    const [name, text] = texts.map((each) => writePart(each, scope));
    value = addPair(value, method, name ?? '', text ?? '');
  }
  return value ?? unknown(use, scope);
}

function countStep(scope: Scope): void {
  scope.steps += 1;
  if (scope.steps > MAX_STEPS) throw new UnreadableError(`A call may have at most ${MAX_STEPS} values.`);
}

/** The value of an expression, without running it; {@link Unknown} if the text doesn't have it. */
export function evaluate(expression: AnyNode, scope: Scope): unknown {
  countStep(scope);
  const node = resolve(expression, scope);
  if (expression.type === 'Identifier' && node !== expression && scope.program.additions.has(expression.name))
    return evaluateAdditions(expression, node, scope);
  switch (node.type) {
    case 'Literal':
      return node.regex || typeof node.value === 'bigint' ? unknown(node, scope) : node.value;
    case 'TemplateLiteral': {
      const parts = node.quasis.flatMap(({ value }, index) => {
        const part = node.expressions[index];
        return [value.cooked, ...(part === undefined ? [] : [evaluate(part, scope)])];
      });
      return concatenate(node, parts, scope);
    }
    case 'BinaryExpression': {
      if (node.operator !== '+' || node.left.type === 'PrivateIdentifier') break;
      const parts = [evaluate(node.left, scope), evaluate(node.right, scope)];
      if (parts.some((part) => typeof part === 'string')) return concatenate(node, parts, scope);
      break;
    }
    case 'ObjectExpression':
      return evaluateObject(readMembers(node, scope), scope);
    case 'ArrayExpression':
      return evaluateList(node.elements, scope);
    case 'CallExpression':
    case 'NewExpression':
      return evaluateCall(node, scope);
    case 'UnaryExpression':
      if (node.operator === '-' && node.argument.type === 'Literal' && typeof node.argument.value === 'number')
        return -node.argument.value;
      break;
    case 'Identifier':
      if (node.name === 'undefined') return undefined;
      if (node !== expression) return evaluate(node, scope);
  }
  return unknown(node, scope);
}
