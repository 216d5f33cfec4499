/**
 * One contender of one question, alone in this frame: `frame.html?<question>&<contender>`, both by their index. Each frame has its own
 * functions, so that what one contender taught the engine doesn't change the code of another.
 */
import { comparable, timer, warmUp } from '../calls.mjs';
import { MIX, ONE_ROUTE } from '../github.mjs';

/** The engine compiles beside the page, later where other processes have the CPU. */
const WARM_UP_MS = 600;
/** Long beside the clock's resolution, 1 ms in WebKit. */
const SAMPLE_MS = 25;

const [question = 0, contender = 0] = location.search.slice(1).split('&').map(Number);
const { inputs = 1, contenders = {} } = [MIX, ONE_ROUTE][question] ?? {};
const call = Object.values(contenders)[contender];
if (call === undefined) throw new Error(`${location.search}: there is no such contender.`);

const time = timer(call, inputs, () => performance.now());
let passes = 1;

Object.assign(globalThis, {
  contender: {
    results: () => Array.from({ length: inputs }, (_, input) => comparable(call(input))),
    warmUp: () => {
      passes = warmUp(time, WARM_UP_MS, SAMPLE_MS);
    },
    /** @returns {number} ns a call */
    sample: () => (time(passes) * 1e6) / (passes * inputs),
  },
});
