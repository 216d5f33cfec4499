/** All measurements, in order. */
import { connections } from './connections.mjs';
import { malformedRows } from './malformed-row.mjs';
import { drain, restarts } from './restarts.mjs';
import { sizes } from './sizes.mjs';
import { throughput } from './throughput.mjs';

/** The profile of a few minutes. */
export const LONG = {
  calls: 200_000,
  retriedCalls: 200_000,
  kills: 5,
  drainCalls: 60_000,
  idle: 1000,
  slow: 100,
  calmCalls: 2000,
  rounds: 3,
  atGateway: true,
  malformedRequests: 10_000,
  leastShare: 0.8,
  grpcRounds: 24,
  grpcCalls: 1500,
  webRounds: 7,
  webCalls: 300,
};

/** The profile of `--short`. */
export const SHORT = {
  calls: 3000,
  retriedCalls: 800,
  kills: 1,
  drainCalls: 3000,
  idle: 300,
  slow: 30,
  calmCalls: 400,
  rounds: 3,
  // Its limits take half a minute to apply.
  atGateway: false,
  malformedRequests: 200,
  leastShare: 0.8,
  grpcRounds: 9,
  grpcCalls: 500,
  webRounds: 1,
  webCalls: 100,
};

/** @typedef {typeof LONG} Profile */

/** @type {Readonly<Record<string, (profile: Profile) => Promise<import('../commands/test/figures.mjs').Figure | import('../commands/test/figures.mjs').Figure[]>>>} */
export const MEASUREMENTS = { throughput, restarts, drain, connections, malformed: malformedRows, sizes };
