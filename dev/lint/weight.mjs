/**
 * The weight of each top-level folder, against the budgets of `weight.json`: tokens, as TypeScript parses them, and files. Comments, blank
 * lines and wrapping weigh nothing. A commit of its own raises a budget, and says who needs it and what went.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { tokenize } from '@csstools/css-tokenizer';
import ts from 'typescript';

/** @typedef {'tokens' | 'tests' | 'css' | 'files'} Kind tokens of sources, of tests and of styles, and files of these three */
/** @typedef {Record<Kind, number>} Weight */

/** The least share of a budget that its folder needs. */
const NEEDED = 0.97;
const TEST = /\.(?:test|spec)\.|test-d\.ts$|^e2e\//;
/** Helper code of tests by its name, unless a source uses it. */
const HELPER = /\.cases\.|(?:^|\/)(?:test|\w*fixtures)\//;
/** What names files without being code that is weighed. */
const NAMING = /(?:^|\/)package\.json$|\.(?:html|vue)$/;
/** What a tool reads, and what a command starts although others import it. */
const STARTED_BY_NAME = /\.config\.|\.d\.ts$/;
const STARTED = /\bisStarted\(|\bprocess\.argv\b/;
const NAMED = /[\w.@/-]+\.(?:tsx?|m?js)\b/g;
const SOURCE = /\.(?:tsx?|m?js|css)$/;
const GENERATED = /(?:^|\/)gen\//;
const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);

/**
 * Counts the tokens between two places of a source that are punctuation and keywords: what else TypeScript parses is a node.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function countBetween(text, start, end) {
  let count = 0;
  scanner.setText(text, start, end - start);
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) count++;
  return count;
}

/** @param {ts.Node} node @param {ts.SourceFile} file @returns {number} the tokens of types and names in a comment: those of JavaScript are there */
function countComment(node, file) {
  const children = node.getChildren(file);
  if (children.length > 0) return children.reduce((sum, child) => sum + countComment(child, file), 0);
  return node.kind < ts.SyntaxKind.FirstJSDocNode && node.getWidth(file) > 0 ? 1 : 0;
}

/** @param {ts.Node & { jsDoc?: readonly ts.Node[] }} node @param {ts.SourceFile} file @returns {number} the tokens of a node */
function countNode(node, file) {
  let count = node.jsDoc?.reduce((sum, comment) => sum + countComment(comment, file), 0) ?? 0;
  // Literals, names, templates and text of JSX, of which a scanner knows no context.
  if (node.kind < ts.SyntaxKind.FirstNode) return count + (node.getWidth(file) > 0 ? 1 : 0);
  let end = node.getStart(file);
  ts.forEachChild(node, (child) => {
    const start = child.getStart(file);
    if (end < start) count += countBetween(file.text, end, start);
    count += countNode(child, file);
    end = child.end;
  });
  return count + (end < node.end ? countBetween(file.text, end, node.end) : 0);
}

/** @param {string} path @param {string} text */
export function countTokens(path, text) {
  if (path.endsWith('.css'))
    return tokenize({ css: text }).filter(([type]) => !/^(?:whitespace-token|comment|EOF-token)$/.test(type)).length;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  return countNode(file, file);
}

/**
 * Finds the sources: what a user, a tool or a package starts, and what that uses. Code that only tests use is a test's, wherever it is.
 * A file uses another that it imports, or whose path it names.
 *
 * @param {ReadonlyMap<string, string>} texts by path
 * @returns {Set<string>}
 */
export function findSources(texts) {
  const listUsed = (/** @type {string} */ path) =>
    [...(texts.get(path) ?? '').matchAll(NAMED)]
      .flatMap(([name]) => [name, posix.join(posix.dirname(path), name)])
      .flatMap((name) => [name, name.replace(/\.js$/, '.ts'), name.replace(/\.js$/, '.tsx')])
      .filter((used) => used !== path && texts.has(used));
  const uses = new Map([...texts.keys()].map((path) => [path, listUsed(path)]));
  const used = new Set([...uses.values()].flat());
  const isStarted = (/** @type {string} */ path) =>
    !used.has(path) || NAMING.test(path) || STARTED_BY_NAME.test(path) || STARTED.test(texts.get(path) ?? '');
  const sources = new Set(
    [...texts.keys()].filter((path) => !TEST.test(path) && !HELPER.test(path) && isStarted(path)),
  );
  // A set also goes through what is added on the way.
  for (const path of sources) for (const name of uses.get(path) ?? []) if (!TEST.test(name)) sources.add(name);
  return sources;
}

/**
 * @param {string} root the repository's folder
 * @param {readonly string[]} files its files
 * @returns {Map<string, Weight>} by folder; the root's own files have an empty name
 */
export function weigh(root, files) {
  const read = files.filter((file) => (SOURCE.test(file) || NAMING.test(file)) && !GENERATED.test(file));
  const texts = new Map(read.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const sources = findSources(texts);
  /** @type {Map<string, Weight>} */
  const weights = new Map();
  for (const [path, text] of texts) {
    if (!SOURCE.test(path)) continue;
    const folder = path.slice(0, path.indexOf('/') + 1);
    const weight = weights.get(folder) ?? { tokens: 0, tests: 0, css: 0, files: 0 };
    weights.set(folder, weight);
    const kind = path.endsWith('.css') ? 'css' : sources.has(path) ? 'tokens' : 'tests';
    weight[kind] += countTokens(path, text);
    weight.files += 1;
  }
  return weights;
}

/**
 * @param {ReadonlyMap<string, Weight>} weights
 * @param {Readonly<Record<string, Weight | null>>} budgets by folder; null for one that is only counted
 * @returns {string[]} a line for each budget that isn't kept, or is more than 3 % over its folder's weight
 */
export function findExcess(weights, budgets) {
  const unknown = [...weights.keys()].filter((folder) => !(folder in budgets));
  return [
    ...unknown.map((folder) => `${folder}: has no budget; add its weight to dev/lint/weight.json`),
    ...Object.entries(budgets).flatMap(([folder, budget]) =>
      Object.entries(budget ?? {}).flatMap(([kind, most]) => {
        const value = weights.get(folder)?.[/** @type {Kind} */ (kind)] ?? 0;
        const what = `${folder || 'the root'}: ${value} ${kind} of ${most}`;
        if (value > most)
          return [`${what}; take something out, or raise the budget in a commit that says who needs it`];
        return value < most * NEEDED ? [`${what}; lower it to ${value} in dev/lint/weight.json`] : [];
      }),
    ),
  ];
}
