/**
 * One contender of one question, alone in this frame: `frame.html?<question>&<contender>`, both by their index. Each frame has its own
 * functions, so that what one contender taught the engine doesn't change the code of another.
 */
import { comparable, timer, warmUp } from '../calls.mjs';
import { FOR_PAGES } from '../github.mjs';

const [question = 0, contender = 0] = location.search.slice(1).split('&').map(Number);
const asked = FOR_PAGES[question];
const call = Object.values(asked?.contenders ?? {})[contender];
if (!asked || !call) throw new Error(`${location.search}: there is no such contender.`);

const { inputs, warmUpMs, sampleMs } = asked;
const time = timer(call, inputs, () => performance.now());
let passes = 1;

Object.assign(globalThis, {
  contender: {
    results: () => Array.from({ length: inputs }, (_, input) => comparable(call(input))),
    warmUp: () => {
      passes = warmUp(time, warmUpMs, sampleMs);
    },
    /** @returns {number} ns a call */
    sample: () => (time(passes) * 1e6) / (passes * inputs),
  },
});
