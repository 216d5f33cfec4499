/**
 * Times one contender of one question, alone in this process: `node dev/bench/contender.mjs <question> <contender>`. Prints the nanoseconds
 * of CPU time that a call takes, its garbage collection included; other work on the machine isn't in them.
 */
import { QUESTIONS } from './questions.mjs';

const WARM_UP_MS = 300;
const SAMPLE_MS = 50;
const SAMPLES = 7;

/** Where results go: to a place that anything could look at, or the engine may leave out parts of a call. */
const seen = [undefined];

const [, , name, contender] = process.argv;
const call = QUESTIONS.find((question) => question.name === name)?.contenders[contender];
if (call === undefined) throw new Error(`There is no "${contender}" in the question "${name}".`);

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * @param {number} calls
 * @returns {number} ms of CPU time
 */
function time(calls) {
  const start = cpuMs();
  for (let index = 0; index < calls; index++) seen[0] = call();
  return cpuMs() - start;
}

let calls = 1;
const start = cpuMs();
// In steps, so that a sample is as long as it should be however fast the machine is.
while (time(calls) < SAMPLE_MS || cpuMs() - start < WARM_UP_MS) calls = Math.ceil(calls * 1.3);
const samples = Array.from({ length: SAMPLES }, () => time(calls));
console.log((Math.min(...samples) * 1e6) / calls);
