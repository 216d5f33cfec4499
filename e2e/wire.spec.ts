import type { Locator, Page } from '@playwright/test';
import type { Playground } from './support/playground.js';
import { body, frame, responseMessage, startScriptedBridge, trailersOnly } from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, playground }) => {
  await playground.openHash('call.fixed:=true');
  await playground.show('Call');
  await playground.tab('Wire').click();
  // The page has listed the operations, so the next request is the test's.
  await expect(page.getByText('Labels from the server, for its')).toBeVisible();
});

const side = (page: Page, name: 'Request' | 'Response') => page.getByRole('region', { name: `${name} on the wire` });

/** The fields as the page shows them, without notes. */
const values = (where: Locator) => where.locator('dd');

/** The bytes that the page copies. */
async function copyBytes(playground: Playground, name: 'request' | 'response'): Promise<string> {
  await playground.button(`Copy bytes of the ${name}`).click();
  return playground.readClipboard();
}

const hex = (bytes: Uint8Array | null) =>
  Buffer.from(bytes ?? [])
    .toString('hex')
    .replaceAll(/..(?=.)/g, '$& ');

test('copied bytes are the bytes on the wire', async ({ page, playground }) => {
  await playground.enterCode('echo');
  for (const [name, value] of Object.entries({ str1: 'Grüße 👋', str2: 'two\nlines', int_value: '-2147483648' }))
    await playground.field(name).fill(value);
  const sent = page.waitForRequest(
    (candidate) => candidate.method() === 'POST' && (candidate.postDataBuffer()?.length ?? 0) > 0,
  );
  const response = page.waitForResponse((candidate) => candidate.request().method() === 'POST');
  await playground.button('Send').click();
  expect(await copyBytes(playground, 'request')).toBe(hex((await sent).postDataBuffer()));
  await expect(side(page, 'Response').getByText('0 OK')).toBeVisible();
  expect(await copyBytes(playground, 'response')).toBe(hex(await (await response).body()));
});

test('shows a response with unknown fields, broken bytes and its trailers as text', async ({
  untilEnd,
  page,
  playground,
}) => {
  const unknown = Buffer.concat([responseMessage(true, 'ok'), Buffer.from([0x4a, 2, 0xff, 0xfe, 0x0a])]);
  const bridge = untilEnd(
    await startScriptedBridge(body(frame(0, unknown), frame(0x80, 'grpc-status:0\r\nx-a:b\r\n'))),
  );
  await playground.call({ 'Bridge address': bridge.url });
  const response = side(page, 'Response');
  const message = response.getByRole('region', { name: 'Message frame: api.Response' });
  await expect(values(message).first()).toHaveText('true');
  await expect(message).toContainText('field 9 length-delimited, 4 bytes; readers skip it as unknown');
  await expect(message).toContainText('The message breaks off here: the bytes end inside a number.');
  const trailers = response.getByRole('region', { name: 'Trailers frame' });
  await expect(trailers).toContainText('grpc-status');
  await expect(values(trailers)).toHaveText(['0', 'b']);
  bridge.script = trailersOnly({ 'grpc-status': '5', 'x-a': 'b' });
  await playground.button('Send').click();
  await expect(response).toContainText('The response has no body: its status came as headers (trailers-only).');
  // Each field is listed once.
  await page.getByRole('tab', { name: 'Response' }).click();
  const fields = (title: string) => page.getByRole('region', { name: `Response ${title}`, exact: true });
  await expect(fields('headers').getByText('x-a')).toBeVisible();
  await expect(fields('trailers')).toHaveText('TrailersNone: in a trailers-only response they are the headers.');
});
