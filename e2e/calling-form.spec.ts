import { DEVICES } from './support/page-states.js';
import { Playground } from './support/playground.js';
import { body, frame, responseMessage, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  await new Playground(page).show('Call');
});

test('rejects input that can’t be sent at its field, before sending', async ({ page }) => {
  const playground = new Playground(page);
  await expect(playground.button('Send')).toBeEnabled();
  await playground.field('int_value').fill('1e3');
  await expect(playground.field('int_value')).toHaveAccessibleDescription(/whole number/);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('x-a-bin');
  await playground.field('Value of metadata 1').fill('é');
  await expect(playground.field('Value of metadata 1')).toHaveAccessibleDescription(/not base64/);
  await expect(playground.button('Send')).toBeDisabled();
});

test('sends bytes as metadata, written as base64', async ({ untilEnd, page }) => {
  const bridge = untilEnd(await startScriptedBridge(trailersOnly({ 'grpc-status': '0', 'x-back-bin': 'w6k=' })));
  const playground = new Playground(page);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('x-a-bin');
  await playground.field('Value of metadata 1').fill('AAE');
  await playground.call({ 'Bridge address': bridge.url });
  await expect(playground.status).toBeVisible();
  expect(bridge.calls[0]?.headers).toMatchObject({ 'x-a-bin': 'AAE' });
  await expect(playground.response.getByRole('region', { name: 'Response headers' })).toContainText('2 bytes: "é"');
});

test('masks a secret until it is revealed', async ({ page }) => {
  const playground = new Playground(page);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('authorization');
  await playground.field('Value of metadata 1').fill('Bearer t0ken');
  const masking = () =>
    playground
      .field('Value of metadata 1')
      .evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
  expect(await masking()).toBe('disc');
  await playground.answered({ code: 'echo' });
  await page.getByRole('tab', { name: 'Wire' }).click();
  const request = page.getByRole('region', { name: 'Request on the wire' });
  await request.getByText('4 headers').click();
  await expect(request).toContainText('authorization');
  await expect(request).not.toContainText('t0ken');
  await playground.button('Show value of metadata 1').click();
  expect(await masking()).toBe('none');
});

test('labels the fields of custom operations', async ({ untilEnd, page }) => {
  const bridge = untilEnd(await startScriptedBridge(trailersOnly({ 'grpc-status': '0' })));
  const list = JSON.stringify([
    { name: 'weigh', description: 'Weighs.', arguments: { str1: 'a thing', int_value: 'grams' } },
  ]);
  bridge.operations = body(frame(0, responseMessage(true, list)), frame(0x80, 'grpc-status:0\r\n'));
  const playground = new Playground(page);
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

test('a code that is typed keeps its field, even as the name of an operation', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enterCode('build');
  await playground.enterCode('ech');
  await playground.field('Another code').press('End');
  await page.keyboard.type('o');
  await expect(playground.field('Another code')).toBeFocused();
  await expect(playground.field('Another code')).toHaveValue('echo');
  await playground.enterCode('expand');
  await expect(playground.field('Another code')).toHaveCount(0);
});

test('fetches the code of the form when it is shown, and that of gRPC on first use', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const playground = new Playground(page);
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

test('reports that the call part can’t be loaded, and calls once it can', async ({ page }) => {
  await page.route('**/grpc-client*.js', (route) => route.abort());
  const playground = new Playground(page);
  await playground.call({ code: 'echo' });
  await expect(playground.response).toContainText('This page could not make the call');
  await page.unroute('**/grpc-client*.js');
  await page.reload();
  await playground.call({ code: 'echo' });
  await expect(playground.response.getByText('0 OK')).toBeVisible();
});

test('sends metadata to a server only with the user’s own call', async ({ untilEnd, page }) => {
  const bridge = untilEnd(
    await startScriptedBridge(body(frame(0, responseMessage(true, 'ok')), frame(0x80, 'grpc-status:0\r\n'))),
  );
  const requested: (string | undefined)[] = [];
  bridge.operations = (response) => {
    requested.push(response.req.headers.authorization);
    trailersOnly({ 'grpc-status': '16' })(response);
  };
  const playground = new Playground(page);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('authorization');
  await playground.field('Value of metadata 1').fill('Bearer t0ken');
  await playground.field('Bridge address').fill(bridge.url);
  await playground.field('str1').focus();
  await expect.poll(() => requested).toEqual([undefined]);
  await playground.button('Send').click();
  await expect.poll(() => requested).toEqual([undefined, 'Bearer t0ken']);
});

test.describe('on a phone', () => {
  test.use(DEVICES.phone);

  test('scrolls to the response', async ({ page }) => {
    const playground = new Playground(page);
    await playground.answered({ code: 'echo', str1: 'first' });
    await expect(playground.status).toBeInViewport({ ratio: 1 });
    await playground.field('str1').fill('second');
    await playground.field('str1').press('Control+Enter');
    await expect(playground.message).toContainText('second');
    await expect(playground.status).toBeInViewport({ ratio: 1 });
  });
});
