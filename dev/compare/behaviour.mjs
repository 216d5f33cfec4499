/** What each library builds for each case. */
import { errorMessage } from '../../process/error-message.mjs';
import { readCases } from './cases.mjs';
import { judge } from './judge.mjs';

/** @typedef {{ verdict: import('./judge.mjs').Verdict, built: string }} Ruling `built`: the url and the body, or the error */

/**
 * @param {import('./library.mjs').Adapter} adapter
 * @returns {Promise<Map<string, Ruling>>} by the ids of the cases
 */
export async function ruleAll(adapter) {
  /** @type {Map<string, Ruling>} */
  const rulings = new Map();
  for (const one of readCases()) {
    const outcome = await build(adapter, one);
    rulings.set(one.id, { verdict: judge(one, outcome), built: describe(outcome) });
  }
  return rulings;
}

/**
 * @param {import('./library.mjs').Adapter} adapter
 * @param {import('./cases.mjs').Case} one
 * @returns {Promise<import('./judge.mjs').Outcome>}
 */
async function build({ template, request }, one) {
  try {
    if ('path' in one) return { result: await request?.(one) };
    return { result: template && { url: template(one.template, one.values) } };
  } catch (error) {
    return { error };
  }
}

/** @param {import('./judge.mjs').Outcome} outcome */
function describe(outcome) {
  if ('error' in outcome) return `error: ${errorMessage(outcome.error)}`;
  const { url = '', body } = outcome.result ?? {};
  return body === undefined ? url : `${url} ${typeof body === 'string' ? body : Object.prototype.toString.call(body)}`;
}
