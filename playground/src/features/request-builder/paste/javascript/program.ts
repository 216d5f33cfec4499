import {
  parse,
  type AnyNode,
  type CallExpression,
  type Expression,
  type Identifier,
  type MemberExpression,
  type Node,
  type Options,
} from 'acorn';
import { ancestor, type AncestorVisitors } from 'acorn-walk';

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowHashBang: true,
};

/** A call with the names of its callee: `octokit`, `request`. */
export interface Call {
  readonly names: readonly string[];
  readonly node: CallExpression;
}

/** A program, and what its text states about names. */
export interface Program {
  readonly source: string;
  /** All calls, in the order of the text; the outer call of a chain is the last one. */
  readonly calls: readonly Call[];
  /** The initial values of declared names; undefined for a name without one, or with several. */
  readonly declared: ReadonlyMap<string, Expression | undefined>;
  /** Names whose value or members are assigned after their declaration. */
  readonly assigned: ReadonlySet<string>;
  /** Names of objects that other code may change: their methods are called, or they are passed to functions. */
  readonly exposed: ReadonlySet<string>;
}

/** The names of a member chain: `octokit`, `rest`, `issues`; another expression in it has an empty name. */
export function listNames(node: AnyNode): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'ThisExpression':
      return ['this'];
    case 'MemberExpression':
      return [
        ...listNames(node.object),
        node.computed || node.property.type !== 'Identifier' ? '' : node.property.name,
      ];
    case 'ChainExpression':
      return listNames(node.expression);
  }
  return [''];
}

/** Calls that read their arguments, and no more. */
const READS_ONLY = /^(?:console\.\w+|JSON\.stringify|encodeURIComponent)$/;

/**
 * Parses a text as JavaScript.
 *
 * @param isRead whether a call's arguments are read as a request, which doesn't change them
 * @throws SyntaxError
 */
export function parseProgram(source: string, isRead: (names: readonly string[]) => boolean): Program {
  const tree = parse(source, OPTIONS);
  const calls: Call[] = [];
  const declared = new Map<string, Expression | undefined>();
  const assigned = new Set<string>();
  const exposed = new Set<string>();
  const assign = (node: AnyNode) => void assigned.add(listNames(node)[0] ?? '');
  const expose = (node: AnyNode) => void exposed.add(listNames(node)[0] ?? '');
  const declare = (name: string, init?: Expression) => declared.set(name, declared.has(name) ? undefined : init);
  ancestor(tree, {
    // The walker's name for names of declarations, parameters and assignments.
    VariablePattern({ name }: Identifier, _state: unknown, ancestors: readonly Node[]) {
      const parent = ancestors.at(-2) as AnyNode | undefined;
      declare(name, parent?.type === 'VariableDeclarator' ? (parent.init ?? undefined) : undefined);
    },
    // The walker's name for `a.b = …`.
    MemberPattern: (node: MemberExpression) => assign(node),
    UpdateExpression: ({ argument }) => assign(argument),
    UnaryExpression: ({ operator, argument }) => void (operator === 'delete' && assign(argument)),
    CallExpression(node) {
      const names = listNames(node.callee);
      calls.push({ names, node });
      if (isRead(names) || READS_ONLY.test(names.join('.'))) return;
      if (names.at(-1) !== 'toString') expose(node.callee);
      for (const argument of node.arguments) if (argument.type === 'Identifier') expose(argument);
    },
  } as AncestorVisitors<unknown>);
  calls.sort((a, b) => a.node.callee.end - b.node.callee.end);
  return { source, calls, declared, assigned, exposed };
}
