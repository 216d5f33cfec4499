/** The short form of `npm run soak`. Without Envoy it is left out, as ENDPOINTJS_NO_ENVOY=1 says that none is to be had. */
import { beforeAll, describe, expect, test } from 'vitest';
import { findEnvoy } from '../envoy/launch.mjs';
import { build } from '../scripts/build.mjs';
import { MEASUREMENTS, SHORT } from './run.mjs';

/** Ratios of times: what other work on the machine has falsified is measured again. Nothing else is. */
const RATIOS = new Set(['throughput', 'connections']);

describe.skipIf(process.env['ENDPOINTJS_NO_ENVOY'] === '1')('under load and faults', () => {
  beforeAll(async () => {
    await build(['lib', 'client', 'server'], console.error);
    await findEnvoy({ env: process.env, log: console.error });
  }, 400_000);

  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    test(`${name} meets its bars`, { timeout: 240_000, retry: RATIOS.has(name) ? 2 : 0 }, async () => {
      const rows = [await measure(SHORT)].flat();
      expect(rows.filter(({ ok }) => !ok)).toEqual([]);
    });
  }
});
