import { sample } from '../dev/testing/full.js';
import type { Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import {
  body,
  frame,
  responseMessage,
  silence,
  startScriptedBridge,
  trailersOnly,
  type Script,
} from './support/servers.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  await new Playground(page).show('Call');
});

/** Sends a call to a scripted bridge. */
async function callScripted(page: Page, script: Script, see: (playground: Playground, url: string) => Promise<void>) {
  const bridge = await startScriptedBridge(script);
  try {
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': bridge.url });
    await see(playground, bridge.url);
  } finally {
    await bridge.stop();
  }
}

const CODES: readonly (readonly [code: number, name: string, meaning: RegExp, next: RegExp])[] = [
  [1, 'CANCELLED', /cancelled/, /stopped or restarted/],
  [2, 'UNKNOWN', /without a reason/, /log/],
  [3, 'INVALID_ARGUMENT', /argument is wrong/, /Change the argument/],
  [4, 'DEADLINE_EXCEEDED', /deadline passed/, /longer deadline/],
  [5, 'NOT_FOUND', /does not exist/, /names and identifiers/],
  [6, 'ALREADY_EXISTS', /exists already/, /another name/],
  [7, 'PERMISSION_DENIED', /may not do this/, /credentials/],
  [8, 'RESOURCE_EXHAUSTED', /quota or a size limit/, /send less/],
  [9, 'FAILED_PRECONDITION', /not in the state/, /state that the text asks for/],
  [10, 'ABORTED', /conflicts with another/, /from its first read on/],
  [11, 'OUT_OF_RANGE', /past the end/, /range/],
  [12, 'UNIMPLEMENTED', /does not offer this method/, /api\.ApiService\/CallApi/],
  [13, 'INTERNAL', /invariant/, /log/],
  [14, 'UNAVAILABLE', /cannot be reached/, /Repeat the call in a moment/],
  [15, 'DATA_LOSS', /lost or corrupt/, /restore/],
  [16, 'UNAUTHENTICATED', /who it is/, /authorization/],
];

test('shows name, meaning and advice for each status, in trailers and in headers', async ({ page }) => {
  const bridge = await startScriptedBridge(silence);
  try {
    const playground = new Playground(page);
    const { status, response } = playground;
    const next = status.getByRole('list', { name: 'What to do next' });
    await playground.field('Bridge address').fill(bridge.url);
    for (const [code, name, meaning, advice] of sample(CODES, 4)) {
      await test.step(`${code} ${name}, in trailers`, async () => {
        const text = `grpc-status:${code}\r\ngrpc-message:because%20of%20${code}\r\nserver-timing: app;dur=1\r\n`;
        bridge.script = body(frame(0x80, text));
        await playground.button('Send').click();
        await expect(status).toContainText(`because of ${code}`);
        await expect(status.getByText(`${code} ${name}`, { exact: true })).toBeVisible();
        await expect(status).toContainText(meaning);
        await expect(next).toContainText(advice);
        await expect(status).not.toContainText('Trailers-only');
        await expect(response.getByRole('region', { name: 'Response trailers' })).toContainText('server-timing');
      });
      await test.step(`${code} ${name}, in headers`, async () => {
        bridge.script = trailersOnly({
          'grpc-status': String(code),
          'grpc-message': `in%20headers,%20${code}`,
          // Shows that a server was reached.
          'server-timing': 'app;dur=1',
        });
        await playground.button('Send').click();
        await expect(status).toContainText(`in headers, ${code}`);
        await expect(status.getByText(`${code} ${name}`, { exact: true })).toBeVisible();
        await expect(next).toContainText(advice);
        await expect(status).toContainText('Trailers-only: the response has no body');
      });
    }
  } finally {
    await bridge.stop();
  }
});

