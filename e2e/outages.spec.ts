import { Playground } from './support/playground.js';
import { readFirstPort } from './support/global-setup.js';
import { expect, startStack, test, type Stack } from './support/stack.js';

/** Ports of the stacks that these tests break, besides the worker's stack. */
const OWN_PORTS = 20;

let broken: Stack | undefined;

test.afterEach(async () => {
  await broken?.stop();
  broken = undefined;
});

test.setTimeout(240_000);

test(
  'server hangs, then is down: says so, and recovers when it is back',
  { tag: '@full' },
  async ({ page, bridgeKind }, { parallelIndex }) => {
    const firstPort = readFirstPort(parallelIndex) + OWN_PORTS;
    broken = await startStack(bridgeKind, firstPort);
    const { bridge, pids, url } = broken;
    await page.goto(url);
    const playground = new Playground(page);
    await playground.call({ code: 'echo', str1: 'before' });
    await expect(playground.message).toContainText('before');

    // A stopped process answers no call, so the deadline always passes.
    process.kill(pids.server, 'SIGSTOP');
    await playground.call({ 'Deadline in ms': '500' });
    await expect(playground.response.getByText('4 DEADLINE_EXCEEDED')).toBeVisible();

    process.kill(pids.server, 'SIGKILL');
    await playground.call({ str1: 'meanwhile', 'Deadline in ms': '' });
    await expect(playground.response.getByText('14 UNAVAILABLE')).toBeVisible();
    // The gateway ends with the server; Envoy stays, and reports it.
    await expect(playground.status).toContainText(
      bridgeKind === 'envoy' ? `${bridge} answers, but reaches no server` : `Nothing answers at ${bridge}`,
    );

    await broken.stop();
    broken = await startStack(bridgeKind, firstPort);
    expect(broken.bridge).toBe(bridge);
    await playground.call({ str1: 'after' });
    await expect(playground.message).toContainText('after');
    await expect(playground.response.getByText('0 OK')).toBeVisible();
  },
);

test(
  'Envoy down: names the address and what to look at',
  { tag: '@envoy' },
  async ({ page, bridgeKind }, { parallelIndex }) => {
    broken = await startStack(bridgeKind, readFirstPort(parallelIndex) + OWN_PORTS);
    const { bridge, pids, url } = broken;
    await page.goto(url);
    const playground = new Playground(page);
    if (pids.envoy === null) throw new Error('There is no Envoy to end.');
    process.kill(pids.envoy, 'SIGKILL');
    await playground.call({ code: 'echo' });
    await expect(playground.response.getByText('14 UNAVAILABLE')).toBeVisible();
    await expect(playground.status).toContainText(`Nothing answers at ${bridge}`);
    await expect(playground.status.getByRole('list')).toContainText('Check that the bridge');
  },
);
