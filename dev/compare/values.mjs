/** The values of cases.json: JSON, and a notation for what JSON can't hold. */

/** @type {Readonly<Record<string, () => unknown>>} the values by their names in `{ "$value": name }` */
const VALUES = {
  undefined: () => undefined,
  NaN: () => NaN,
  Infinity: () => Infinity,
  BigInt: () => 9_007_199_254_740_993n,
  symbol: () => Symbol('value'),
  function: () => () => 'value',
  Promise: () => Promise.resolve('value'),
  Map: () => new Map([['a', 1]]),
  Set: () => new Set([1]),
  File: () => new File(['value'], 'a.txt'),
  Blob: () => new Blob(['value']),
  FormData,
  URLSearchParams: () => new URLSearchParams('a=1'),
  ArrayBuffer: () => new ArrayBuffer(2),
  Uint8Array: () => new Uint8Array([1, 2]),
  Headers: () => new Headers({ a: '1' }),
  AbortSignal: () => new AbortController().signal,
  RegExp: () => /value/,
  Error: () => new Error('value'),
  ReadableStream: () => new ReadableStream(),
  'invalid Date': () => new Date(NaN),
  circle: () => {
    /** @type {Record<string, unknown>} */
    const circle = {};
    circle['a'] = circle;
    return circle;
  },
};

function FormData() {
  const form = new globalThis.FormData();
  form.set('a', '1');
  return form;
}

/**
 * Makes the value that a text of JSON stands for, anew each time: no library can change that of another.
 *
 * @param {unknown} written
 * @returns {unknown}
 * @throws {Error} for an unknown name
 */
export function readValue(written) {
  if (Array.isArray(written)) return written.map(readValue);
  if (typeof written !== 'object' || written === null) return written;
  const { $value: name, $date: date } = /** @type {Record<string, unknown>} */ (written);
  if (typeof date === 'string') return new Date(date);
  if (name === undefined)
    return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, readValue(value)]));
  const make = typeof name === 'string' ? VALUES[name] : undefined;
  if (make === undefined)
    throw new Error(`${JSON.stringify(written)}: unknown; use one of ${Object.keys(VALUES).join(', ')}.`);
  return make();
}
