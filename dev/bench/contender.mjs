/**
 * One contender of one question, alone in this process: `contender.mjs <question> <contender>`, forked by main.mjs. When warm it sends
 * its results, and after each message from there the CPU time of a call, in nanoseconds, garbage collection included.
 */
import { QUESTIONS } from './questions.mjs';

const [, , name, contender = ''] = process.argv;
const question = QUESTIONS.find((candidate) => candidate.name === name);
const call = question?.contenders[contender];
if (question === undefined || call === undefined) throw new Error(`"${contender}": no contender of "${name}".`);
const { inputs = 1, warmUpMs = 200, sampleMs = 40 } = question;

/** Where characters go: the engine could leave out a call without an effect. */
let sum = 0;

/**
 * Reads a character of each url. The engine joins a concatenated string when it is first read: a contender that leaves this to its caller
 * would seem faster than it is.
 *
 * @param {number} passes over all inputs
 * @returns {number} ms of CPU time
 */
function time(passes) {
  const before = process.cpuUsage();
  for (let pass = 0; pass < passes; pass++) {
    for (let input = 0; input < inputs; input++) {
      const result = /** @type {NonNullable<typeof call>} */ (call)(input);
      const url = typeof result === 'string' ? result : result.url;
      sum += url.charCodeAt(url.length - 1);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** @returns {number} the passes that take one sample's time */
function warmUp() {
  let passes = 1;
  let total = 0;
  for (;;) {
    const ms = time(passes);
    total += ms;
    if (total >= warmUpMs && ms >= sampleMs / 2) return Math.ceil((passes * sampleMs) / ms);
    if (ms < sampleMs) passes *= 2;
  }
}

/** @param {import('./questions.mjs').Request | string} result */
function comparable(result) {
  if (typeof result === 'string') return result;
  const { method, url, headers, body } = result;
  // By design the builders differ in these: the method's case, their name, and an empty body where there are no parameters for one.
  return {
    method: method.toLowerCase(),
    url,
    headers: { ...headers, 'user-agent': '' },
    body: body === '' ? undefined : body,
  };
}

const results = Array.from({ length: inputs }, (_, input) => comparable(call(input)));
const passes = warmUp();
process.send?.(results);
process.on('message', () => process.send?.((time(passes) * 1e6) / (passes * inputs)));
