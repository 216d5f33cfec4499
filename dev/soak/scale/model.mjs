/**
 * The model of capacity, fitted to measured samples: a call costs a server and an Envoy each a fixed processor time, whatever their
 * number; a server behind Envoy more than one that callers reach directly. Its error is what it predicts wrongly of the set-ups that it is not fitted to.
 */
import { roundMeasured, significant, spread, summarize } from './statistics.mjs';

/**
 * @typedef {import('./statistics.mjs').Measured} Measured
 * @typedef {import('./rates.mjs').Sample} Sample
 *
 * @typedef {object} Machine
 * @property {number} cores shared with the load generator
 * @property {string} processor
 * @property {string} node its version
 *
 * @typedef {object} Figures the contents of capacity.json; times in microseconds of processor time a call
 * @property {Machine} machine
 * @property {{ rounds: number, calls: number }} profile
 * @property {Record<string, Partial<Record<keyof Sample, Measured>>>} setups
 * @property {Record<string, Measured>} shares of the calls for the same processor time, from the ratio of each round
 * @property {Record<string, Record<string, number>>} bytes a call
 * @property {{ server: number, envoy: number }} connections bytes of memory
 * @property {{ name: string, predicted: number, measured: number, error: number }[]} predictions `error`: a share
 */

/** Set-ups that the model isn't fitted to, and what it says they take: servers' and Envoy's part of a call. */
const PREDICTED = ['workers2', 'workers4', 'envoy2', 'envoy3', 'ghz'];

/** @param {Sample} sample */
const total = ({ server, envoy = 0 }) => server + envoy;

/**
 * The ratios of two set-ups, round by round: what disturbs a round disturbs both.
 *
 * @param {readonly Sample[]} ones
 * @param {readonly Sample[]} others
 */
const ratios = (ones, others) =>
  summarize(ones.map((one, round) => total(one) / total(others[round] ?? { rate: NaN, server: NaN })));

/**
 * @param {object} measured
 * @param {Record<string, readonly Sample[]>} measured.samples
 * @param {Figures['bytes']} measured.bytes
 * @param {Figures['connections']} measured.connections
 * @param {Machine} machine
 * @param {Figures['profile']} profile
 * @returns {Figures}
 */
export function fit({ samples, bytes, connections }, machine, profile) {
  const of = (/** @type {string} */ name) => samples[name] ?? [];
  const names = /** @type {const} */ (['rate', 'server', 'envoy', 'client']);
  const setups = Object.fromEntries(
    Object.entries(samples).map(([name, all]) => {
      const measured = names.flatMap((key) => {
        const values = all.map((sample) => sample[key]).filter((value) => value !== undefined);
        return values.length === 0 ? [] : [/** @type {const} */ ([key, roundMeasured(summarize(values))])];
      });
      return [name, Object.fromEntries(measured)];
    }),
  );
  const shares = {
    server: ratios(of('bare'), of('server')),
    workers2: ratios(of('server'), of('workers2')),
    workers4: ratios(of('server'), of('workers4')),
    envoy: ratios(of('server'), of('envoy1')),
    envoyWeb: ratios(of('server'), of('envoyWeb')),
  };
  const direct = setups['server']?.server?.median ?? NaN;
  const { server: behind, envoy } = setups['envoy1'] ?? {};
  const behindEnvoy = (behind?.median ?? NaN) + (envoy?.median ?? NaN);
  const predictions = PREDICTED.filter((name) => samples[name] !== undefined).map((name) => {
    const predicted = significant(name.startsWith('envoy') ? behindEnvoy : direct);
    const measured = significant(summarize(of(name).map(total)).median);
    return { name, predicted, measured, error: significant((predicted - measured) / measured) };
  });
  const rounded = Object.entries(shares).map(([name, share]) => [name, roundMeasured(share)]);
  return { machine, profile, setups, shares: Object.fromEntries(rounded), bytes, connections, predictions };
}

/** The bars: shares of the calls for the same processor time. */
export const BARS = { server: 0.9, worker: 0.85, envoy: 0.4 };

/** @param {Measured} share */
const shown = (share) =>
  `${share.median.toFixed(2)} (half of the rounds: ${share.low.toFixed(2)} to ${share.high.toFixed(2)})`;

/**
 * @param {Figures} figures
 * @returns {import('../../commands/test/figures.mjs').Figure[]}
 */
export function toFigures({ machine, shares, predictions, setups }) {
  const guard = (
    /** @type {string} */ what,
    /** @type {Measured | undefined} */ share,
    /** @type {number} */ least,
  ) => ({
    what: `scale: ${what}`,
    bar: `at least ${least} of its calls for the same processor time`,
    measured: share === undefined ? 'not measured' : shown(share),
    met: share !== undefined && share.median >= least,
  });
  const rates = Object.entries(setups).map(([name, { rate, server, envoy }]) => {
    const micros = envoy === undefined ? '' : ` + ${envoy.median}`;
    return `${name} ${rate?.median} calls/s, ${server?.median}${micros} µs`;
  });
  const errors = predictions.map(({ name, error }) => `${name} ${(error * 100).toFixed(0)} %`);
  return [
    { what: `scale: on ${machine.cores} cores with the load generator`, measured: rates.join('; ') },
    guard('the server with metrics and limits, beside a bare grpc-js echo', shares['server'], BARS.server),
    guard('each of two workers, beside one process', shares['workers2'], BARS.worker),
    {
      what: 'scale: each of four workers, beside one process',
      measured: shown(/** @type {Measured} */ (shares['workers4'])),
    },
    guard(
      "through Envoy's production configuration, Envoy's time included, beside direct",
      shares['envoy'],
      BARS.envoy,
    ),
    { what: 'scale: what the model predicts too much or too little', measured: errors.join(', ') },
  ];
}

/** @param {Measured | undefined} measured @returns {string} a value with the spread of its rounds */
export const withSpread = (measured) =>
  measured === undefined ? '–' : `${measured.median.toLocaleString('en')} ± ${(spread(measured) * 100).toFixed(0)} %`;
