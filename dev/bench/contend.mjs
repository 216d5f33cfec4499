/** What a contender does in its process. */
import { comparable, timer, warmUp } from './calls.mjs';

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Warms a call up and sends its results to the process that compares, and after each message from there the CPU time of a call, in
 * nanoseconds, garbage collection included.
 *
 * @param {import('./calls.mjs').Call} call
 * @param {{ inputs?: number, warmUpMs?: number, sampleMs?: number }} question
 */
export function contend(call, { inputs = 1, warmUpMs = 200, sampleMs = 40 }) {
  const results = Array.from({ length: inputs }, (_, input) => comparable(call(input)));
  const time = timer(call, inputs, cpuTime);
  const passes = warmUp(time, warmUpMs, sampleMs);
  process.send?.(results);
  process.on('message', () => process.send?.((time(passes) * 1e6) / (passes * inputs)));
}
