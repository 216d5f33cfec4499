import { Playground } from './support/playground.js';
import { readFirstPort } from './support/global-setup.js';
import { expect, startStack, test } from './support/stack.js';

/** Ports of the stacks that these tests break, besides the worker's stack. */
const OWN_PORTS = 20;

test.setTimeout(240_000);

test(
  'server hangs, then is down: says so, and recovers when it is back',
  { tag: '@full' },
  async ({ page, bridgeKind, untilEnd }, { parallelIndex }) => {
    const firstPort = readFirstPort(parallelIndex) + OWN_PORTS;
    const broken = untilEnd(await startStack(bridgeKind, firstPort));
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
      bridgeKind === 'envoy' ? /upstream/ : `No response came from ${bridge}`,
    );

    await broken.stop();
    const restarted = untilEnd(await startStack(bridgeKind, firstPort));
    expect(restarted.bridge).toBe(bridge);
    await playground.call({ str1: 'after' });
    await expect(playground.message).toContainText('after');
    await expect(playground.response.getByText('0 OK')).toBeVisible();
  },
);
