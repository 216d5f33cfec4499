import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, grpcCaller } from './test/callers.js';
import { createLoad, measureOverload } from './test/overload/load.js';
import { startBusyServer } from './test/overload/start.js';

const loadMs = 10_000;
/** Short calls arrive over several connections, as those of several callers. */
const connections = 4;

describe.each([
  // The time of each call, and the longest wait that the server accepts, in ms.
  { busyMs: 10, maxWaitMs: 100 },
  { busyMs: 2, maxWaitMs: 20 },
])('a server whose calls take $busyMs ms, at three times its capacity', ({ busyMs, maxWaitMs }) => {
  let server: Awaited<ReturnType<typeof startBusyServer>>;
  let callers: Caller[];
  beforeAll(async () => {
    server = await startBusyServer(busyMs, maxWaitMs);
    callers = Array.from({ length: connections }, () => grpcCaller(server.grpc));
  });
  afterAll(() => {
    for (const caller of callers) caller.close();
    server.stop();
  });

  it('serves at least 90 % of its capacity, in at most five times the usual time, and recovers at once', async () => {
    const load = createLoad(callers, { code: 'busy' });
    await load.inTurn(connections);
    const { figures, refused } = await measureOverload(load, loadMs);
    const after = await load.inTurn(20);
    console.info(JSON.stringify(figures));
    expect(figures.goodput).toBeGreaterThanOrEqual(0.9);
    expect(figures.servedP99).toBeLessThanOrEqual(5 * figures.idleP99);
    for (const { name, pushback } of refused) expect([name, pushback]).toEqual(['UNAVAILABLE', expect.any(String)]);
    expect(after.filter(({ name }) => name !== 'OK')).toEqual([]);
  });
});
