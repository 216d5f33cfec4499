/**
 * Replaces Vitest for test files: it collects their tests, so that each mutant can run them again in the same process.
 */
import { expect } from 'vitest';

const API = Symbol.for('endpoint.js/mutation');
const globals = /** @type {Record<symbol, object>} */ (globalThis);

/** @param {object} api the exports of Vitest for test files */
export function provide(api) {
  globals[API] = api;
}

/** @typedef {{ id: string, run: () => unknown }} Test */

/** @typedef {{ describe: object, test: object, expect: object }} Api */

/** @returns {{ tests: Test[], api: object }} the tests collected, and the exports of Vitest for test files */
export function collect() {
  /** @type {Test[]} */
  const tests = [];
  /** @type {string[]} */
  const path = [];

  /** @param {string} name @param {() => void} body */
  const describe = (name, body) => {
    path.push(name);
    body();
    path.pop();
  };
  /** @param {string} name @param {() => unknown} run */
  const test = (name, run) => tests.push({ id: `${path.join(' > ')} > ${name} #${tests.length}`, run });
  /** @param {(name: string, body: () => unknown) => void} add */
  const each =
    (add) =>
    /** @param {readonly unknown[]} rows */
    (rows) =>
    /** @param {string} name @param {(...row: unknown[]) => unknown} body */
    (name, body) => {
      for (const row of rows) add(name, () => (Array.isArray(row) ? body(...row) : body(row)));
    };

  const api = {
    describe: Object.assign(describe, { each: each(/** @type {never} */ (describe)) }),
    test: Object.assign(test, { each: each(test) }),
    expect,
  };
  return { tests, api };
}