test('distinguishes success from a failed operation with 0 OK', async ({ page }) => {
  const end = frame(0x80, 'grpc-status:0\r\n');
  await callScripted(page, body(frame(0, responseMessage(true, 'done')), end), async ({ status, message: text }) => {
    await expect(status).toContainText('0 OK');
    await expect(status).toContainText('success: true');
    await expect(status).toContainText('The call succeeded.');
    await expect(text).toHaveText('done');
  });
  await callScripted(
    page,
    body(frame(0, responseMessage(false, 'str1 is wrong')), end),
    async ({ status, message: text }) => {
      await expect(status).toContainText('success: false');
      await expect(status).toContainText('the operation failed');
      await expect(text).toHaveText('str1 is wrong');
    },
  );
});

const ENDS: readonly (readonly [name: string, script: Script, status: string, title: RegExp, next: RegExp])[] = [
  [
    'a bridge that reaches no server',
    trailersOnly({ 'grpc-status': '14', 'grpc-message': 'no healthy upstream' }),
    '14 UNAVAILABLE',
    /answers, but reaches no server/,
    /its gRPC server does/,
  ],
  [
    'a wrong path',
    (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found'),
    '12 UNIMPLEMENTED',
    /\/api\.ApiService\/CallApi does not exist there/,
    /path of the bridge address/,
  ],
  [
    'a web site',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    '2 UNKNOWN',
    /Something other than gRPC-Web answered/,
    /text\/html/,
  ],
  [
    'a proxy in trouble',
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<!doctype html>'),
    '14 UNAVAILABLE',
    /HTTP 502 without a gRPC status/,
    /proxy/,
  ],
  [
    'a frame cut short',
    body(frame(0, responseMessage(true, 'x')).subarray(0, 7)),
    '13 INTERNAL',
    /The response is broken/,
    /Wire/,
  ],
  ['a compressed frame', body(frame(1, 'x')), '13 INTERNAL', /The response is broken/, /Wire/],
  [
    'bytes that aren’t a message',
    body(frame(0, Buffer.from([0x12, 9, 1])), frame(0x80, 'grpc-status:0\r\n')),
    '13 INTERNAL',
    /The response is broken/,
    /Wire/,
  ],
  ['no trailers', body(frame(0, responseMessage(true, 'x'))), '2 UNKNOWN', /The response is broken/, /Wire/],
  [
    'success without a message',
    body(frame(0x80, 'grpc-status:0\r\n')),
    '12 UNIMPLEMENTED',
    /The response is broken/,
    /Wire/,
  ],
  [
    'a connection that breaks',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web+proto', 'content-length': '99' });
      response.write(frame(0, responseMessage(true, 'x')), () => response.destroy());
    },
    '14 UNAVAILABLE',
    /connection broke/,
    /Repeat/,
  ],
];

test('names the cause of each failure', async ({ page }) => {
  const bridge = await startScriptedBridge(silence);
  try {
    const playground = new Playground(page);
    const { status } = playground;
    for (const [name, script, code, title, next] of sample(ENDS, 3)) {
      await test.step(name, async () => {
        bridge.script = script;
        await playground.answered({ 'Bridge address': bridge.url });
        await expect(status.getByText(code, { exact: true })).toBeVisible();
        await expect(status).toContainText(title);
        await expect(status.getByRole('list', { name: 'What to do next' })).toContainText(next);
      });
    }
  } finally {
    await bridge.stop();
  }
});

test('distinguishes a bridge that refuses the page (CORS) from a bridge that is down', async ({ page, stack }) => {
  const bridge = await startScriptedBridge(trailersOnly({ 'grpc-status': '0' }), { cors: false });
  const playground = new Playground(page);
  await playground.call({ 'Bridge address': `${bridge.url}/grpc` });
  await expect(playground.status.getByText('14 UNAVAILABLE')).toBeVisible();
  await expect(playground.status).toContainText(`${bridge.url} answers, but not to this page`);
  const next = playground.status.getByRole('list', { name: 'What to do next' });
  await expect(next).toContainText(`Allow the origin ${new URL(stack.url).origin}`);
  await expect(next).toContainText('Check the path /grpc');
  await playground.status.getByText('The client’s text').click();
  await expect(playground.status).toContainText('A server does respond there');

  await bridge.stop();
  await playground.button('Send').click();
  await expect(playground.status).toContainText(`Nothing answers at ${bridge.url}`);
  await expect(next).toContainText('npx endpoint.js-server');
});

