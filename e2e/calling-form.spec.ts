import { DEVICES } from './support/page-states.js';
import { body, frame, responseMessage, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(({ playground }) => playground.show('Call'));

test('metadata is checked before sending, bytes are base64, and secrets are masked', async ({
  untilEnd,
  page,
  playground,
}) => {
  const bridge = untilEnd(await startScriptedBridge(trailersOnly({ 'grpc-status': '0', 'x-back-bin': 'w6k=' })));
  await playground.field('int_value').fill('1e3');
  await expect(playground.field('int_value')).toHaveAccessibleDescription(/whole number/);
  await playground.addMetadata(1, 'x-a-bin', 'é');
  await expect(playground.field('Value of metadata 1')).toHaveAccessibleDescription(/not base64/);
  await expect(playground.button('Send')).toBeDisabled();
  await playground.field('int_value').fill('1');
  await playground.field('Value of metadata 1').fill('AAE');
  await playground.addMetadata(2, 'authorization', 'Bearer t0ken');
  const masking = () =>
    playground
      .field('Value of metadata 2')
      .evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
  expect(await masking()).toBe('disc');
  await playground.call({ 'Bridge address': bridge.url });
  await expect(playground.status).toBeVisible();
  expect(bridge.calls[0]?.headers).toMatchObject({ 'x-a-bin': 'AAE' });
  await expect(playground.response.getByRole('region', { name: 'Response headers' })).toContainText('2 bytes: "é"');
  await playground.tab('Wire').click();
  const request = page.getByRole('region', { name: 'Request on the wire' });
  await request.getByText(/^\d headers/).click();
  await expect(request).toContainText('authorization');
  await expect(request).not.toContainText('t0ken');
  await playground.button('Show value of metadata 2').click();
  expect(await masking()).toBe('none');
});

test('labels the fields of custom operations', async ({ untilEnd, page, playground }) => {
  const bridge = untilEnd(await startScriptedBridge(trailersOnly({ 'grpc-status': '0' })));
  const list = JSON.stringify([
    { name: 'weigh', description: 'Weighs.', arguments: { str1: 'a thing', int_value: 'grams' } },
  ]);
  bridge.operations = body(frame(0, responseMessage(true, list)), frame(0x80, 'grpc-status:0\r\n'));
  await playground.field('Bridge address').fill(bridge.url);
  await playground.enterCode('weigh');
  await expect(page.getByText('Labels from the server, for its 1 operation.')).toBeVisible();
  await expect(page.getByLabel('str1 a thing')).toBeVisible();
  await expect(playground.field('code').locator('option[value=weigh]')).toHaveText('weigh');
  await expect(playground.field('Another code')).toHaveAccessibleDescription('Weighs.');
  bridge.operations = trailersOnly({ 'grpc-status': '16' });
  await playground.field('Bridge address').fill(`${bridge.url}/`);
  await playground.field('code').focus();
  await expect(page.getByText('the server didn’t list its own (UNAUTHENTICATED)')).toBeVisible();
  await expect(page.getByLabel('str1', { exact: true })).toBeVisible();
});

test('a code that is typed keeps its field, even as the name of an operation', async ({ page, playground }) => {
  await playground.enterCode('build');
  await playground.enterCode('ech');
  await playground.field('Another code').press('End');
  await page.keyboard.type('o');
  await expect(playground.field('Another code')).toBeFocused();
  await expect(playground.field('Another code')).toHaveValue('echo');
  await playground.enterCode('expand');
  await expect(playground.field('Another code')).toHaveCount(0);
});

test('fetches the code of the form when it is shown, and that of gRPC on first use', async ({ page, playground }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  // A reload shows the same part.
  await playground.show('Build');
  // What the first visit still loads doesn't count.
  await page.waitForLoadState('networkidle');
  scripts.length = 0;
  await page.reload();
  await playground.line.waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts.join(' ')).not.toMatch(/assets\/call-/);
  await playground.show('Call');
  await expect(playground.button('Send')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  expect(scripts.join(' ')).toMatch(/assets\/call-/);
  await playground.call({ code: 'echo' });
  await expect(page.getByText('0 OK')).toBeVisible();
  expect(scripts.slice(0, before).join(' ')).not.toMatch(/grpc-client/);
  expect(scripts.slice(before).join(' ')).toMatch(/grpc-client/);
});

test('reports that the call part can’t be loaded, and calls once it can', async ({ page, playground }) => {
  await page.route('**/grpc-client*.js', (route) => route.abort());
  await playground.call({ code: 'echo' });
  await expect(playground.response).toContainText('This page could not make the call');
  await page.unroute('**/grpc-client*.js');
  await page.reload();
  await playground.call({ code: 'echo' });
  await expect(playground.response.getByText('0 OK')).toBeVisible();
});

test('sends metadata to a server only with the user’s own call', async ({ untilEnd, playground }) => {
  const bridge = untilEnd(
    await startScriptedBridge(body(frame(0, responseMessage(true, 'ok')), frame(0x80, 'grpc-status:0\r\n'))),
  );
  const requested: (string | undefined)[] = [];
  bridge.operations = (response) => {
    requested.push(response.req.headers.authorization);
    trailersOnly({ 'grpc-status': '16' })(response);
  };
  await playground.addMetadata(1, 'authorization', 'Bearer t0ken');
  await playground.field('Bridge address').fill(bridge.url);
  await playground.field('str1').focus();
  await expect.poll(() => requested).toEqual([undefined]);
  await playground.button('Send').click();
  await expect.poll(() => requested).toEqual([undefined, 'Bearer t0ken']);
});

test.describe('on a phone', () => {
  test.use(DEVICES.phone);

  test('scrolls to the response', async ({ playground }) => {
    await playground.answered({ code: 'echo', str1: 'first' });
    await expect(playground.status).toBeInViewport({ ratio: 1 });
    await playground.field('str1').fill('second');
    await playground.field('str1').press('Control+Enter');
    await expect(playground.message).toContainText('second');
    await expect(playground.status).toBeInViewport({ ratio: 1 });
  });
});
