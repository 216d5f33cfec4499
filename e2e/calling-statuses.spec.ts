import { body, frame, responseMessage, silence, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(({ playground }) => playground.show('Call'));

test('names how each call ended', async ({ untilEnd, playground }) => {
  await test.step('shows name, meaning and text of a status, in trailers and in headers', async () => {
    const bridge = untilEnd(await startScriptedBridge(silence));
    const { status, response } = playground;
    const trailers = 'grpc-status:5\r\ngrpc-message:because%20of%205\r\nserver-timing: app;dur=1\r\n';
    bridge.script = body(frame(0x80, trailers));
    await playground.answered({ 'Bridge address': bridge.url });
    await expect(status).toContainText('because of 5');
    await expect(status.getByText('5 NOT_FOUND', { exact: true })).toBeVisible();
    await expect(status).toContainText('does not exist');
    await expect(status).not.toContainText('Trailers-only');
    await expect(response.getByRole('region', { name: 'Response trailers' })).toContainText('server-timing');
    bridge.script = trailersOnly({ 'grpc-status': '5', 'grpc-message': 'in%20headers', 'server-timing': 'app;dur=1' });
    await playground.button('Send').click();
    await expect(status).toContainText('in headers');
    await expect(status).toContainText('Trailers-only: the response has no body');
  });
  await test.step('names the cause of a connection that breaks', async () => {
    const bridge = untilEnd(
      await startScriptedBridge((response) => {
        response.writeHead(200, { 'content-type': 'application/grpc-web+proto', 'content-length': '99' });
        response.write(frame(0, responseMessage(true, 'x')), () => response.destroy());
      }),
    );
    await playground.answered({ 'Bridge address': bridge.url });
    await expect(playground.status.getByText('14 UNAVAILABLE', { exact: true })).toBeVisible();
    await expect(playground.status).toContainText(/broke after \d+ bytes/);
  });
  await test.step('distinguishes a deadline that passed from cancelling', async () => {
    const bridge = untilEnd(await startScriptedBridge(silence));
    await playground.call({ 'Bridge address': bridge.url, 'Deadline in ms': '300' });
    await expect(playground.status).toContainText('The deadline of 300 ms passed before the call was done.');
    await expect(playground.status).toContainText('4 DEADLINE_EXCEEDED');
    const { length } = bridge.calls;
    await playground.call({ 'Deadline in ms': '' });
    // A call that is cancelled before it was sent has nothing to abort.
    await expect.poll(() => bridge.calls.length).toBe(length + 1);
    await playground.cancel.click();
    await expect(playground.status).toContainText('The caller cancelled the call.');
    await expect(playground.status).toContainText('1 CANCELLED');
    await expect(playground.cancel).toHaveCount(0);
    await expect.poll(() => bridge.calls.at(-1)?.aborted).toBe(true);
  });
  await test.step('shows the details of an error', async () => {
    const script = trailersOnly({ 'grpc-status': '3', 'grpc-status-details-bin': statusDetails() });
    const bridge = untilEnd(await startScriptedBridge(script));
    const { status } = playground;
    await playground.answered({ 'Bridge address': bridge.url });
    const badRequest = status.getByRole('region', { name: 'google.rpc.BadRequest' });
    await expect(badRequest).toContainText('"field": "str1"');
    await expect(badRequest).toContainText('"description": "is too long"');
    await expect(status.getByRole('region', { name: 'acme.Hint' })).toHaveText('2 bytes: 01 02');
  });
});

test('distinguishes a bridge that refuses the page (CORS) from a bridge that is down', async ({
  stack,
  playground,
}) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '0' }), { cors: false });
  await playground.call({ 'Bridge address': `${bridge.url}/grpc` });
  await expect(playground.status.getByText('14 UNAVAILABLE')).toBeVisible();
  await expect(playground.status).toContainText(`No response came from ${bridge.url}/grpc/`);
  await expect(playground.status).toContainText('A server does respond there');
  await expect(playground.status).toContainText(`it allows the origin ${new URL(stack.url).origin}`);

  await bridge.stop();
  await playground.button('Send').click();
  await expect(playground.status).toContainText('A plain request got none either');
  await expect(playground.status).toContainText('npx endpoint.js-server');
});

test('calls an offline device offline, and not the bridge down', async ({ context, playground }) => {
  const bridge = await startScriptedBridge(
    body(frame(0, responseMessage(true, 'hi')), frame(0x80, 'grpc-status:0\r\n')),
  );
  try {
    await playground.answered({ 'Bridge address': bridge.url });
    await context.setOffline(true);
    await playground.call({ 'Bridge address': 'http://bridge.example' });
    await expect(playground.status).toContainText(
      'The browser reports that this device is offline. Connect it to a network',
    );
  } finally {
    await context.setOffline(false);
    await bridge.stop();
  }
});

test('slow calls don’t keep later ones from being sent', async ({ untilEnd, playground }) => {
  const bridge = untilEnd(await startScriptedBridge(silence));
  // More than a browser sends at once over HTTP/1.1: each one cancels the one before.
  for (let count = 1; count <= 8; count += 1) {
    await playground.call({ 'Bridge address': bridge.url });
    await expect.poll(() => bridge.calls.length).toBe(count);
  }
  await expect.poll(() => bridge.calls.filter(({ aborted }) => !aborted).length).toBe(1);
  bridge.script = body(frame(0, responseMessage(true, 'short')), frame(0x80, 'grpc-status:0\r\n'));
  await playground.call({ 'Deadline in ms': '5000' });
  await expect(playground.message).toContainText('short');
});

/** google.rpc.Status with a BadRequest and a detail of a custom type, in base64. */
function statusDetails(): string {
  const field = (number: number, payload: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, payload.length]), payload]);
  const any = (type: string, value: Buffer) =>
    field(3, Buffer.concat([field(1, Buffer.from(`type.googleapis.com/${type}`)), field(2, value)]));
  const violation = Buffer.concat([field(1, Buffer.from('str1')), field(2, Buffer.from('is too long'))]);
  const details = [any('google.rpc.BadRequest', field(1, violation)), any('acme.Hint', Buffer.from([1, 2]))];
  return Buffer.concat([Buffer.from([0x08, 3]), ...details]).toString('base64');
}
