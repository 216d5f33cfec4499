/** The time of a url, warm and by a new route, for all libraries that build one without sending. */
import { fileURLToPath } from 'node:url';
import { sequence } from '../bench/calls.mjs';
import { compareAll } from '../bench/compare.mjs';
import { compareInChromium } from '../bench/engines/measure.mjs';

const CONTENDER = fileURLToPath(new URL('contender.mjs', import.meta.url));

/** @typedef {import('./library.mjs').Timed} Timed */

/** @type {Readonly<Record<'warm' | 'fresh', (timed: Timed) => () => string>>} the calls of the questions */
export const CALLS = {
  warm({ route, build, prepare }) {
    const text = route(0);
    return prepare === undefined ? () => build(text) : prepare(text);
  },
  fresh({ route, build }) {
    const next = sequence(route);
    return () => build(next());
  },
};

/** @type {Readonly<Record<keyof typeof CALLS, { warmUpMs: number, sampleMs: number }>>} as in the bench */
export const SAMPLES = { warm: { warmUpMs: 400, sampleMs: 40 }, fresh: { warmUpMs: 1000, sampleMs: 160 } };

/**
 * @param {ReadonlyMap<string, import('./library.mjs').Adapter>} adapters ours first
 * @param {(message: string) => void} log
 * @returns {Promise<import('./results.mjs').Times>}
 */
export async function compareTimes(adapters, log) {
  const names = [...adapters].flatMap(([name, { timed }]) => (timed === undefined ? [] : [name]));
  const contenders = Object.fromEntries(names.map((name) => [name, () => '']));
  const questions = Object.entries(SAMPLES).map(([name, samples]) =>
    Object.assign({ name, contenders, bars: {} }, samples),
  );
  const [warm, fresh] = (await compareAll(questions, log, { script: CONTENDER })).map(({ compared }) => compared);
  const ratios = (/** @type {import('../bench/ratios.mjs').Compared[]} */ compared = []) =>
    Object.fromEntries(compared.map(({ contender, ratio }) => [contender, ratio.median]));
  const inChromium = await compareInChromium(log);
  return {
    warm: ratios(warm),
    fresh: ratios(fresh),
    chromium: { warm: ratios(inChromium.warm), fresh: ratios(inChromium.fresh) },
    nanoseconds: warm?.[0]?.nanoseconds.median ?? NaN,
  };
}
