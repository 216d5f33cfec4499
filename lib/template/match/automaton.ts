import { EndpointError } from '../../errors.js';
import { type Expression, type Operator, type Part, type Varspec, OPERATORS } from '../ast.js';
import {
  EXACT,
  getAlphabets,
  listCharacters,
  NORMALIZED,
  toCharacters,
  type Character,
  type Leniency,
  type Normalize,
} from './characters.js';

/** Reads one of the characters `on` except those of `not`, and continues at `to`. */
export interface Edge {
  readonly on: Character | ReadonlySet<Character>;
  readonly not?: ReadonlySet<Character> | undefined;
  readonly to: Node;
  /** The item of the character; -1 for literals and for the characters that an operator writes before and between names. */
  readonly item: number;
  /** Whether the character precedes the item's text and is not part of it. */
  readonly opens: boolean;
}

/** A place between two characters. Reading continues by one of its edges or at one of the nodes in `also`. */
export interface Node {
  readonly id: number;
  readonly edges: Edge[];
  readonly also: Node[];
}

/** One occurrence of a variable in the template. */
export interface Item {
  readonly operator: Operator;
  readonly varspec: Varspec;
  /** Its index among the variables of its expression. */
  readonly index: number;
  /** Whether its index identifies it, not its name. */
  readonly positional: boolean;
}

/** Reads the urls of a template: each path from `start` to a final node is one. */
export type Automaton = ReturnType<typeof toAutomaton>;

/** Two orders of magnitude more nodes than templates written by people have. */
export const MAX_NODES = 50_000;

/** How reading can continue at a node. */
export interface Reach {
  readonly edges: readonly Edge[];
  /** Whether reading may end here. */
  readonly final: boolean;
}

/** Collects the edges of a node and of the nodes in its `also`. */
function createReach(end: Node) {
  const known = new Map<Node, Reach>();
  return (node: Node) => {
    let result = known.get(node);
    if (!result) {
      const nodes = [node];
      // The loop extends the list.
      for (const { also } of nodes) nodes.push(...also);
      result = { edges: nodes.flatMap(({ edges }) => edges), final: nodes.includes(end) };
      known.set(node, result);
    }
    return result;
  };
}

/** Whether an edge reads a character, whose spellings are the same where `normalize` returns the same. */
export function accepts({ on, not }: Edge, character: Character, normalize: Normalize) {
  // Under `+` and `#` each spelling is a value of its own.
  if (on === getAlphabets().any) return on.has(character);
  const normalized = normalize(character);
  return typeof on === 'string' ? normalize(on) === normalized : on.has(normalized) && !not?.has(normalized);
}

interface Builder {
  /** The characters of values in an expression. */
  readonly valuesOf: (expression: Expression) => ReadonlySet<Character>;
  /** The names that `;`, `?` and `&` write before values: they look like the keys of a map. */
  readonly names: readonly string[];
  node: (also?: Node[]) => Node;
}

/**
 * Makes the automaton of a template, from its end to its start.
 * @param leniency absent for exactly the urls that expansion writes
 */
export function toAutomaton(parts: readonly Part[], leniency?: Leniency) {
  const builder = createBuilder(parts, leniency);
  const end = builder.node();
  const items = parts.flatMap((part): Item[] => {
    if (part.kind === 'literal') return [];
    const { operator, varspecs } = part;
    const { named } = OPERATORS[operator];
    return varspecs.map((varspec, index) => ({ operator, varspec, index, positional: !named }));
  });
  let item = items.length;
  const start = parts.reduceRight((after, part) => {
    if (part.kind === 'literal') return addText(builder, part.text, -1, after);
    item -= part.varspecs.length;
    const addExpression = OPERATORS[part.operator].named ? addNamed : addPositional;
    return addExpression(builder, part, item, after);
  }, end);
  return { start, reach: createReach(end), normalize: leniency ? NORMALIZED : EXACT, items };
}

function createBuilder(parts: readonly Part[], leniency: Leniency | undefined): Builder {
  let nodes = 0;
  return {
    valuesOf: (expression) => listCharacters(expression, leniency),
    names: parts.flatMap((part) =>
      part.kind === 'expression' && OPERATORS[part.operator].named
        ? part.varspecs.map(({ name, key = name }) => key)
        : [],
    ),
    node: (also = []) => {
      if (nodes === MAX_NODES) throw tooLargeError();
      return { id: nodes++, edges: [], also };
    },
  };
}

export function tooLargeError() {
  return new EndpointError('ambiguous-template', 'url: the template is too large to be matched; match its parts.');
}

/** Adds an edge whose character is part of its item's text. */
const connect = (from: Node, on: Edge['on'], to: Node, item: number) => from.edges.push({ on, to, item, opens: false });

