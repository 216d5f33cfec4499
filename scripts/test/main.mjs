/**
 * What `npm test` does: every step, also after one that failed, and the sum.
 */
import { randomInt } from 'node:crypto';
import { errorMessage } from '../error-message.mjs';
import { prepare } from '../prepare.mjs';
import { killAll } from '../processes.mjs';
import { seconds } from '../progress.mjs';
import { parseFlags } from './flags.mjs';
import { STEPS } from './steps.mjs';

const STILL_MS = 20_000;

const USAGE = `Usage: npm test -- [--only step,step] [--skip step,step]

Steps: ${STEPS.map(({ name }) => name).join(', ')}.

The last line is "N passed, N failed": the tests that were counted, and each other step as one. A skipped test counts as
failed, unless ENDPOINTJS_NO_ENVOY=1 says that there is no Envoy to test with. ENDPOINTJS_CHROMIUM is the browser to use.`;

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>} the exit code is in `process.exitCode`
 */
export async function main(args) {
  /** @type {ReturnType<typeof parseFlags>} */
  let flags;
  try {
    flags = parseFlags(
      args,
      STEPS.map(({ name }) => name),
    );
  } catch (error) {
    console.error(`${errorMessage(error)} See npm test -- --help.`);
    process.exitCode = 2;
    return;
  }
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      killAll();
      process.exit(130);
    });
  }
  if (flags.full) {
    // A random seed is passed to every property test by its name in the environment.
    const seed = flags.seed ?? randomInt(2 ** 31);
    Object.assign(process.env, { ENDPOINTJS_FULL: '1', ENDPOINTJS_SEED: String(seed) });
    console.log(`The seed of the property tests is ${seed}; --seed ${seed} repeats this run.`);
  }
  const { passed, failed } = await runSteps(STEPS.filter(({ name }) => flags.steps.includes(name)));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** @param {readonly import('./steps.mjs').Step[]} steps */
async function runSteps(steps) {
  try {
    await prepare([], console.log);
  } catch (error) {
    console.log(errorMessage(error));
    // Without the packages no step can be run.
    return { passed: 0, failed: steps.length };
  }
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const { passed, failed } = await runStep(step);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** @param {import('./steps.mjs').Step} step */
async function runStep({ name, run }) {
  const start = performance.now();
  console.log(`${name} …`);
  const timer = setInterval(() => console.log(`${name} … ${seconds(start)}`), STILL_MS);
  /** @type {import('./steps.mjs').StepResult} */
  let result;
  try {
    result = await run(console.log);
  } catch (error) {
    // A step that breaks is a failed one, and the others still run.
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    result = { passed: 0, failed: 1, notes: ['could not be run'], output };
  }
  clearInterval(timer);
  const { passed, failed, notes, output, figures } = result;
  const shown = failed > 0 ? output : (figures ?? '');
  if (shown.trim() !== '') console.log(indent(shown.trimEnd()));
  const counts =
    passed + failed === 1
      ? failed === 0
        ? 'passed'
        : 'FAILED'
      : `${passed} passed, ${failed} ${failed === 0 ? 'failed' : 'FAILED'}`;
  console.log(`${name}: ${[counts, ...notes].join('; ')} (${seconds(start)})`);
  return result;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '  ');
}
