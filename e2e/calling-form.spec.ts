import { Playground } from './support/playground.js';
import { body, frame, responseMessage, silence, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  await new Playground(page).show('Call');
});

const REFUSED: readonly (readonly [label: string, value: string, says: RegExp])[] = [
  ['Bridge address', 'localhost:8080', /http:/],
  ['int_value', '2147483648', /2147483647/],
  ['int_value', '1e3', /whole number/],
  ['Deadline in ms', '-1', /greater than 0/],
];

test('rejects input that can’t be sent, before sending', async ({ page }) => {
  const playground = new Playground(page);
  for (const [label, value, says] of REFUSED) {
    await test.step(`${value} for ${label}`, async () => {
      await playground.reset();
      await expect(playground.button('Send')).toBeEnabled();
      await playground.field(label).fill(value);
      await expect(playground.field(label)).toHaveAccessibleDescription(says);
      await expect(playground.button('Send')).toBeDisabled();
    });
  }
});

const BAD_METADATA: readonly (readonly [name: string, value: string, field: string, says: RegExp])[] = [
  ['bad name', 'v', 'Name of metadata 1', /letters, digits/],
  ['', 'v', 'Name of metadata 1', /no name/],
  ['grpc-timeout', '1S', 'Name of metadata 1', /deadline/],
  ['cookie', 'a=b', 'Name of metadata 1', /Browsers do not let/],
  ['x-a', 'é', 'Value of metadata 1', /printable ASCII/],
  ['x-a-bin', 'é', 'Value of metadata 1', /Not base64/],
];

test('rejects metadata at its field', async ({ page }) => {
  const playground = new Playground(page);
  for (const [name, value, field, says] of BAD_METADATA) {
    await test.step(`${name}: ${value}`, async () => {
      await playground.reset();
      await expect(playground.button('Send')).toBeEnabled();
      await playground.button('Add metadata').click();
      await playground.field('Name of metadata 1').fill(name);
      await playground.field('Value of metadata 1').fill(value);
      await expect(playground.field(field)).toHaveAccessibleDescription(says);
      await expect(playground.button('Send')).toBeDisabled();
    });
  }
});

test('sends bytes as metadata, written as base64 or as text', async ({ page }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '0', 'x-back-bin': 'w6k=' }));
  try {
    const playground = new Playground(page);
    await playground.button('Add metadata').click();
    await playground.field('Name of metadata 1').fill('x-a-bin');
    await playground.field('Value of metadata 1').fill('AAE');
    await playground.button('Add metadata').click();
    await playground.field('Name of metadata 2').fill('x-b-bin');
    await playground.field('Value of metadata 2').fill('é');
    await playground.field('Notation of metadata 2').selectOption('text');
    await playground.call({ 'Bridge address': bridge.url });
    await expect(playground.status).toBeVisible();
    expect(bridge.calls[0]?.headers).toMatchObject({ 'x-a-bin': 'AAE', 'x-b-bin': 'w6k' });
    await expect(playground.response.getByRole('region', { name: 'Response headers' })).toContainText('2 bytes: "é"');
  } finally {
    await bridge.stop();
  }
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
  await page.getByRole('tab', { name: 'Wire' }).click();
  const request = page.getByRole('region', { name: 'Request on the wire' });
  await request.getByText('4 headers').click();
  await expect(request).toContainText('authorization');
  await expect(request).not.toContainText('t0ken');
  await playground.button('Show value of metadata 1').click();
  expect(await masking()).toBe('none');
});

test('labels the fields of custom operations', async ({ page }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '0' }));
  const list = JSON.stringify([
    { name: 'weigh', description: 'Weighs.', arguments: { str1: 'a thing', int_value: 'grams' } },
  ]);
  bridge.operations = body(frame(0, responseMessage(true, list)), frame(0x80, 'grpc-status:0\r\n'));
  try {
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
  } finally {
    await bridge.stop();
  }
});

test('a question about operations that another one replaced is asked again', async ({ page }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '0' }));
  const silent = await startScriptedBridge(silence);
  silent.operations = silence;
  try {
    const playground = new Playground(page);
    const address = playground.field('Bridge address');
    await address.fill(silent.url);
    await playground.field('str1').focus();
    await expect(page.getByText('Asking the server for its operations …')).toBeVisible();
    bridge.operations = trailersOnly({ 'grpc-status': '16' });
    await address.fill(bridge.url);
    await playground.field('str1').focus();
    await expect(page.getByText('the server didn’t list its own (UNAUTHENTICATED)')).toBeVisible();
    await address.fill(silent.url);
    await playground.field('str2').focus();
    await expect(page.getByText('Asking the server for its operations …')).toBeVisible();
  } finally {
    await bridge.stop();
    await silent.stop();
  }
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

test('sends metadata to a server only with the user’s own call', async ({ page }) => {
  const bridge = await startScriptedBridge(
    body(frame(0, responseMessage(true, 'ok')), frame(0x80, 'grpc-status:0\r\n')),
  );
  const requested: (string | undefined)[] = [];
  bridge.operations = (response) => {
    requested.push(response.req.headers.authorization);
    trailersOnly({ 'grpc-status': '16' })(response);
  };
  try {
    const playground = new Playground(page);
    await playground.button('Add metadata').click();
    await playground.field('Name of metadata 1').fill('authorization');
    await playground.field('Value of metadata 1').fill('Bearer t0ken');
    await playground.field('Bridge address').fill(bridge.url);
    await playground.field('str1').focus();
    await expect.poll(() => requested).toEqual([undefined]);
    await playground.button('Send').click();
    await expect.poll(() => requested).toEqual([undefined, 'Bearer t0ken']);
  } finally {
    await bridge.stop();
  }
});

test('a call ends at its deadline', async ({ freshPage: page, stack }) => {
  const silent = await startScriptedBridge(silence);
  try {
    await page.clock.install();
    await page.goto(stack.url);
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': silent.url, 'Deadline in ms': '600000' });
    await expect.poll(() => silent.calls.length).toBe(1);
    await page.clock.fastForward(600_000);
    await expect(playground.response.getByText('4 DEADLINE_EXCEEDED')).toBeVisible();
    await expect(playground.response).toContainText('600000 ms');
    // The remaining deadline at the moment of sending, in at most eight digits.
    expect(silent.calls[0]?.headers['grpc-timeout']).toMatch(/^(600000|5\d{5})m$/);
    await expect.poll(() => silent.calls[0]?.aborted).toBe(true);
  } finally {
    await silent.stop();
  }
});

test('cancels a call, whose time runs until then', async ({ page }) => {
  const silent = await startScriptedBridge(silence);
  try {
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': silent.url });
    const elapsed = page.locator('.call .send-bar .elapsed-time');
    const before = await elapsed.textContent();
    await expect(elapsed).not.toHaveText(before ?? '');
    // A call that is cancelled before it was sent has nothing to abort.
    await expect.poll(() => silent.calls.length).toBe(1);
    await playground.cancel.click();
    await expect(playground.response.getByText('1 CANCELLED')).toBeVisible();
    await expect(playground.cancel).toHaveCount(0);
    await expect.poll(() => silent.calls[0]?.aborted).toBe(true);
  } finally {
    await silent.stop();
  }
});
