/** The calls of a contender, in Node and in pages. */

/** @typedef {import('./by-hand.mjs').Request} Request */
/** @typedef {(input: number) => Request | string} Call builds a request or a url from an input, by its index */

/**
 * @typedef {object} Unguarded a question whose bars differ from engine to engine
 * @property {string} name
 * @property {number} [inputs] how many there are, 1 when left out
 * @property {number} [warmUpMs] CPU time before the first sample, 200 when left out
 * @property {number} [sampleMs] CPU time of a sample, 40 when left out: long beside a switch to another process and back, after which the
 *   caches are cold
 * @property {Readonly<Record<string, Call>>} contenders ours first
 */

/**
 * @typedef {object} Guarded
 * @property {Readonly<Record<string, import('./ratios.mjs').Bar>>} bars by peer; the ratio to a peer without one is only shown
 */

/** @typedef {Unguarded & Guarded} Question */

/** Where characters go: the engine could leave out a call without an effect. */
let sum = 0;

/**
 * Makes a clock for passes over all inputs that reads a character of each url. The engine joins a concatenated string when it is first
 * read: a contender that leaves this to its caller would seem faster than it is.
 *
 * @param {Call} call
 * @param {number} inputs
 * @param {() => number} now in ms
 * @returns {(passes: number) => number} ms
 */
export function timer(call, inputs, now) {
  return (passes) => {
    const before = now();
    for (let pass = 0; pass < passes; pass++) {
      for (let input = 0; input < inputs; input++) {
        const result = call(input);
        const url = typeof result === 'string' ? result : result.url;
        sum += url.charCodeAt(url.length - 1);
      }
    }
    return now() - before;
  };
}

/**
 * @param {ReturnType<typeof timer>} time
 * @param {number} warmUpMs
 * @param {number} sampleMs
 * @returns {number} the passes that take one sample's time
 */
export function warmUp(time, warmUpMs, sampleMs) {
  let passes = 1;
  let total = 0;
  for (;;) {
    const ms = time(passes);
    total += ms;
    if (total >= warmUpMs && ms >= sampleMs / 2) return Math.ceil((passes * sampleMs) / ms);
    if (ms < sampleMs) passes *= 2;
  }
}

/**
 * Makes texts of which none was seen before. Each contender gets its own, from the same first one.
 *
 * @param {(index: number) => string} text
 */
export function sequence(text) {
  let next = 0;
  return () => text(next++);
}

/**
 * Makes the results of different builders comparable.
 *
 * @param {Request | string} result
 */
export function comparable(result) {
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
