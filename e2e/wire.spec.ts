import { sample } from '../dev/testing/full.js';
import type { Locator, Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import { body, frame, responseMessage, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(`${stack.url}#call.fixed:=true`);
  await new Playground(page).show('Call');
  await page.getByRole('tab', { name: 'Wire' }).click();
  // The page has listed the operations, so the next request is the test's.
  await expect(page.getByText('Labels from the server, for its')).toBeVisible();
});

const side = (page: Page, name: 'Request' | 'Response') => page.getByRole('region', { name: `${name} on the wire` });

/** The fields as the page shows them, without notes. */
const values = (where: Locator) => where.locator('dd');

/** The bytes that the page copies. */
async function copyBytes(page: Page, name: 'request' | 'response'): Promise<string> {
  await new Playground(page).button(`Copy bytes of the ${name}`).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

const hex = (bytes: Uint8Array | null) =>
  Buffer.from(bytes ?? [])
    .toString('hex')
    .replaceAll(/..(?=.)/g, '$& ');

const MESSAGES: readonly Readonly<Record<string, string>>[] = [
  { code: 'echo', str1: '', str2: '', int_value: '' },
  { code: 'echo', str1: 'Grüße 👋', str2: 'two\nlines', int_value: '-2147483648' },
  {
    code: 'echo',
    str1: '\u0000\u007f\u0080\u07ff\u0800\uffff\u{10000}',
    str2: '{"a": "\\""}',
    int_value: '2147483647',
  },
  { code: 'nope', str1: 'x'.repeat(127), str2: 'y'.repeat(128), int_value: '128' },
  { code: 'operations', str1: '', str2: '', int_value: '2' },
];

for (const [index, fields] of sample(MESSAGES, 2).entries()) {
  test(`copied bytes are the bytes on the wire: message ${index + 1}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const playground = new Playground(page);
    const { code = '', ...others } = fields;
    await playground.enterCode(code);
    for (const [name, value] of Object.entries(others)) await playground.field(name).fill(value);
    const sent = page.waitForRequest(
      (candidate) => candidate.method() === 'POST' && (candidate.postDataBuffer()?.length ?? 0) > 0,
    );
    const response = page.waitForResponse((candidate) => candidate.request().method() === 'POST');
    await playground.button('Send').click();
    const bytes = hex((await sent).postDataBuffer());
    // The view follows the form a moment later.
    await expect.poll(() => copyBytes(page, 'request')).toBe(bytes);
    await expect(side(page, 'Response').getByText('0 OK')).toBeVisible();
    expect(await copyBytes(page, 'response')).toBe(hex(await (await response).body()));
  });
}

test('a raw server receives the shown text, at every keystroke', async ({ page }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '12' }));
  try {
    const playground = new Playground(page);
    await playground.field('Bridge address').fill(bridge.url);
    await playground.field('str1').fill('');
    for (const text of ['a', 'aé', 'aé👋']) {
      await playground.field('str1').fill(text);
      const message = side(page, 'Request').getByRole('region', { name: 'Message frame: api.Request' });
      await expect(values(message).nth(1)).toHaveText(`"${text}"`);
      const before = bridge.calls.length;
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => bridge.calls.length).toBe(before + 1);
      expect(Buffer.from(bridge.calls.at(-1)?.body ?? []).includes(text)).toBe(true);
    }
  } finally {
    await bridge.stop();
  }
});

test('shows flags, length and fields, also those that were not sent', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('str1').fill('Hi');
  await playground.field('int_value').fill('-1');
  const message = side(page, 'Request').getByRole('region', { name: 'Message frame: api.Request' });
  await expect(message).toContainText('0x00: a message, not compressed; 21 bytes');
  await expect(message.locator('.fields-list > div')).toHaveText([
    'code field 1, string, 6 bytes"echo"',
    'str1 field 2, string, 4 bytes"Hi"',
    'str2 field 3, string; no bytes sent, so it has the default""',
    'int_value field 4, int32, 11 bytes-1',
  ]);
  await playground.field('int_value').fill('0');
  await expect(message).toContainText('int_value field 4, int32; no bytes sent, so it has the default0');
});

test('shows a response with unknown fields, broken bytes and its trailers as text', async ({ page }) => {
  const unknown = Buffer.concat([responseMessage(true, 'ok'), Buffer.from([0x4a, 2, 0xff, 0xfe, 0x0a])]);
  const bridge = await startScriptedBridge(body(frame(0, unknown), frame(0x80, 'grpc-status:0\r\nx-a:b\r\n')));
  try {
    await new Playground(page).call({ 'Bridge address': bridge.url });
    const response = side(page, 'Response');
    const message = response.getByRole('region', { name: 'Message frame: api.Response' });
    await expect(values(message).first()).toHaveText('true');
    await expect(message).toContainText('field 9 length-delimited, 4 bytes; readers skip it as unknown');
    await expect(message).toContainText('The message breaks off here: the bytes end inside a number.');
    const trailers = response.getByRole('region', { name: 'Trailers frame' });
    await expect(trailers).toContainText('grpc-status');
    await expect(values(trailers)).toHaveText(['0', 'b']);
    bridge.script = trailersOnly({ 'grpc-status': '5', 'x-a': 'b' });
    await new Playground(page).button('Send').click();
    await expect(response).toContainText('The response has no body: its status came as headers (trailers-only).');
    // Each field is listed once.
    await page.getByRole('tab', { name: 'Response' }).click();
    const fields = (title: string) => page.getByRole('region', { name: `Response ${title}`, exact: true });
    await expect(fields('headers').getByText('x-a')).toBeVisible();
    await expect(fields('trailers')).toHaveText('TrailersNone: in a trailers-only response they are the headers.');
  } finally {
    await bridge.stop();
  }
});

test('keeps the sent bytes beside those of the current form', async ({ page }) => {
  const playground = new Playground(page);
  await playground.call({ str1: 'sent' });
  const request = side(page, 'Request');
  await expect(side(page, 'Response').getByText('0 OK')).toBeVisible();
  const asSent = page.getByRole('radio', { name: 'As it was sent' });
  await expect(asSent).toHaveCount(0);
  await playground.field('str1').fill('now');
  await expect(request).toContainText('"now"');
  await asSent.check();
  await expect(request).toContainText('"sent"');
  await playground.field('int_value').fill('1.5');
  await expect(request).toContainText('intValue');
  await expect(request).toContainText('Below is the last request that could be built.');
});
