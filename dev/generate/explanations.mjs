/** Generates the list of warnings in the public type, and that of fixes for errors in the guide, for `npm run generate`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from '../commands/build.mjs';

const EXPLAIN = 'lib/explain';
const GUIDE = 'docs/guides/explain.md';
const TYPES = `${EXPLAIN}/explanation.ts`;

/** @typedef {{ code: string, when: string, fix: string | undefined }} Rule */

/** The comment of a code, and the code. */
const RULE = /\/\*\*\s+(?:\* )?@when (?<when>.*?)(?:\s+\* @fix (?<fix>.*?))?\s+\*\/\s+code: '(?<code>[\w-]+)'/g;

/**
 * The rules of a file of the sources, in their order.
 *
 * @param {string} path
 */
const readRules = (path) =>
  Array.from(
    readFileSync(join(ROOT, EXPLAIN, path), 'utf8').matchAll(RULE),
    ({ groups }) => /** @type {Rule} */ ({ ...groups }),
  );

/**
 * The rows of all warnings, in the order in which they are reported.
 *
 * @param {readonly { code: string }[]} warnings
 */
export function describeWarnings(warnings) {
  const paths = readdirSync(join(ROOT, EXPLAIN, 'warnings')).map((name) => `warnings/${name}`);
  const rules = new Map(paths.flatMap(readRules).map((rule) => [rule.code, rule]));
  return warnings.map(({ code }) => rules.get(code) ?? { code, when: '', fix: undefined });
}

/**
 * A table in Markdown, as the formatter aligns it.
 *
 * @param {readonly Rule[]} fixes
 */
function formatTable(fixes) {
  const head = ['error', 'when', 'fix'];
  const rows = [head, ...fixes.map(({ code, when, fix }) => [`\`${code}\``, when, fix ?? ''])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** @param {readonly Rule[]} warnings */
const formatType = (warnings) => `/**
 * A reason for a second look, whether or not the request can be built.
 *
${warnings.map(({ code, when }) => ` * - \`${code}\`: ${when}`).join('\n')}
 */
export type WarningCode =
${warnings.map(({ code }) => `  | '${code}'`).join('\n')};`;

/**
 * Replaces the text between two lines that mark it.
 *
 * @param {string} text
 * @param {string} begin
 * @param {string} end
 * @param {string} part
 */
function replacePart(text, begin, end, part) {
  const [start, after] = [text.indexOf(`${begin}\n`), text.indexOf(`\n${end}\n`)];
  if (start < 0 || after < start) throw new Error(`The lines "${begin}" and "${end}" are missing.`);
  return `${text.slice(0, start)}${begin}\n${part}${text.slice(after)}`;
}

/**
 * Generates the files with these parts.
 *
 * @returns {Promise<{ path: string, text: string, committed: string }[]>}
 */
async function generateLists() {
  const { module } = await runnerImport(join(ROOT, EXPLAIN, 'problems.ts'));
  const warnings = describeWarnings(/** @type {{ WARNINGS: Rule[] }} */ (module).WARNINGS);
  const [guide, types] = [GUIDE, TYPES].map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const fixes = `\n${formatTable(readRules('fixes.ts'))}\n`;
  const withFixes = replacePart(guide ?? '', '<!-- fixes, generated -->', '<!-- /fixes -->', fixes);
  const type = replacePart(types ?? '', '// #region generated', '// #endregion', formatType(warnings));
  return [
    { path: GUIDE, text: withFixes, committed: guide ?? '' },
    { path: TYPES, text: type, committed: types ?? '' },
  ];
}

export async function writeExplanations() {
  for (const { path, text } of await generateLists()) writeFileSync(join(ROOT, path), text);
}

/** @returns {Promise<string[]>} one sentence for each committed file that differs from the generated one */
export async function checkExplanations() {
  const files = await generateLists();
  return files.flatMap(({ path, text, committed }) => (text === committed ? [] : `${path}: differs from a fresh run.`));
}
