/**
 * One contender of one question, alone in this process: `contender.mjs <question> <contender>`, forked by compare.mjs. When warm it sends
 * its results, and after each message from there the CPU time of a call, in nanoseconds, garbage collection included.
 */
import { comparable, timer, warmUp } from './calls.mjs';
import { QUESTIONS } from './questions.mjs';

const [, , name, contender = ''] = process.argv;
const question = QUESTIONS.find((candidate) => candidate.name === name);
const call = question?.contenders[contender];
if (question === undefined || call === undefined) throw new Error(`"${contender}": no contender of "${name}".`);
const { inputs = 1, warmUpMs = 200, sampleMs = 40 } = question;

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const results = Array.from({ length: inputs }, (_, input) => comparable(call(input)));
const time = timer(call, inputs, cpuTime);
const passes = warmUp(time, warmUpMs, sampleMs);
process.send?.(results);
process.on('message', () => process.send?.((time(passes) * 1e6) / (passes * inputs)));
