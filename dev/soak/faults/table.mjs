/** The table of faults: lost, wrong and slow calls of each. */
import { rounded } from '../../commands/test/figures.mjs';
import { FAULTS } from './faults.mjs';
import { SLOW_MS } from './stage.mjs';

/** @param {import('../load.mjs').Result} result */
function describe({ answered, wrong, failed, lost, slow, longest, errors }) {
  const frequent = Object.entries(errors).toSorted(([, one], [, other]) => other - one)[0];
  const error = frequent === undefined ? '' : ` (most: ${frequent[0].slice(0, 80)})`;
  return `${rounded(answered)} right, ${wrong} wrong, ${failed + lost} lost${error}, ${slow} slow, the longest ${rounded(longest / 1000)} s`;
}

/**
 * @param {{ faultSeconds: number }} profile
 * @returns {Promise<import('../../commands/test/figures.mjs').Figure[]>}
 */
export async function faults({ faultSeconds }) {
  // Signals and named pipes, without which half of the faults don't exist.
  if (process.platform === 'win32') return [{ what: 'faults', measured: 'not measured on Windows' }];
  /** @type {import('../../commands/test/figures.mjs').Figure[]} */
  const figures = [];
  for (const { name, run } of FAULTS) {
    const { results, also = '', met = true } = await run({ seconds: faultSeconds });
    const { safe, plain } = results;
    const others = also === '' ? '' : `; ${also}`;
    const kept = safe.failed + safe.lost + safe.wrong + plain.wrong + plain.lost === 0;
    figures.push({
      what: name,
      bar: `none wrong; of calls that may run twice none lost`,
      measured: `may run twice: ${describe(safe)}; others: ${describe(plain)}${others}`,
      met: met && kept && Math.min(safe.answered, plain.answered) > 0,
    });
  }
  return [...figures, { what: 'faults: a call is slow', measured: `beyond ${SLOW_MS} ms` }];
}
