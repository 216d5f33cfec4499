/**
 * `npm run mutation`: plants faults in the builder and in URI templates, and counts those that the tables of cases notice. The scores
 * of files with safety rules have bars; those of the others are only shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { missedFigures, writeFigures } from '../commands/test/figures.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';

const FOLDER = 'dev/mutation';
const REPORT = join(ROOT, '.cache', 'reports', 'mutation.json');
/**
 * The least score of each file with a safety rule, in percent. Surviving faults there change only the speed, the wording of a message,
 * or nothing.
 *
 * @type {Readonly<Record<string, number>>}
 */
const LEAST = {
  'lib/request/base-url.ts': 97,
  'lib/request/header-fields.ts': 100,
  'lib/request/path.ts': 100,
  'lib/request/target.ts': 82,
  'lib/template/budget.ts': 100,
};

/** @typedef {{ files: Record<string, { mutants: { status: string }[] }> }} Report */

/** @param {{ status: string }[]} mutants */
function computeScore(mutants) {
  const valid = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'RuntimeError');
  const noticed = valid.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  return { percent: (100 * noticed.length) / valid.length, noticed: noticed.length, of: valid.length };
}

/** @param {Report} report */
function computeFigures({ files }) {
  const all = computeScore(Object.values(files).flatMap(({ mutants }) => mutants));
  const figures = Object.entries(files).map(([file, { mutants }]) => figure(file, computeScore(mutants), LEAST[file]));
  const missing = Object.keys(LEAST).filter((file) => !(file in files));
  return [
    figure('all files', all, undefined),
    ...figures,
    ...missing.map((file) => ({ what: file, measured: 'not mutated', bar: `at least ${LEAST[file]} %`, met: false })),
  ];
}

/**
 * @param {string} what
 * @param {ReturnType<typeof computeScore>} score
 * @param {number | undefined} least
 */
function figure(what, { percent, noticed, of }, least) {
  const measured = `${percent.toFixed(1)} % (${noticed} of ${of} mutants noticed)`;
  return least === undefined
    ? { what, measured }
    : { what, measured, bar: `at least ${least} %`, met: percent >= least };
}

const { failure, output } = await run(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', `${FOLDER}/stryker.config.mjs`],
  // The same tests in each run: a random seed would make the score random.
  { cwd: ROOT, timeoutMs: 1_800_000, env: { ...process.env, ENDPOINTJS_SEED: '' } },
);
console.log(output);
if (failure !== undefined) {
  console.error(`Stryker ${failure}.`);
  process.exitCode = 1;
} else {
  const figures = computeFigures(JSON.parse(readFileSync(REPORT, 'utf8')));
  writeFigures(figures);
  for (const { what, measured } of missedFigures(figures)) console.error(`${what}: ${measured}, below its bar`);
}
