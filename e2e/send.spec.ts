import type { IncomingMessage } from 'node:http';
import { Playground } from './support/playground.js';
import { startServer } from '../dev/testing/static-server.mjs';
import { expect, test } from './support/stack.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const BODIES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/large': ['application/json', JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id })))],
  '/image': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>'],
  '/file.zip': ['application/zip', Buffer.alloc(1234, 1)],
  '/digits': ['application/json', '[12345678901234567890]'],
  '/text': ['text/plain; charset=utf-8', 'Grüße'],
};

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
      const [type, body] = BODIES[url ?? ''] ?? ['application/json', '{"a":[1,{"b":null}],"c":"d"}'];
      const status = url === '/missing' ? 404 : 200;
      return void response.writeHead(status, { ...cors, 'content-type': type, 'x-answer': '42' }).end(body);
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
  await expect(playground.output('Response')).toHaveAttribute('aria-selected', 'true');
  await expect(response).toContainText('Status 200 OK');
  await expect(response).toContainText('28 bytes');
  expect(api.received).toMatchObject([
    { method: 'PATCH', url: '/a/x%20y?c=1', headers: { authorization: 'Bearer abc', 'x-own': '1' }, body: '{"d":"é"}' },
  ]);
  await expect(response).toContainText(/[\d.]+ ms/);
  const tree = response.getByRole('tree', { name: 'Response body' });
  await expect(tree).toContainText('"c": "d"');
  // A small body is open, and folds.
  await expect(tree).toContainText('"b": null');
  await tree.getByText('[ 2 items ]').click();
  await expect(tree).not.toContainText('"b"');
  await tree.getByText('[ 2 items ]').click();
  await tree.getByText('{ 1 member }').click();
  await expect(tree).toContainText('"b": null');
  await response.getByRole('tab', { name: /Headers/ }).click();
  await expect(response).toContainText('x-answer');
  await response.getByRole('tab', { name: 'Raw' }).click();
  await expect(response.getByRole('region', { name: 'Raw body' })).toHaveText('{"a":[1,{"b":null}],"c":"d"}');
});

test('shows a response without success as a response', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /missing', baseUrl: api.url });
  await playground.field('Route').press('Control+Enter');
  await expect(page.getByRole('region', { name: 'HTTP response' })).toContainText('Status 404 Not Found');
});

test('explains a request without a response', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /closed', baseUrl: api.url });
  await playground.button('Send request').click();
  const failure = page.getByRole('region', { name: 'Failure' });
  await expect(failure).toContainText(`${api.url} does not let this page read its answer (CORS)`);
  await expect(failure.getByRole('list', { name: 'What to do next' })).toContainText('access-control-allow-origin');
});

test('a held shortcut sends once', async ({ page }) => {
  const playground = new Playground(page);
  const countSent = () => api.received.filter(({ method, url }) => method === 'GET' && url === '/held').length;
  await playground.enter({ route: 'GET /held', baseUrl: api.url });
  await playground.field('Route').focus();
  await page.keyboard.down('Control');
  const response = page.getByRole('region', { name: 'HTTP response' });
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.down('Enter');
    await expect(response).toContainText('Status');
  }
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await expect.poll(countSent).toBe(2);
});

test('tells a host that does not answer from one that forbids', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: 'http://127.0.0.1:9' });
  await playground.button('Send request').click();
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText('No connection to http://127.0.0.1:9');
});

test('shows how long it waits, can be cancelled, and keeps the focus', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /slow', baseUrl: api.url });
  await playground.button('Send request').focus();
  const before = await playground.line.boundingBox();
  await page.keyboard.press('Enter');
  await expect(playground.line.locator('.elapsed-time')).toHaveText(/^\d+\.\d s$/);
  await expect(playground.button('Cancel request')).toBeFocused();
  expect(await playground.line.boundingBox()).toEqual(before);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText('Cancelled');
  await expect(playground.button('Send request')).toBeFocused();
});

test('unfolds a large body, and renders only what is in sight', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /large', baseUrl: api.url });
  await playground.button('Send request').click();
  const tree = page.getByRole('tree');
  await expect(tree).toContainText('[ 200,000 items ]');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(40);
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree).toContainText('199999: { 1 member }');
  await expect(tree.locator('[data-active=true]')).toHaveText('199999: { 1 member }');
  await page.keyboard.press('ArrowRight');
  await expect(tree.locator('[data-active=true]')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tree.locator('[data-active=true]')).toHaveText('"id": 199999');
  await expect(tree).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tree).not.toContainText('"id": 199999');
  await page.keyboard.press('Home');
  await expect(tree).toContainText('[ 200,000 items ]');
});

test('searches in folded parts', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /large', baseUrl: api.url });
  await playground.button('Send request').click();
  await page.getByLabel('Search in the body').fill('19999');
  await page.keyboard.press('Enter');
  const response = page.getByRole('region', { name: 'HTTP response' });
  await expect(response).toContainText('1 of 12');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 19999');
  await page.keyboard.press('Shift+Enter');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 199999');
  await page.getByLabel('Search in the body').fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(response).toContainText('Not found');
});

test('keeps every digit, and copies and saves the body', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /digits', baseUrl: api.url });
  await playground.button('Send request').click();
  await expect(page.getByRole('tree')).toContainText('12345678901234567890');
  await playground.button('Copy body').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('[12345678901234567890]');
  const download = page.waitForEvent('download');
  await playground.button('Save body as a file').click();
  expect((await download).suggestedFilename()).toBe('digits.json');
});

test('shows text and images, and offers other files', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /text', baseUrl: api.url });
  await playground.button('Send request').click();
  await expect(page.getByRole('region', { name: 'Response body' })).toHaveText('Grüße');
  await playground.field('Route').fill('GET /image');
  await playground.button('Send request').click();
  await expect(page.getByRole('img', { name: 'The response, image/svg+xml' })).toHaveJSProperty('naturalWidth', 30);
  await playground.field('Route').fill('GET /file.zip');
  await playground.button('Send request').click();
  await expect(page.getByRole('region', { name: 'HTTP response' })).toContainText('1,234 bytes of application/zip');
});

test('a request can be neither sent nor copied while it can’t be built', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /a');
  await playground.button('Copy URL').click();
  await playground.field('Route').fill('GET /a/{b');
  await expect(playground.button('Send request')).toBeDisabled();
  for (const name of ['Copy URL', 'Copy Request options']) {
    await expect(playground.button(name)).toBeDisabled();
    await playground.button(name).press('Enter');
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://api.github.com/a');
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
