import {
  parse,
  type AnyNode,
  type CallExpression,
  type Expression,
  type Identifier,
  type ImportDeclaration,
  type MemberExpression,
  type Node,
  type Options,
  type VariableDeclarator,
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

/** The declaration of a name, with the range of the text in which it applies. */
interface Declaration {
  /** The initial value; undefined for a name without one, or with several declarations or assignments. */
  readonly init: Expression | undefined;
  readonly start: number;
  readonly end: number;
  readonly block: Range;
}

/** A range of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A statement `name.append(…)` or `name.set(…)`. */
export interface Addition {
  readonly call: CallExpression;
  /** The block that the statement is in. */
  readonly block: Range;
}

/** A program, and what its text says about names. */
export interface Program {
  readonly source: string;
  /** All calls, in the order of the text; the outer call of a chain is the last one. */
  readonly calls: readonly Call[];
  readonly declared: ReadonlyMap<string, Declaration>;
  /** The modules that names are imported from. */
  readonly imported: ReadonlyMap<string, string>;
  /** Additions to headers and parameters after their declaration, by their names. */
  readonly additions: ReadonlyMap<string, readonly Addition[]>;
  readonly functions: readonly Range[];
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

/** Functions that read their arguments, and keep none of them. */
const READS_ONLY =
  /^(?:console\.\w+|JSON\.stringify|encodeURIComponent|String|URLSearchParams|Headers|Request|URL|axios\.(?:is\w+|all|spread|create|getUri|CancelToken\.source))$/;
/** Methods that change nothing. */
const CHANGES_NOTHING = /^(?:toString|join)$/;
/** Expressions around a value whose own value may contain the same object. */
const PASSES_ON = new Set(
  'Property SpreadElement ObjectExpression ArrayExpression ConditionalExpression LogicalExpression AwaitExpression ChainExpression MemberExpression'.split(' '),
); // prettier-ignore
/** Expressions and statements around a value that keep nothing of it. */
const KEEPS_NOTHING = new Set('TemplateLiteral BinaryExpression UnaryExpression ExpressionStatement'.split(' '));
const BLOCK = /^(?:Program|BlockStatement|StaticBlock|SwitchCase|For\w*Statement|(?:Arrow)?Function\w+)$/;

/** Collects what the nodes of a program state about its names. */
class Names {
  readonly declared = new Map<string, Declaration>();
  readonly imported = new Map<string, string>();
  readonly assigned = new Set<string>();
  readonly exposed = new Set<string>();
  readonly additions = new Map<string, Addition[]>();
  /** Names that the initial value of a name refers to: their objects may be the same. */
  readonly #shared = new Map<string, Set<string>>();
  readonly #isRead: (names: readonly string[]) => boolean;

  constructor(isRead: (names: readonly string[]) => boolean) {
    this.#isRead = isRead;
  }

  assign(node: AnyNode): void {
    this.assigned.add(listNames(node)[0] ?? '');
  }

  /** A name in a declaration, a parameter or an assignment. */
  declare(name: string, ancestors: readonly AnyNode[]): void {
    const parent = ancestors.at(-2);
    const block = ancestors.findLast(({ type }) => BLOCK.test(type));
    const init = parent?.type === 'VariableDeclarator' ? (parent.init ?? undefined) : undefined;
    const isVar = ancestors.some((node) => node.type === 'VariableDeclaration' && node.kind === 'var');
    this.declared.set(name, {
      init: this.declared.has(name) ? undefined : init,
      // A `var` has no value before its declaration, and none where its block isn't run.
      start: (isVar ? parent : block)?.start ?? 0,
      end: block?.end ?? 0,
      block: block ?? { start: 0, end: 0 },
    });
  }

  /** Records `name.append(…)` and `name.set(…)` as a statement; false for another use of a name. */
  #add(name: string, ancestors: readonly AnyNode[]): boolean {
    const [block, statement, call, member] = ancestors.slice(-5);
    if (member?.type !== 'MemberExpression' || call?.type !== 'CallExpression' || call.callee !== member) return false;
    if (statement?.type !== 'ExpressionStatement' || block === undefined || !BLOCK.test(block.type)) return false;
    if (!/^(?:append|set)$/.test(listNames(member).at(-1) ?? '')) return false;
    this.additions.set(name, [...(this.additions.get(name) ?? []), { call, block }]);
    return true;
  }

  /** A name that is read: whether code that isn't read may change its object. */
  refer(name: string, ancestors: readonly AnyNode[]): void {
    if (this.#add(name, ancestors)) return;
    for (let at = ancestors.length - 2; at >= 0; at -= 1) {
      const [parent, child] = [ancestors[at], ancestors[at + 1]];
      if (parent === undefined || KEEPS_NOTHING.has(parent.type)) return;
      if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
        const names = listNames(parent.callee);
        const keeps = child === parent.callee && CHANGES_NOTHING.test(names.at(-1) ?? '');
        if (!keeps && !this.#isRead(names) && !READS_ONLY.test(names.join('.'))) this.exposed.add(name);
        return;
      }
      if (parent.type === 'VariableDeclarator') {
        this.#share(parent, name);
        return;
      }
      if (!PASSES_ON.has(parent.type)) {
        this.exposed.add(name);
        return;
      }
      if (parent.type === 'MemberExpression' && parent.property === child) return;
    }
  }

  #share({ id }: VariableDeclarator, name: string): void {
    if (id.type === 'Identifier') this.#shared.set(id.name, (this.#shared.get(id.name) ?? new Set()).add(name));
    else this.exposed.add(name);
  }

  /** Exposes the objects that changed objects may contain. */
  finish(): void {
    for (const name of this.additions.keys()) {
      const init = this.declared.get(name)?.init;
      const isList =
        init?.type === 'NewExpression' && /^(?:Headers|URLSearchParams)$/.test(listNames(init.callee).join('.'));
      if (!isList) this.exposed.add(name);
    }
    const changed = [...this.assigned, ...this.exposed];
    for (const name of changed)
      for (const other of this.#shared.get(name) ?? []) {
        if (this.exposed.has(other)) continue;
        this.exposed.add(other);
        changed.push(other);
      }
  }
}

/**
 * Parses a text as JavaScript.
 *
 * @param isRead whether a call's arguments are read as a request, which doesn't change them
 * @throws SyntaxError
 */
export function parseProgram(source: string, isRead: (names: readonly string[]) => boolean): Program {
  const tree = parse(source, OPTIONS);
  const calls: Call[] = [];
  const functions: Range[] = [];
  const names = new Names(isRead);
  ancestor(tree, {
    // The walker's name for names of declarations, parameters and assignments.
    VariablePattern: ({ name }: Identifier, _state: unknown, ancestors: readonly Node[]) =>
      names.declare(name, ancestors as AnyNode[]),
    // The walker's name for `a.b = …`.
    MemberPattern: (node: MemberExpression) => names.assign(node),
    Identifier: ({ name }, _state, ancestors) => names.refer(name, ancestors),
    UpdateExpression: ({ argument }) => names.assign(argument),
    UnaryExpression: ({ operator, argument }) => void (operator === 'delete' && names.assign(argument)),
    ImportDeclaration({ specifiers, source: module }: ImportDeclaration) {
      for (const { local } of specifiers) names.imported.set(local.name, String(module.value));
    },
    Function: ({ start, end }) => void functions.push({ start, end }),
    CallExpression: (node) => void calls.push({ names: listNames(node.callee), node }),
  } as AncestorVisitors<unknown>);
  names.finish();
  calls.sort((a, b) => a.node.callee.end - b.node.callee.end);
  const { declared, imported, assigned, exposed, additions } = names;
  return { source, calls, declared, imported, assigned, exposed, additions, functions };
}
