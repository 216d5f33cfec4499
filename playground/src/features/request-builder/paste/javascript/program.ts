import { parse, parseExpressionAt, type AnyNode, type CallExpression, type Node, type Options } from 'acorn';
import { evaluate, listNames, type Scope } from './evaluate.js';
import { writeText } from '../reading.js';
import { FormDataValue, isPlain, Unknown } from './values.js';
import { ExpressionNames } from '../shells/scanner.js';

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowHashBang: true,
};

/** A call with the names of its callee. */
export interface Call {
  readonly names: readonly string[];
  readonly node: CallExpression;
}

/** Type arguments of a call, which TypeScript has between a function's name and its arguments. */
const TYPE_ARGUMENTS = /(?<=[\w$])<(?:[^()<>;]|<[^()<>;]*>)*>(?=\()/g;
const CALL_START = /(?:\bnew\s+)?[A-Za-z_$][\w$]*(?:\s*\.\s*[\w$]+)*\s*\(/g;
const DECLARATION = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=;]*)?=\s*(?=\S)/g;
const TYPE_IMPORT = /^[ \t]*(?:import|export)\s+type\b[^;\n]*;?/gm;

/** Each attempt may read up to the mistake. */
const MAX_ATTEMPTS = 1000;

/** A syntax tree, and the name that its value gets. */
interface Tree {
  readonly node: Node;
  readonly name?: string;
}

/** The syntax trees of a text: of the whole, or of each declaration and call in it if the whole isn't JavaScript. */
function parseTrees(source: string): readonly Tree[] {
  try {
    return [{ node: parse(source, OPTIONS) }];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const trees: Tree[] = [];
  let attempts = 0;
  const add = (index: number, name?: string) => {
    attempts += 1;
    if (attempts > MAX_ATTEMPTS) return;
    if (trees.some(({ node }) => node.start <= index && index < node.end)) return;
    try {
      const node = parseExpressionAt(source, index, OPTIONS);
      trees.push(name === undefined ? { node } : { node, name });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  };
  for (const match of source.matchAll(DECLARATION)) add(match.index + match[0].length, match[1]);
  for (const { index } of source.matchAll(CALL_START)) add(index);
  return trees.sort((a, b) => a.node.start - b.node.start);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

function listChildren(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

/** Changes of an object's member: `config.headers = …`. */
function assign(target: AnyNode, value: unknown, scope: Scope): void {
  if (target.type === 'Identifier') scope.values.set(target.name, value);
  if (target.type !== 'MemberExpression' || target.object.type === 'Super') return;
  const object = evaluate(target.object, scope);
  const name = listNames(target).at(-1) ?? '';
  if (isPlain(object) && name !== '')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Changes by methods: `form.append(…)`, `headers.set(…)`. */
function applyMethod({ names, node }: Call, scope: Scope): void {
  const method = names.at(-1);
  if ((method !== 'append' && method !== 'set') || node.callee.type !== 'MemberExpression') return;
  const object = node.callee.object.type === 'Super' ? undefined : evaluate(node.callee.object, scope);
  const [name, value] = node.arguments.map((argument) =>
    argument.type === 'SpreadElement' ? undefined : evaluate(argument, scope),
  );
  if (typeof name !== 'string') return;
  if (object instanceof FormDataValue) object.fields.push(name);
  else if (object instanceof URLSearchParams && !(value instanceof Unknown)) object[method](name, writeText(value));
  else if (isPlain(object) && value !== undefined)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Walks a tree in the order of the text: values are assigned before the calls that use them. */
function walk(node: AnyNode, scope: Scope, onCall: (call: Call) => void): void {
  if (node.type === 'VariableDeclarator' && node.init && node.id.type === 'Identifier')
    scope.values.set(node.id.name, evaluate(node.init, scope));
  if (node.type === 'AssignmentExpression' && node.operator === '=')
    assign(node.left, evaluate(node.right, scope), scope);
  if (node.type === 'CallExpression') {
    const call = { names: listNames(node.callee), node };
    applyMethod(call, scope);
    onCall(call);
  }
  for (const child of listChildren(node)) walk(child, scope, onCall);
}

/** Calls `onCall` for each call of a program, with the values that are known there. */
export function visitCalls(text: string, onCall: (call: Call, scope: Scope) => void): void {
  const source = text
    .replaceAll(TYPE_IMPORT, '')
    .replaceAll(TYPE_ARGUMENTS, '')
    .replaceAll(/\bas const\b/g, '');
  const scope: Scope = { source, values: new Map(), names: new ExpressionNames(), unset: new Set(), skipped: [] };
  for (const { node, name } of parseTrees(source)) {
    const tree = node as AnyNode;
    if (name !== undefined) scope.values.set(name, evaluate(tree, scope));
    walk(tree, scope, (call) => onCall(call, scope));
  }
}
