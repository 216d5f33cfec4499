import { afterAll, describe, expect, it } from 'vitest';
import { grpcCaller } from './test/callers.js';
import { createLoad, measureOverload } from './test/overload/load.js';
import { startBusyServer } from './test/overload/start.js';

/** Long enough for the first moments, in which calls may wait for the whole bound, to be less than a hundredth. */
const turnMs = 20_000;
/** Short calls arrive over several connections, as those of several callers. */
const connections = 4;

describe.each([
  // The time of each call, and the longest wait that the server accepts, in ms.
  { busyMs: 10, maxWaitMs: 100 },
  { busyMs: 2, maxWaitMs: 20 },
])('a server whose calls take $busyMs ms, at three times its capacity', ({ busyMs, maxWaitMs }) => {
  const cleanups: (() => void)[] = [];
  afterAll(() => {
    for (const cleanup of cleanups) cleanup();
  });

  async function startLoad(bound?: number) {
    const server = await startBusyServer(busyMs, bound);
    const callers = Array.from({ length: connections }, () => grpcCaller(server.grpc));
    cleanups.push(server.stop, () => callers.forEach((caller) => caller.close()));
    const load = createLoad(callers, { code: 'busy' });
    await load.inTurn(connections);
    return load;
  }

  it('serves at least 90 % of its capacity, in at most five times the usual time, and recovers at once', async () => {
    const [unbounded, bounded] = [await startLoad(), await startLoad(maxWaitMs)];
    const { figures, refused } = await measureOverload({ bounded, unbounded }, turnMs);
    const after = await bounded.inTurn(20);
    console.info(JSON.stringify(figures));
    expect(figures.goodput).toBeGreaterThanOrEqual(0.9);
    expect(figures.servedP99).toBeLessThanOrEqual(5 * figures.idleP99);
    for (const { name, pushback } of refused) expect([name, pushback]).toEqual(['UNAVAILABLE', expect.any(String)]);
    expect(after.filter(({ name }) => name !== 'OK')).toEqual([]);
  });
});