/** Adds nodes that read a text, and returns the first. */
function addText({ node }: Builder, text: string, item: number, after: Node) {
  return (toCharacters(text) ?? []).reduceRight((to, on) => {
    const first = node();
    connect(first, on, to, item);
    return first;
  }, after);
}

/** Variables under `''`, `+`, `#`, `.` and `/`: their index identifies them, so the undefined ones are last. */
function addPositional(builder: Builder, expression: Expression, firstItem: number, after: Node) {
  const { node, valuesOf } = builder;
  const { operator, varspecs } = expression;
  const { first, separator, allowReserved } = OPERATORS[operator];
  const on = valuesOf(expression);
  const commas = !allowReserved && (separator !== ',' || varspecs.length === 1);

  let next: Node | undefined;
  for (let index = varspecs.length - 1; index >= 0; index--) {
    const item = firstItem + index;
    const tail = node([after]);
    if (next) tail.edges.push({ on: separator, to: next, item: item + 1, opens: true });
    if (varspecs[index]?.explode) next = addExploded(builder, { on, text: separator, item }, tail);
    else {
      next = node([tail]);
      connect(next, on, next, item);
      if (commas && !varspecs[index]?.prefix) connect(next, ',', next, item);
    }
  }
  if (!next || !first) return next ?? after;
  const entry = node([after]);
  entry.edges.push({ on: first, to: next, item: firstItem, opens: true });
  return entry;
}

/** A variable: the characters of its values, a text of its operator, and its index among the items. */
interface Variable {
  readonly on: ReadonlySet<Character>;
  readonly text: string;
  readonly item: number;
}

/** `value,value` or `key=value,key=value`, separated by the text. */
function addExploded({ node }: Builder, { on, text: separator, item }: Variable, tail: Node) {
  const list = node([tail]);
  connect(list, on, list, item);
  connect(list, separator, list, item);

  const [member, key, value] = [node(), node(), node([tail])];
  connect(member, on, key, item);
  connect(key, on, key, item);
  connect(key, '=', value, item);
  connect(value, on, value, item);
  connect(value, separator, member, item);
  return node([list, member]);
}

/** Variables under `;`, `?` and `&`: their names identify them, so any may be undefined. */
function addNamed(builder: Builder, expression: Expression, firstItem: number, after: Node) {
  const { node, valuesOf } = builder;
  const { operator, varspecs } = expression;
  const on = valuesOf(expression);
  const { first, separator, ifEmpty } = OPERATORS[operator];
  const start = varspecs.reduceRight((following, { name, key = name, explode, prefix }, index) => {
    const item = firstItem + index;
    const variable = { on, text: ifEmpty, item };
    const tail = node([after]);
    if (index < varspecs.length - 1) connect(tail, separator, following, -1);

    const addName = (value: Node) => addText(builder, key, item, value);
    const addMembers = (addStart: (value: Node) => Node) => {
      const again = node([tail]);
      const member = addStart(addNamedValue(builder, variable, again, false));
      connect(again, separator, member, item);
      return member;
    };
    const alternatives = explode
      ? [addMembers(addName), addMembers((value) => addKey(builder, on, item, value))]
      : [addName(addNamedValue(builder, variable, tail, !prefix))];
    return node([...alternatives, following]);
  }, node());
  const entry = node([after]);
  connect(entry, first, start, -1);
  return entry;
}

/** `=value`, or the operator's `ifEmpty` for an empty value. */
function addNamedValue({ node }: Builder, { on, text: ifEmpty, item }: Variable, tail: Node, commas: boolean) {
  const value = node([tail]);
  connect(value, on, value, item);
  if (commas) connect(value, ',', value, item);

  const start = ifEmpty ? value : node();
  if (!ifEmpty) start.edges.push(...value.edges);
  const key = node(ifEmpty ? [] : [tail]);
  connect(key, '=', start, item);
  return key;
}

/** The key of a map's member: any text except the names that the template itself writes. */
function addKey({ node, names }: Builder, encoded: ReadonlySet<Character>, item: number, value: Node) {
  interface Trie {
    readonly at: Node;
    readonly next: Map<Character, Trie>;
    isName?: boolean;
  }
  const createTrie = (): Trie => ({ at: node(), next: new Map() });
  const root = createTrie();
  const tries = [root];
  for (const name of names) {
    let trie = root;
    for (const character of toCharacters(name) ?? []) {
      let next = trie.next.get(character);
      if (!next) {
        next = createTrie();
        trie.next.set(character, next);
        tries.push(next);
      }
      trie = next;
    }
    trie.isName = true;
  }

  const other = node([value]);
  connect(other, encoded, other, item);
  for (const trie of tries) {
    const { at, next, isName } = trie;
    at.edges.push({ on: encoded, not: new Set(next.keys()), to: other, item, opens: false });
    for (const [on, { at: to }] of next) if (encoded.has(on)) connect(at, on, to, item);
    if (trie !== root && !isName) at.also.push(value);
  }
  return root.at;
}
