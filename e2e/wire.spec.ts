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

/** The bytes as the page shows them. */
async function shownBytes(where: Locator): Promise<string> {
  return ((await where.locator('.byte-dump').textContent()) ?? '').trim().replaceAll(/\s+/g, ' ');
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
  test(`shown bytes are the bytes on the wire: message ${index + 1}`, async ({ page }) => {
    const playground = new Playground(page);
    const { code = '', ...others } = fields;
    await playground.enterCode(code);
    for (const [name, value] of Object.entries(others)) await playground.field(name).fill(value);
    const request = side(page, 'Request');
    // The last field is in the bytes only when all fields are.
    await expect(request.locator('.wire-item')).toHaveCount(5);
    const sent = page.waitForRequest(
      (candidate) => candidate.method() === 'POST' && (candidate.postDataBuffer()?.length ?? 0) > 0,
    );
    const response = page.waitForResponse((candidate) => candidate.request().method() === 'POST');
    await playground.button('Send').click();
    const bytes = hex((await sent).postDataBuffer());
    // The view follows the form a moment later.
    await expect.poll(() => shownBytes(request)).toBe(bytes);
    await expect(side(page, 'Response').getByText('0 OK')).toBeVisible();
    const received = hex(await (await response).body());
    const shownAnswer = await shownBytes(side(page, 'Response'));
    // The page cuts long values, and shows a count of the omitted bytes.
    for (const piece of shownAnswer.split(/ … [\d,]+ bytes more ?/)) expect(received).toContain(piece);
    expect(received.startsWith(shownAnswer.slice(0, 100))).toBe(true);
  });
}

test('a raw server receives the shown bytes, at every keystroke', async ({ page }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '12' }));
  try {
    const playground = new Playground(page);
    await playground.field('Bridge address').fill(bridge.url);
    await playground.field('str1').fill('');
    const request = side(page, 'Request');
    const shown: string[] = [];
    for (const key of 'aé👋') {
      await playground.field('str1').focus();
      await page.keyboard.insertText(key);
      await expect(request.locator('.wire-item').nth(2)).toContainText(`${key}"`);
      shown.push(await shownBytes(request));
      const before = bridge.calls.length;
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => bridge.calls.length).toBe(before + 1);
    }
    expect(shown).toEqual(bridge.calls.map((call) => hex(call.body)));
    expect(new Set(shown).size).toBe(3);
  } finally {
    await bridge.stop();
  }
});

test('shows head, tag, length and value of each field, and the fields that were not sent', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('str1').fill('Hi');
  await playground.field('int_value').fill('-1');
  const items = side(page, 'Request').locator('.wire-item');
  await expect(items.nth(0)).toContainText('flags000x00: a message, not compressed');
  await expect(items.nth(0)).toContainText('length00 00 00 1521 bytes follow');
  await expect(items.nth(1)).toContainText('code field 1, string');
  await expect(items.nth(2)).toContainText('tag12field 2, wire type 2: length-delimited');
  await expect(items.nth(2)).toContainText('length022 bytes follow');
  await expect(items.nth(2)).toContainText('value48 69"Hi"');
  await expect(items.nth(3)).toContainText('no bytes sent: "" is the default');
  await expect(items.nth(4)).toContainText('valueff ff ff ff ff ff ff ff ff 01-1');
  await playground.field('int_value').fill('0');
  await expect(items.nth(4)).toContainText('no bytes sent: 0 is the default');
});

test('shows an answer with unknown fields, broken bytes and its trailers as text', async ({ page }) => {
  const unknown = Buffer.concat([responseMessage(true, 'ok'), Buffer.from([0x4a, 2, 0xff, 0xfe, 0x0a])]);
  const bridge = await startScriptedBridge(body(frame(0, unknown), frame(0x80, 'grpc-status:0\r\nx-a:b\r\n')));
  try {
    await new Playground(page).call({ 'Bridge address': bridge.url });
    const response = side(page, 'Response');
    const items = response.locator('.wire-item');
    await expect(items.nth(1)).toContainText('value01true');
    await expect(items.nth(3)).toContainText('field 9 unknown to the definition; readers skip it');
    await expect(items.nth(4)).toContainText('The message breaks off here: the bytes end inside a number.');
    const trailers = response.getByRole('region', { name: 'Trailers frame' });
    await expect(trailers).toContainText('grpc-status');
    await expect(trailers).toContainText('"b"');
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

test('highlights the bytes under the pointer or the focus', async ({ page }) => {
  const request = side(page, 'Request');
  const highlighted = request.locator('.byte-dump [data-highlighted=true]');
  const texts = async () => (await highlighted.allTextContents()).join(' ');
  await new Playground(page).field('str1').fill('Hi');
  await expect(request).toContainText('"Hi"');
  await request.getByRole('button', { name: 'str1' }).hover();
  await expect.poll(texts).toBe('12 02 48 69');
  await request.locator('.wire-part').filter({ hasText: '"Hi"' }).hover();
  await expect.poll(texts).toBe('48 69');
  await request.locator('.byte-dump').getByText('65 63 68 6f').hover();
  await expect(request.locator('.wire-part[data-highlighted=true]')).toContainText('"echo"');
  await page.mouse.move(0, 0);
  await expect(highlighted).toHaveCount(0);
  await request.getByRole('button', { name: 'frame head' }).focus();
  await expect.poll(texts).toBe('00 00 00 00 0a');
  await page.keyboard.press('Tab');
  await expect.poll(texts).toBe('0a 04 65 63 68 6f');
});

test('keeps the sent bytes beside those of the current form', async ({ page }) => {
  const playground = new Playground(page);
  await playground.call({ str1: 'sent' });
  const request = side(page, 'Request');
  await expect(side(page, 'Response').getByText('0 OK')).toBeVisible();
  await expect(playground.button('As it was sent')).toHaveCount(0);
  await playground.field('str1').fill('now');
  await expect(request).toContainText('"now"');
  await playground.button('As it was sent').click();
  await expect(request).toContainText('"sent"');
  await playground.field('int_value').fill('1.5');
  await expect(request).toContainText('intValue');
  await expect(request).toContainText('Below is the last request that could be built.');
});

test('copies all bytes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = new Playground(page);
  await playground.field('str1').fill('z'.repeat(1000));
  await expect(side(page, 'Request')).toContainText('1,014 bytes');
  await playground.button('Copy bytes of the request').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => (await copied()).split(' ').length).toBe(1014);
});
