import type { ServerResponse } from 'node:http';
import { CORS, startEchoApi } from './support/echo-api.js';
import type { Playground } from './support/playground.js';
import { refusingPort } from '../dev/testing/refusing-port.js';
import { expect, test } from './support/stack.js';

const BODIES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/a/x%20y': ['application/json', '{"a":[1,{"b":null}],"c":"d"}'],
  '/large': ['application/json', JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })))],
  '/image': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>'],
  '/file.zip': ['application/zip', Buffer.alloc(1234, 1)],
  '/digits': ['application/json', '[12345678901234567890]'],
  '/text': ['text/plain; charset=utf-8', 'Grüße'],
  '/mistake': ['application/problem+json', '{"a": 1,\n  "b": }'],
  '/utf-16': ['application/json; charset=utf-16le', Buffer.from('[{"a":"é"}]', 'utf16le')],
  '/missing': ['text/plain', ''],
};

let api: Awaited<ReturnType<typeof startEchoApi>>;
/** The response under /open, whose body a test writes. */
let open: ServerResponse | undefined;
/** The paths of the requests that were received. */
const listReceived = () => api.received.map(({ url }) => url.slice(api.url.length));
test.beforeEach(async ({ untilEnd }) => {
  const answer = (url: string, response: ServerResponse): boolean => {
    const { pathname } = new URL(url, api.url);
    const [type, body] = BODIES[pathname] ?? [];
    if (pathname === '/closed') response.writeHead(200).end('not for you');
    else if (pathname === '/open') {
      open = response.writeHead(200, { ...CORS, 'content-type': 'text/plain', 'content-length': 5000 });
      open.flushHeaders();
    } else if (type !== undefined) {
      const headers = { ...CORS, 'content-type': type, 'x-number': '42' };
      response.writeHead(pathname === '/missing' ? 404 : 200, headers).end(body);
    } else return false;
    return true;
  };
  api = untilEnd(await startEchoApi(answer));
});