test('distinguishes a deadline that passed in the page from one that passed on the server, and from cancelling', async ({
  page,
}) => {
  const bridge = await startScriptedBridge(silence);
  try {
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': bridge.url, 'Deadline in ms': '300' });
    await expect(playground.status).toContainText('No response within 300 ms');
    await expect(playground.status).toContainText('4 DEADLINE_EXCEEDED');
    bridge.script = trailersOnly({ 'grpc-status': '4' });
    await playground.call({ 'Deadline in ms': '60000' });
    await expect(playground.status).toContainText('The server or the bridge gave up at the deadline');
    bridge.script = silence;
    await playground.call({ 'Deadline in ms': '' });
    await playground.cancel.click();
    await expect(playground.status).toContainText('You cancelled the call');
    await expect(playground.status).toContainText('1 CANCELLED');
  } finally {
    await bridge.stop();
  }
});

test('calls an offline device offline, and not the bridge down', async ({ page, context }) => {
  const playground = new Playground(page);
  const bridge = await startScriptedBridge(
    body(frame(0, responseMessage(true, 'hi')), frame(0x80, 'grpc-status:0\r\n')),
  );
  try {
    await playground.answered({ 'Bridge address': bridge.url });
    await context.setOffline(true);
    await playground.call({ 'Bridge address': 'http://bridge.example' });
    await expect(playground.status).toContainText('This device is offline');
    await expect(playground.status).toContainText('Connect it to a network');
    await playground.status.getByText('The client’s text').click();
    await expect(playground.status).toContainText('The browser reports that this device is offline.');
  } finally {
    await context.setOffline(false);
    await bridge.stop();
  }
});

test('slow calls don’t keep later ones from being sent', async ({ page }) => {
  const bridge = await startScriptedBridge(silence);
  try {
    const playground = new Playground(page);
    // More than a browser sends at once over HTTP/1.1: each one cancels the one before.
    for (let count = 1; count <= 8; count += 1) {
      await playground.call({ 'Bridge address': bridge.url });
      await expect.poll(() => bridge.calls.length).toBe(count);
    }
    await expect.poll(() => bridge.calls.filter(({ aborted }) => !aborted).length).toBe(1);
    bridge.script = body(frame(0, responseMessage(true, 'short')), frame(0x80, 'grpc-status:0\r\n'));
    await playground.call({ 'Deadline in ms': '5000' });
    await expect(playground.message).toContainText('short');
  } finally {
    await bridge.stop();
  }
});

/** google.rpc.Status with a BadRequest and a detail of a custom type, in base64. */
function statusDetails(): string {
  const field = (number: number, payload: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, payload.length]), payload]);
  const any = (type: string, value: Buffer) =>
    field(3, Buffer.concat([field(1, Buffer.from(`type.googleapis.com/${type}`)), field(2, value)]));
  const violation = Buffer.concat([field(1, Buffer.from('str1')), field(2, Buffer.from('is too long'))]);
  const details = [any('google.rpc.BadRequest', field(1, violation)), any('acme.Hint', Buffer.from([1, 2]))];
  return Buffer.concat([Buffer.from([0x08, 3]), ...details]).toString('base64');
}

test('shows the details of an error', async ({ page }) => {
  const script = trailersOnly({ 'grpc-status': '3', 'grpc-status-details-bin': statusDetails() });
  await callScripted(page, script, async ({ status }) => {
    const badRequest = status.getByRole('region', { name: 'google.rpc.BadRequest' });
    await expect(badRequest).toContainText('"field": "str1"');
    await expect(badRequest).toContainText('"description": "is too long"');
    await expect(status.getByRole('region', { name: 'acme.Hint' })).toHaveText('2 bytes: 01 02');
  });
});
