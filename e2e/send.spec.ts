import type { IncomingMessage } from 'node:http';
import { Playground } from './support/playground.js';
import { startServer } from './support/servers.js';
import { expect, test } from './support/stack.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An API that answers pages of any origin, and records requests. */
async function startApi() {
  const received: Received[] = [];
  const server = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const cors = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'accept, authorization, content-type, x-own',
        'access-control-allow-methods': 'PATCH',
        'access-control-expose-headers': 'x-answer',
      };
      if (method === 'OPTIONS') return void response.writeHead(204, cors).end();
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url === '/slow') return undefined;
      if (url === '/closed') return void response.writeHead(200).end('not for you');
      const json =
        url === '/large'
          ? JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id })))
          : '{"a":[1,{"b":null}],"c":"d"}';
      return void response
        .writeHead(url === '/missing' ? 404 : 200, { ...cors, 'content-type': 'application/json', 'x-answer': '42' })
        .end(json);
    });
  });
  return { ...server, received };
}

let api: Awaited<ReturnType<typeof startApi>>;
test.beforeEach(async ({ page, stack }) => {
  api = await startApi();
  await page.goto(stack.url);
});
test.afterEach(() => api.stop());

test('sends the built request from the page, and shows the response', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'PATCH /a/{b}{?c}',
    variables: { b: 'x y', c: '1' },
    parameters: [{ name: 'd', value: 'é' }],
    headers: [
      ['authorization', 'Bearer abc'],
      ['x-own', '1'],
    ],
    baseUrl: api.url,
  });
  await playground.button('Send request').click();
  const response = page.getByRole('region', { name: 'HTTP response' });
  await expect(response).toContainText('Status 200');
  expect(api.received).toMatchObject([
    { method: 'PATCH', url: '/a/x%20y?c=1', headers: { authorization: 'Bearer abc', 'x-own': '1' }, body: '{"d":"é"}' },
  ]);
  await expect(response).toContainText(/[\d.]+ ms/);
  await expect(response.locator('.tree')).toContainText('"c": "d"');
  // Folded until it is opened.
  await expect(response.locator('.tree')).not.toContainText('"b"');
  await response.getByText('[ 2 items ]').click();
  await response.getByText('{ 1 member }').click();
  await expect(response.locator('.tree')).toContainText('"b": null');
  await response.getByRole('tab', { name: /Headers/ }).click();
  await expect(response).toContainText('x-answer');
  await response.getByRole('tab', { name: 'Raw' }).click();
  await expect(response.getByRole('region', { name: 'Raw body' })).toHaveText('{"a":[1,{"b":null}],"c":"d"}');
});

test('shows a response without success as a response', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /missing', baseUrl: api.url });
  await playground.field('Route').press('Control+Enter');
  await expect(page.getByRole('region', { name: 'HTTP response' })).toContainText('Status 404');
});

test('names the likely causes of a request without a response', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /closed', baseUrl: api.url });
  await playground.button('Send request').click();
  await expect(page.locator('.send .failure')).toContainText(`no answer from ${api.url}`);
  await expect(page.locator('.send .failure')).toContainText('CORS');
});

test('shows how long it waits, and can be cancelled', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /slow', baseUrl: api.url });
  await playground.button('Send request').click();
  await expect(page.locator('.send .elapsed-time')).toHaveText(/^\d+\.\d s$/);
  await playground.button('Cancel request').click();
  await expect(page.locator('.send')).toContainText('Cancelled.');
});

test('unfolds a large body without freezing', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /large', baseUrl: api.url });
  await playground.button('Send request').click();
  const tree = page.locator('.send .tree');
  await expect(tree).toContainText('[ 200,000 items ]');
  expect(await page.locator('.send .tree li').count()).toBeLessThanOrEqual(101);
  await tree.getByRole('button', { name: /Show 100 more/ }).click();
  await expect(page.locator('.send .tree li')).toHaveCount(201);
});

test('sends through the server, which names the origins that it refuses', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await page.getByLabel('Through the server').check();
  await playground.button('Send request').click();
  await expect(page.locator('.send .failure')).toContainText(/send is off|does not reach/);
});

test('shows the server’s response', async ({ page }) => {
  const playground = new Playground(page);
  const answer = { status: 201, headers: { 'x-a': '1' }, body: '{"ok":true}', ms: 12.5 };
  const message = Buffer.from(JSON.stringify(answer));
  // A response message: success (field 1) and message (field 2), then trailers, each in its frame.
  const proto = Buffer.concat([Buffer.from([8, 1, 18, message.length]), message]);
  const frame = (flag: number, bytes: Buffer) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flag);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  };
  await page.route('**/api.ApiService/CallApi', (route) =>
    route.fulfill({
      headers: { 'content-type': 'application/grpc-web+proto', 'access-control-allow-origin': '*' },
      body: Buffer.concat([frame(0, proto), frame(0x80, Buffer.from('grpc-status: 0\r\n'))]),
    }),
  );
  await playground.field('Route').fill('GET /a');
  await page.getByLabel('Through the server').check();
  await playground.button('Send request').click();
  const response = page.getByRole('region', { name: 'HTTP response' });
  await expect(response).toContainText('Status 201');
  await expect(response.locator('.tree')).toContainText('"ok": true');
});

test('a request can’t be sent while it can’t be built', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /a/{b');
  await expect(playground.button('Send request')).toBeDisabled();
});

test('keeps secrets out of the address and off the device', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'GET /a',
    headers: [['authorization', 'Bearer planted-secret-0123']],
    baseUrl: api.url,
  });
  await playground.button('Send request').click();
  await expect(page.getByRole('region', { name: 'HTTP response' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('route');
  const kept = await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('planted-secret');
});