test('sends the built request from the page, and shows the response', async ({ page, playground }) => {
  await playground.enter({
    route: 'PATCH /a/{b}{?c}',
    variables: { b: 'x y', c: '1' },
    parameters: [
      { name: 'd', value: 'é', place: 'body' },
      { name: 'e', value: 'true', type: 'JSON', place: 'query' },
    ],
    headers: [
      ['authorization', 'Bearer abc'],
      ['x-own', '1'],
    ],
    baseUrl: api.url,
  });
  await playground.send();
  const response = page.getByRole('region', { name: 'HTTP response' });
  await expect(playground.output('Response')).toHaveAttribute('aria-selected', 'true');
  await expect(response).toContainText('Status 200 OK');
  await expect(response).toContainText('28 bytes');
  expect(api.received).toMatchObject([
    {
      method: 'PATCH',
      url: `${api.url}/a/x%20y?c=1&e=true`,
      headers: { authorization: 'Bearer abc', 'x-own': '1' },
      body: '{"d":"é"}',
    },
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
  await playground.send();
  return playground.page.getByRole('region', { name: 'HTTP response' });
}

test('explains a request without a response by what it probably is', async ({ playground }) => {
  const response = await get(playground, '/closed');
  const failure = response.getByRole('region', { name: 'Failure' });
  const causes = failure.getByRole('list', { name: 'Probable causes' });
  await expect(failure).toContainText(`${api.url} answers, but this request got no response`);
  await expect(causes).toContainText('CORS');
  await expect(causes).toContainText('The connection broke');
  await expect(failure.getByRole('list', { name: 'What to do next' })).toContainText('access-control-allow-origin');
  const { port, release } = await refusingPort();
  await playground.field('Base URL').fill(`http://127.0.0.1:${port}`);
  await playground.send();
  await expect(failure).toContainText(`No response from http://127.0.0.1:${port}`);
  await expect(causes).toContainText('The server isn’t running');
  release();
  await playground.field('Base URL').fill('http://127.0.0.1:9');
  await playground.send();
  await expect(failure).toContainText('Browsers block port 9');
});

test('shows a body as it comes, and as far as it comes', async ({ playground }) => {
  const response = await get(playground, '/open');
  await expect(response).toContainText('0 bytes so far');
  open?.write('half of it');
  await expect(response).toContainText('10 bytes so far');
  await expect(response.getByRole('region', { name: 'Response body so far' })).toHaveText('half of it');
  open?.destroy();
  await expect(response.getByRole('region', { name: 'Failure' })).toContainText('The response was cut off');
  await expect(response).toContainText('the connection broke. Its content-length is 5,000 bytes.');
  await expect(response.getByRole('region', { name: 'Response body' })).toHaveText('half of it');
});

test('the keyboard sends once, and cancels at its button alone', async ({ page, playground }) => {
  const route = playground.field('Route');
  const [send, cancel] = [playground.button('Send request'), playground.button('Cancel request')];
  const failure = page.getByRole('region', { name: 'Failure' });
  await test.step('the shortcut never cancels', async () => {
    await playground.enter({ route: 'GET /slow', baseUrl: api.url });
    await route.press('Control+Enter');
    await expect(cancel).toBeVisible();
    await route.press('Control+Enter');
    await cancel.press('Control+Enter');
    await route.press('End');
    await page.keyboard.type('er');
    await page.keyboard.press('Control+Enter');
    await expect(cancel).toBeVisible();
    await cancel.press('Enter');
    await expect(failure).toContainText('Cancelled');
    expect(listReceived()).toEqual(['/slow']);
  });
  await test.step('the button shows how long it waits, and keeps place and focus', async () => {
    await route.fill('GET /slow');
    await send.focus();
    const before = await playground.line.boundingBox();
    await page.keyboard.press('Enter');
    await expect(playground.line.locator('.elapsed-time')).toHaveText(/^\d+\.\d s$/);
    await expect(cancel).toBeFocused();
    expect(await playground.line.boundingBox()).toEqual(before);
    await page.keyboard.press('Enter');
    await expect(failure).toContainText('Cancelled');
    await expect(send).toBeFocused();
  });
  await test.step('a held shortcut sends once', async () => {
    api.received.length = 0;
    await route.fill('GET /held');
    await page.keyboard.down('Control');
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.down('Enter');
      await expect(page.getByRole('region', { name: 'HTTP response' })).toContainText('Status');
    }
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await expect.poll(listReceived).toEqual(['/held', '/held']);
  });
});

test('shows bodies of every kind', async ({ page, playground }) => {
  const response = await get(playground, '/mistake');
  const show = async (path: string) => {
    await playground.field('Route').fill(`GET ${path}`);
    await playground.send();
  };
  await expect(response).toContainText('isn’t valid JSON: at line 2, column 8, “}” is in place of a value.');
  await expect(response.getByRole('region', { name: 'Response body' })).toContainText('{"a": 1,');
  await show('/utf-16');
  await expect(page.getByRole('tree')).toContainText('"a": "é"');
  await show('/digits');
  await expect(page.getByRole('tree')).toContainText('12345678901234567890');
  await playground.button('Copy body').click();
  await expect.poll(() => playground.readClipboard()).toBe('[12345678901234567890]');
  const download = page.waitForEvent('download');
  await playground.button('Save body as a file').click();
  expect((await download).suggestedFilename()).toBe('digits.json');
  await show('/text');
  await expect(page.getByRole('region', { name: 'Response body' })).toHaveText('Grüße');
  await show('/image');
  await expect(page.getByRole('img', { name: 'The response, image/svg+xml' })).toHaveJSProperty('naturalWidth', 30);
  await show('/file.zip');
  await expect(response).toContainText('1,234 bytes of application/zip');
  await show('/missing');
  await expect(response).toContainText('Status 404 Not Found');
});

test('a response names its request, and that the form has another one by now', async ({ playground }) => {
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
  await playground.send();
  await expect(earlier).toHaveCount(0);
});

test('unfolds a large body, renders only what is in sight, and searches in folded parts', async ({
  page,
  playground,
}) => {
  await playground.enter({ route: 'GET /large', baseUrl: api.url });
  await playground.send();
  const tree = page.getByRole('tree');
  await expect(tree).toContainText('[ 20,000 items ]');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(40);
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree).toContainText('19999: { 1 member }');
  await expect(tree.locator('[data-active=true]')).toHaveText('19999: { 1 member }');
  await page.keyboard.press('ArrowRight');
  await expect(tree.locator('[data-active=true]')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tree.locator('[data-active=true]')).toHaveText('"id": 19999');
  await expect(tree).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tree).not.toContainText('"id": 19999');
  await page.keyboard.press('Home');
  await expect(tree).toContainText('[ 20,000 items ]');
  const search = page.getByLabel('Search in the body');
  const response = page.getByRole('region', { name: 'HTTP response' });
  await search.fill('1999');
  await page.keyboard.press('Enter');
  await expect(response).toContainText('1 of 12');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 1999');
  await page.keyboard.press('Shift+Enter');
  await expect(page.locator('.json-row[data-active=true]')).toHaveText('"id": 19999');
  await search.fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(response).toContainText('Not found');
});
