/** Replaces Vitest in the bundle of the test files. */
const globals = /** @type {Record<symbol, import('./runner.mjs').Api>} */ (/** @type {unknown} */ (globalThis));

export const { describe, test, expect } = /** @type {import('./runner.mjs').Api} */ (
  globals[Symbol.for('endpoint.js/mutation')]
);
