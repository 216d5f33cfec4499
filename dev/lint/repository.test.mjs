/** What no file of the repository may contain. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { checkDigest } from '../generate/digest.mjs';

const files = listFiles(ROOT, { untracked: true });
/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** A line that git leaves in a file that it couldn't merge, also as a formatter of Markdown rewrites it. */
const MARK = /^(?:<{7}|>{7}|(?:> ){6}>)(?: |$)/m;

test('a mark of git is found, however it was formatted', () => {
  expect(['<'.repeat(7), '>'.repeat(7), `${'> '.repeat(6)}> `].map((mark) => MARK.test(`a\n${mark} b`))).toEqual([
    true,
    true,
    true,
  ]);
});

test('no file has a conflict that was never resolved', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => MARK.test(readFileSync(join(ROOT, file), 'latin1')))).toEqual([]);
});

/** Ranges are for what a package lets its users install. */
const OF_USERS = /^(?:client|server)\/package\.json$/;
const EXACT = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$|^file:/;

/** @param {string} path @param {Record<string, Record<string, string>>} manifest */
function findRanges(path, manifest) {
  const kinds = ['devDependencies', ...(OF_USERS.test(path) ? [] : ['dependencies', 'optionalDependencies'])];
  const entries = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  return entries.filter(([, version]) => !EXACT.test(version)).map(([name, version]) => `${path}: ${name} ${version}`);
}

test('every version of a package.json is exact', () => {
  expect(
    findRanges('package.json', { devDependencies: { a: '^1.2.3', b: '1.2.3', c: 'npm:d@1.2.3', e: '*' } }),
  ).toEqual(['package.json: a ^1.2.3', 'package.json: e *']);
  const manifests = files.filter((path) => /(?:^|\/)package\.json$/.test(path));
  expect(manifests.length).toBeGreaterThan(10);
  expect(manifests.flatMap((path) => findRanges(path, JSON.parse(read(path))))).toEqual([]);
});

/** A bound of a time that was measured, or such a time itself, except where time is a fake. */
const CLOCK =
  /\b(?:const|let) (\w+) = (?:performance|Date)\.now\(\)\s*-[^]*?\bexpect\([^;]*\b\1\b|\b(?:performance|Date)\.now\(\)(?:\s*-\s*[\w.]+)?\s*[<>]=?\s*[\d_]+|\bexpect\([^;]*?\b(?:performance|Date)\.now\(\)\s*-|\bexpect\([^;]*?\bperformance\.now\(\)|\bprocess\.hrtime\b/;
const TEST = /(?<!\.(?:full|quiet))\.test\.(?:tsx?|mjs)$|(?<!figures)\.spec\.ts$/;

test('no assertion of npm test reads a clock', () => {
  expect(
    [
      'expect(performance.now() < 50).toBe(true)',
      'expect(Date.now() - start).toBeLessThan(5)',
      'performance.now() - a < 5',
      'const elapsed = Date.now() - begun;\nexpect(elapsed).toBe(5)',
    ].filter((code) => !CLOCK.test(code)),
  ).toEqual([]);
  const found = files
    .filter((path) => TEST.test(path) && path !== 'dev/lint/repository.test.mjs')
    .filter((path) => CLOCK.test(read(path)) && !read(path).includes('useFakeTimers'));
  expect(found).toEqual([]);
});

test('the generated files are those of the last `npm run generate`', () => {
  expect(checkDigest()).toEqual([]);
});

test('the addresses of the project are those of package.json', () => {
  const name = REPOSITORY.replace(/.*\//, '').replaceAll('.', String.raw`\.`);
  // Octokit has a project of that name, too.
  const address = new RegExp(
    String.raw`https://(?:[\w-]+\.github\.io|github\.com/(?!octokit/)[\w.-]+)/${name}(?![\w-])`,
    'g',
  );
  const texts = files.filter((path) => !/\.(?:png|ico|binpb|gz)$/.test(path));
  const others = texts.flatMap((path) =>
    Array.from(read(path).matchAll(address), ([found]) => found)
      .filter((found) => found !== REPOSITORY && `${found}/` !== HOMEPAGE)
      .map((found) => `${path}: ${found}`),
  );
  expect(others).toEqual([]);
});

/** What may have two equal branches, by its text. */
const EQUAL =
  /\?\s+([^\s?:;][^?:;\n]*?)\s+:\s+\1(?=[\s;,)\]}])|\{(\s*[^\s{}][^{}]*)\}\s*else\s*\{\2\}|\) (\S[^\n]*)\n\s*else \3/;

/** Finds conditions that decide nothing: both of their branches are the same. @param {string} path @param {string} text */
function findEqualBranches(path, text) {
  if (!EQUAL.test(text)) return [];
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const branches = ts.isConditionalExpression(node)
      ? [node.whenTrue, node.whenFalse]
      : ts.isIfStatement(node) && node.elseStatement !== undefined
        ? [node.thenStatement, node.elseStatement]
        : [];
    const [one, other] = branches.map((branch) => branch.getText(file));
    if (one !== undefined && one === other) found.push(`${path}: ${node.getText(file)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no condition has two equal branches', () => {
  const planted = [
    'a ? b : b;',
    'x(a\n  ? b()\n  : b());',
    'if (a) {\n  f();\n} else {\n  f();\n}',
    'if (a) f();\nelse f();',
  ];
  expect(planted.filter((text) => findEqualBranches('a.ts', text).length !== 1)).toEqual([]);
  expect(findEqualBranches('a.ts', 'a ? b : b + 1; if (a) f(); else if (b) g(); else h();')).toEqual([]);
  const sources = files.filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/\/gen\/|repository\.test/.test(path));
  expect(sources.flatMap((path) => findEqualBranches(path, read(path)))).toEqual([]);
});

test('every style sheet is imported', () => {
  const sources = files.filter((path) => /\.(?:tsx?|m?js|css|html|vue)$/.test(path) && !/\.test\./.test(path));
  const imported = new Set(
    sources.flatMap((path) =>
      Array.from(read(path).matchAll(/['"]([\w./-]+\.css)['"]/g), ([, name = '']) =>
        posix.join(posix.dirname(path), name),
      ),
    ),
  );
  expect(imported.size).toBeGreaterThan(10);
  expect(files.filter((path) => path.endsWith('.css') && !imported.has(path))).toEqual([]);
});

/** Of other programs: a user's page, and OpenTelemetry's collector. */
const OTHER_PORTS = ['0', '3000', '4318'];
const SETTINGS = /^(?:server\/(?:process|transports)\/|envoy\/|deploy\/|dev\/commands\/flags)(?!.*(?:\.md$|test))/;
const NAMED_PORT = /(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):(\d+)|--[a-z-]*port[ =](\d+)|\bport (\d{4,5})\b/g;

test('the ports of documents are those of the programs', () => {
  const lines = files.filter((path) => SETTINGS.test(path)).flatMap((path) => read(path).split('\n'));
  const ports = new Set(OTHER_PORTS);
  for (const line of lines.filter((text) => /port|socket_address/i.test(text)))
    for (const [port] of line.matchAll(/(?<![\d._])\d{4,5}(?![\d_])/g)) ports.add(port);
  const documents = files.filter(
    (path) => path.endsWith('.md') && !/^CHANGELOG|decisions\/|findings\/|fixtures\//.test(path),
  );
  const named = documents.flatMap((path) =>
    Array.from(read(path).matchAll(NAMED_PORT), ([text, ...found]) => ({
      path,
      text,
      port: found.find(Boolean) ?? '',
    })),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ port }) => !ports.has(port))).toEqual([]);
});
