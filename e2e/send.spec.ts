import type { IncomingMessage, ServerResponse } from 'node:http';
import { Playground } from './support/playground.js';
import { refusingPort } from '../dev/testing/refusing-port.js';
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
  '/mistake': ['application/problem+json', '{"a": 1,\n  "b": }'],
  '/utf-16': ['application/json; charset=utf-16le', Buffer.from('[{"a":"é"}]', 'utf16le')],
};

/** An API that answers pages of any origin, and records requests. */
async function startApi() {
  const received: Received[] = [];
  /** The responses under /open/, whose bodies tests write. */
  const open = new Map<string, ServerResponse>();
  const server = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const cors = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'accept, authorization, content-type, x-own',
        'access-control-allow-methods': 'PATCH',
        'access-control-expose-headers': 'x-number',
      };
      if (method === 'OPTIONS') return void response.writeHead(204, cors).end();
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url === '/slow') return undefined;
      if (url?.startsWith('/open/') === true) {
        const { pathname, searchParams } = new URL(url, 'http://h');
        const length = searchParams.get('length');
        response.writeHead(200, {
          ...cors,
          'content-type': decodeURIComponent(pathname.slice('/open/'.length)),
          ...(length !== null && { 'content-length': length }),
        });
        response.flushHeaders();
        open.set(url, response);
        return undefined;
      }
      if (url === '/closed') return void response.writeHead(200).end('not for you');
      const [type, body] = BODIES[/^[^?]*/.exec(url ?? '')?.[0] ?? ''] ?? [
        'application/json',
        '{"a":[1,{"b":null}],"c":"d"}',
      ];
      const status = url === '/missing' ? 404 : 200;
      return void response.writeHead(status, { ...cors, 'content-type': type, 'x-number': '42' }).end(body);
    });
  });
  return { ...server, received, open };
}

let api: Awaited<ReturnType<typeof startApi>>;
test.beforeEach(async ({ page, stack, untilEnd }) => {
  api = untilEnd(await startApi());
  await page.goto(stack.url);
});

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
  await expect(tree).toContainText('"b": null');
  await response.getByRole('tab', { name: /Headers/ }).click();
  await expect(response).toContainText('x-number');
  await response.getByRole('tab', { name: 'Raw' }).click();
  await expect(response.getByRole('region', { name: 'Raw body' })).toHaveText('{"a":[1,{"b":null}],"c":"d"}');
});

/** Sends a GET request, and returns the region of its response. */
async function get(playground: Playground, path: string, baseUrl = api.url) {
  await playground.enter({ route: `GET ${path}`, baseUrl });
  await playground.button('Send request').click();
  return playground.page.getByRole('region', { name: 'HTTP response' });
}

test('explains a request without a response by what it probably is', async ({ page }) => {
  const response = await get(new Playground(page), '/closed');
  const failure = response.getByRole('region', { name: 'Failure' });
  await expect(failure).toContainText(`${api.url} answers, but this request got no response`);
  await expect(failure).toContainText('It is probably one of these');
  const causes = failure.getByRole('list', { name: 'Probable causes' });
  await expect(causes).toContainText('CORS');
  await expect(causes).toContainText('The connection broke');
  await expect(failure.getByRole('list', { name: 'What to do next' })).toContainText('access-control-allow-origin');
});

test('shows a body as it comes, as far as it comes', async ({ page }) => {
  const playground = new Playground(page);
  await test.step('a response that breaks off after its head was cut off, and its beginning is shown', async () => {
    const path = '/open/text%2Fplain?length=5000';
    const response = await get(playground, path);
    await expect(response).toContainText('0 bytes so far');
    api.open.get(path)?.write('half of it');
    await expect(response).toContainText('10 bytes so far');
    api.open.get(path)?.destroy();
    await expect(response.getByRole('region', { name: 'Failure' })).toContainText('The response was cut off');
    await expect(response).toContainText('the connection broke. Its content-length is 5,000 bytes.');
    await expect(response).not.toContainText('CORS');
    await expect(response.getByRole('region', { name: 'Response body' })).toHaveText('half of it');
  });
  await test.step('a stream is shown as it comes, with characters that come in two chunks', async () => {
    const path = '/open/application%2Fx-ndjson';
    const response = await get(playground, path);
    const so = response.getByRole('region', { name: 'Response body so far' });
    await expect(response).toContainText('Status 200 OK');
    await expect(response).toContainText('0 bytes so far');
    const body = '["Grüße 😀"]\n';
    const bytes = Buffer.from(body);
    const stream = api.open.get(path);
    // Within “ü”, and within the emoji.
    const cuts = [0, bytes.indexOf('ü') + 1, bytes.indexOf('😀') + 2, bytes.length];
    const shown = ['["Gr', '["Grüße ', body.trimEnd()];
    for (const [index, text] of shown.entries()) {
      stream?.write(bytes.subarray(cuts[index], cuts[index + 1]));
      await expect(response).toContainText(`${cuts[index + 1]} bytes so far`);
      await expect(so).toHaveText(text);
    }
    stream?.end();
    await expect(so).toHaveCount(0);
    await response.getByRole('tab', { name: 'Raw' }).click();
    await expect(response.getByRole('region', { name: 'Raw body' })).toHaveText(body.trimEnd());
  });
  await test.step('cancelling a stream keeps what has come', async () => {
    const path = '/open/text%2Fevent-stream';
    const response = await get(playground, path);
    await expect(response).toContainText('0 bytes so far');
    api.open.get(path)?.write('data: 1\n\n');
    await expect(response.getByRole('region', { name: 'Response body so far' })).toHaveText('data: 1');
    await playground.button('Cancel request').click();
    await expect(response.getByRole('region', { name: 'Failure' })).toContainText('9 bytes of its body had come');
    await expect(response.getByRole('region', { name: 'Response body' })).toHaveText('data: 1');
    await expect(playground.button('Send request')).toBeEnabled();
  });
});

