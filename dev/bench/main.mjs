/**
 * The builder beside its peers, on the built package: `npm run bench` (after `npm run build`). The ratios are of one run; the times are
 * those of the machine. With `--check` the exit code is 1 when a figure misses its bar.
 *
 *     npm run bench -- mix         the questions with "mix" in their names
 *     npm run bench -- --engines   GitHub's routes in Chromium, Firefox and WebKit, by the packages of dev/full
 *
 * The environment variable ENDPOINTJS_FIGURES names a file for the figures, as JSON.
 */
import { parseArgs } from 'node:util';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';
import { installFullPackages } from '../full/packages.mjs';
import { compareAll } from './compare.mjs';
import { measureEngines } from './engines/measure.mjs';
import { measureImports } from './imports.mjs';
import { measureMemory } from './memory.mjs';
import { installNodes } from './nodes.mjs';
import { OTHER_NODES_BARS, QUESTIONS } from './questions.mjs';
import { ratioFigures } from './ratios.mjs';
import { measureRoutesMemory } from './routes-memory.mjs';
import { measureTools } from './tools.mjs';

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, engines: { type: 'boolean' } },
  allowPositionals: true,
});

/** @param {string} name */
const isRequested = (name) => positionals.length === 0 || positionals.some((part) => name.includes(part));

async function* measureInNode() {
  const questions = QUESTIONS.filter(({ name }) => isRequested(name));
  for (const { question, compared } of await compareAll(questions, console.error))
    yield ratioFigures(question.name, compared, question.bars);
  yield* measureInOtherNodes(questions);
  if (isRequested('import')) yield measureImports();
  if (isRequested('memory')) yield measureMemory();
  if (isRequested('memory') || isRequested('routes')) yield measureRoutesMemory();
  if (isRequested('tools')) yield measureTools();
}

/** @param {readonly import('./calls.mjs').Question[]} questions */
async function* measureInOtherNodes(questions) {
  for (const [major, bars] of Object.entries(OTHER_NODES_BARS)) {
    const again = questions.filter(({ name }) => name in bars);
    if (again.length === 0) continue;
    const execPath = (await installNodes(console.error))(Number(major));
    for (const { question, compared } of await compareAll(again, console.error, { execPath }))
      yield ratioFigures(`${question.name}, Node ${major}`, compared, bars[question.name] ?? {});
  }
}

async function* measureInEngines() {
  await installFullPackages(console.error);
  yield* measureEngines(console.error);
}

const figures = [];
for await (const measured of values.engines ? measureInEngines() : measureInNode()) {
  figures.push(...measured);
  for (const figure of measured) console.log(formatFigure(figure));
}
writeFigures(figures);
if (!values.check) process.exitCode = 0;
