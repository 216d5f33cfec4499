/**
 * The cost of a catalogue's types beside openapi-fetch and ts-rest, on the same generated API, and of an editor's first completion of
 * GitHub's routes: `node dev/bench/types/main.mjs` (after `npm run build`). Each compilation is a process, whose CPU time counts: the
 * least of several. With `--check` the exit code is 1 when a figure misses its bar.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ApiDocument, writeCatalogue } from 'endpoint.js/openapi';
import { ROOT } from '../../commands/build.mjs';
import { formatFigure, median, writeFigures } from '../../commands/test/figures.mjs';
import { installFullPackages, resolveFull } from '../../full/packages.mjs';
import { createApiDocument } from '../../testing/generated-api.mjs';
import { createContenders } from './contenders.mjs';

const FOLDER = join(ROOT, '.cache', 'bench-types');
const FULL = join(ROOT, 'dev', 'full', 'node_modules');
const COUNT = 1000;
const REPEATS = 3;
const COMPILERS = [
  { name: 'TypeScript 5.9', package: 'typescript59', bar: 2 },
  { name: 'TypeScript 7', package: '@typescript/native', bar: 0.6 },
];
const EDITORS = [
  { name: 'TypeScript 5.9', package: 'typescript59' },
  { name: 'TypeScript 6', package: 'typescript' },
];
const COMPLETION_BAR = 1;

const require = createRequire(import.meta.url);
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
};

/** Writes the projects of each contender: one with the calls, one without. */
function writeProjects() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  symlinkSync(FULL, join(FOLDER, 'node_modules'), 'dir');
  const document = createApiDocument(COUNT);
  const files = { document: join(FOLDER, 'document.json'), schema: join(FOLDER, 'schema.d.ts') };
  writeFileSync(files.document, JSON.stringify(document));
  const writer = join(FULL, 'openapi-typescript', 'bin', 'cli.js');
  execFileSync(process.execPath, [writer, files.document, '-o', files.schema], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(FOLDER, 'routes.d.ts'), writeCatalogue(new ApiDocument(document)));
  return createContenders(COUNT).map(({ name, head, calls }) => {
    const project = (/** @type {string} */ kind, /** @type {readonly string[]} */ lines) => {
      const config = join(FOLDER, `${name}-${kind}.json`);
      const code = `${name}-${kind}.ts`;
      writeFileSync(join(FOLDER, code), `${[head, ...lines].join('\n')}\nexport { api };\n`);
      writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, files: [code] }));
      return config;
    };
    return { name, empty: project('empty', []), calls: project('calls', calls) };
  });
}

/**
 * Compiles a project.
 *
 * @param {string} compiler
 * @param {string} config
 * @returns {{ seconds: number, instantiations: number }} the CPU time of the compiler and all of its processes
 * @throws {Error} where the project has errors
 */
function compile(compiler, config) {
  const tsc = join(require.resolve(`${compiler}/package.json`), '..', 'bin', 'tsc');
  // `times` prints the CPU time of the shell, then that of its children: user and system.
  const command = ['-c', '"$@" && times', 'sh', process.execPath, tsc, '--extendedDiagnostics', '-p', config];
  const output = execFileSync('sh', command, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const [, user, system] = /(\S+) (\S+)\s*$/.exec(output) ?? [];
  return {
    seconds: readTime(user) + readTime(system),
    instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]),
  };
}

/** @param {string | undefined} text such as `1m2.34s` */
function readTime(text = '') {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

/** @param {{ name: string, package: string, bar: number }} compiler @param {ReturnType<typeof writeProjects>} projects */
function measureCalls(compiler, projects) {
  const measured = projects.map(({ name, empty, calls }) => {
    const runs = Array.from({ length: REPEATS }, () => ({
      empty: compile(compiler.package, empty),
      calls: compile(compiler.package, calls),
    }));
    const least = (/** @type {'empty' | 'calls'} */ kind) => Math.min(...runs.map((run) => run[kind].seconds));
    const own = least('calls') - least('empty');
    const middle = median(runs.map((run) => run.calls.seconds)) - median(runs.map((run) => run.empty.seconds));
    const perCall = runs.map((run) => run.calls.instantiations - run.empty.instantiations)[0] ?? NaN;
    return { name, whole: least('calls'), own, middle, perCall: Math.round(perCall / COUNT) };
  });
  const ours = measured.find(({ name }) => name === 'endpoint.js');
  if (!ours) throw new Error('endpoint.js must be one of the contenders.');
  return measured.map(({ name, whole, own, middle, perCall }) => {
    const ratio = name === ours.name ? '' : `, ${(whole / ours.whole).toFixed(1)} times endpoint.js`;
    const what = `${compiler.name}, ${COUNT} calls, ${name}`;
    const text = `${own.toFixed(2)} s of CPU (median ${middle.toFixed(2)} s), ${perCall} instantiations a call; ${whole.toFixed(2)} s with the API's types${ratio}`;
    return name === ours.name
      ? { what, measured: text, bar: `at most ${compiler.bar} s`, met: own <= compiler.bar }
      : { what, measured: text };
  });
}

/** Writes GitHub's catalogue for the editor. */
function writeGitHub() {
  const document = JSON.parse(readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'));
  writeFileSync(join(FOLDER, 'github.d.ts'), writeCatalogue(new ApiDocument(document)));
}

/** @param {{ name: string, package: string }} editor */
function measureCompletion(editor) {
  const script = join(ROOT, 'dev', 'bench', 'types', 'complete.mjs');
  const runs = Array.from({ length: REPEATS }, () =>
    Number(execFileSync(process.execPath, [script, editor.package, FOLDER], { encoding: 'utf8' })),
  );
  const least = Math.min(...runs);
  return {
    what: `${editor.name}, first completion of GitHub's routes`,
    measured: `${least.toFixed(2)} s of CPU (median ${median(runs).toFixed(2)} s)`,
    bar: `at most ${COMPLETION_BAR} s`,
    met: least <= COMPLETION_BAR,
  };
}

await installFullPackages(console.error);
const projects = writeProjects();
writeGitHub();
const figures = [
  ...COMPILERS.flatMap((compiler) => measureCalls(compiler, projects)),
  ...EDITORS.map(measureCompletion),
];
for (const figure of figures) console.log(formatFigure(figure));
writeFigures(figures);
if (!process.argv.includes('--check')) process.exitCode = 0;