test('the shortcut never cancels', async ({ page }) => {
  const playground = new Playground(page);
  const countSent = () => api.received.filter(({ url }) => url === '/slow').length;
  await playground.enter({ route: 'GET /slow', baseUrl: api.url });
  await playground.field('Route').press('Control+Enter');
  const cancel = playground.button('Cancel request');
  await expect(cancel).toBeVisible();
  await playground.field('Route').press('Control+Enter');
  await cancel.press('Control+Enter');
  await playground.field('Route').press('End');
  await page.keyboard.type('er');
  await page.keyboard.press('Control+Enter');
  await expect(cancel).toBeVisible();
  expect(api.received.map(({ url }) => url)).toEqual(['/slow']);
  await cancel.press('Enter');
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText('Cancelled');
  expect(countSent()).toBe(1);
});

test('a response names its request, and that the form has another one by now', async ({ page }) => {
  const playground = new Playground(page);
  const response = await get(playground, '/text?page=1');
  const earlier = response.getByText('of an earlier request');
  await expect(response).toContainText('Grüße');
  await expect(response.locator('.response-request')).toHaveText(`Response to GET ${api.url}/text?page=1`);
  await playground.field('Route').fill('POST /other');
  await expect(earlier).toBeVisible();
  await expect(response.locator('.response-request')).toContainText(`GET ${api.url}/text?page=1`);
  await playground.choose('Undo');
  await expect(earlier).toHaveCount(0);
  // The same request in another notation.
  await playground.field('Route').fill(`${api.url}/text?page=1`);
  await expect(earlier).toHaveCount(0);
  await playground.field('Route').fill('GET /text?page=1{');
  await expect(earlier).toBeVisible();
  await playground.field('Route').fill('GET /text?page=1');
  await expect(earlier).toHaveCount(0);
  await playground.openSettings('Headers');
  await playground.button('Add header').click();
  await playground.field('Name of header 1').fill('x-own');
  await playground.field('Value of header 1').fill('1');
  await expect(earlier).toBeVisible();
  await playground.button('Send request').click();
  await expect(earlier).toHaveCount(0);
});

test('shows bodies of every kind', async ({ page, context }) => {
  const playground = new Playground(page);
  await test.step('a body that isn’t JSON under a JSON type says where and why', async () => {
    const response = await get(playground, '/mistake');
    await expect(response).toContainText('isn’t valid JSON: at line 2, column 8, “}” is in place of a value.');
    await expect(response.getByRole('region', { name: 'Response body' })).toContainText('{"a": 1,');
    await playground.field('Route').fill('GET /utf-16');
    await playground.button('Send request').click();
    await expect(response.getByRole('tree')).toContainText('[ 1 item ]');
    await response.getByRole('tab', { name: 'Raw' }).click();
    await expect(response.getByRole('region', { name: 'Raw body' })).toHaveText('[{"a":"é"}]');
  });
  await test.step('keeps every digit, and copies and saves the body', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await playground.enter({ route: 'GET /digits', baseUrl: api.url });
    await playground.button('Send request').click();
    await expect(page.getByRole('tree')).toContainText('12345678901234567890');
    await playground.button('Copy body').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('[12345678901234567890]');
    const download = page.waitForEvent('download');
    await playground.button('Save body as a file').click();
    expect((await download).suggestedFilename()).toBe('digits.json');
  });
  await test.step('shows text and images, and offers other files', async () => {
    await playground.enter({ route: 'GET /text', baseUrl: api.url });
    await playground.button('Send request').click();
    await expect(page.getByRole('region', { name: 'Response body' })).toHaveText('Grüße');
    await playground.field('Route').fill('GET /image');
    await playground.button('Send request').click();
    await expect(page.getByRole('img', { name: 'The response, image/svg+xml' })).toHaveJSProperty('naturalWidth', 30);
    await playground.field('Route').fill('GET /file.zip');
    await playground.button('Send request').click();
    const response = page.getByRole('region', { name: 'HTTP response' });
    await expect(response).toContainText('1,234 bytes of application/zip');
    await playground.field('Route').fill('GET /missing');
    await playground.field('Route').press('Control+Enter');
    await expect(response).toContainText('Status 404 Not Found');
  });
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

test('a host that does not answer is probably down, and a port that browsers block is named', async ({ page }) => {
  const playground = new Playground(page);
  const { port, release } = await refusingPort();
  const response = await get(playground, '/a', `http://127.0.0.1:${port}`);
  const failure = response.getByRole('region', { name: 'Failure' });
  await expect(failure).toContainText(`No response from http://127.0.0.1:${port}`);
  await expect(failure.getByRole('list', { name: 'Probable causes' })).toContainText('The server isn’t running');
  release();
  await playground.field('Base URL').fill('http://127.0.0.1:9');
  await playground.button('Send request').click();
  await expect(failure).toContainText('Browsers block port 9');
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

test('unfolds a large body, renders only what is in sight, and searches in folded parts', async ({ page }) => {
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
  const search = page.getByLabel('Search in the body');
  const response = page.getByRole('region', { name: 'HTTP response' });
  await search.fill('19999');
  await page.keyboard.press('Enter');
  await expect(response).toContainText('1 of 12');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 19999');
  await page.keyboard.press('Shift+Enter');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 199999');
  await search.fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(response).toContainText('Not found');
});
