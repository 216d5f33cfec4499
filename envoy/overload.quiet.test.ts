/** Overload through envoy.production.yaml: what a busy server still serves, how fast, and when all calls pass again. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Caller, grpcCaller } from '../server/test/callers.js';
import { cert } from '../server/test/certificate.js';
import { createLoad, type Load, measureOverload } from '../server/test/overload/load.js';
import { startBusyServer } from '../server/test/overload/start.js';
import { noEnvoy } from './test/envoy.js';
import { NO_RATE, useStage } from './test/production.js';

/** Long enough for the first moments, in which calls may wait for the whole bound, to be less than a hundredth. */
const turnMs = 20_000;
/** Connections, so that both threads of Envoy have some. */
const connections = 4;
const recoveryMs = 5000;

const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy).each([
  { busyMs: 10, maxWaitMs: 100 },
  { busyMs: 2, maxWaitMs: 20 },
])('a server whose calls take $busyMs ms, behind Envoy, at three times its capacity', ({ busyMs, maxWaitMs }) => {
  async function start(bound?: number) {
    const server = await startBusyServer(busyMs, bound);
    stage.defer(() => server.stop());
    const envoy = await stage.startEnvoy([server.grpc], [NO_RATE]);
    const callers = Array.from({ length: connections }, (): Caller => grpcCaller(`127.0.0.1:${envoy.port}`, cert));
    stage.defer(() => callers.map((caller) => caller.close()));
    const load = createLoad(callers, { code: 'busy' });
    await load.inTurn(connections);
    const rejected = (): Promise<number> => envoy.stat('http.grpc_web.admission_control.rq_rejected');
    return { load, rejected };
  }

  /** The time until the last refusal of a light load, in ms. */
  async function measureRecovery(load: Load): Promise<number> {
    const started = performance.now();
    let recovered = 0;
    while (performance.now() - started < 2 * recoveryMs) {
      const [ended] = await load.inTurn(1);
      if (ended?.name !== 'OK') recovered = performance.now() - started;
      await delay(20);
    }
    return recovered;
  }

  it(`serves at least 90 % of it, in at most five times the usual time, and recovers within ${recoveryMs / 1000} s`, async () => {
    const { load: unbounded } = await start();
    const { load, rejected } = await start(maxWaitMs);
    const { figures, refused } = await measureOverload({ bounded: load, unbounded }, turnMs);
    const byEnvoy = await rejected();
    const recovered = await measureRecovery(load);
    console.info(JSON.stringify({ ...figures, byEnvoy: byEnvoy / refused.length, recovered }));
    expect(figures.goodput).toBeGreaterThanOrEqual(0.9);
    expect(figures.servedP99).toBeLessThanOrEqual(5 * figures.idleP99);
    expect(recovered).toBeLessThanOrEqual(recoveryMs);
    // Of the longer calls, there are too few for Envoy's rate.
    if (busyMs === 2) expect(byEnvoy).toBeGreaterThan(0);
    for (const { name, pushback } of refused) expect([name, pushback]).toEqual(['UNAVAILABLE', expect.any(String)]);
  });
}); // prettier-ignore
