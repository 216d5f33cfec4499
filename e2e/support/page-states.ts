import type { Playground } from './playground.js';
import { refusingPort } from '../../dev/testing/refusing-port.js';
import { body, frame, responseMessage, startScriptedBridge } from './servers.js';
import { expect } from './stack.js';

/** Brings a page that was just opened into a state. */
export type Reach = (playground: Playground) => Promise<void>;

/** Fills most fields. */
export async function enterMost(playground: Playground): Promise<void> {
  await playground.enter({
    route: 'POST /repos/{owner}/{repo}/issues{?draft,tags*}',
    variables: { owner: 'nodejs', repo: 'undici', draft: true, tags: ['a', 'b c'] },
    parameters: [
      { name: 'title', value: 'A title that is long enough to need a second line in a narrow column' },
      { name: 'labels', value: '["bug", "help wanted"]', type: 'JSON' },
      { name: 'url', value: 'https://example.com/a/rather/long/path/without/a/place/to/break', place: 'body' },
    ],
    headers: [
      ['authorization', 'token 0000000000000000000000000000000000000000'],
      ['user-agent', ''],
    ],
    previews: 'mercy',
    format: 'text+json',
    defaults: '{"headers": {"x-trace": "1"}, "assignees": ["mona"]}',
  });
  await playground.addDefaults(2, '{"milestone": 7}');
  await playground.field('Use defaults 2').uncheck();
}

export async function openTab(playground: Playground, name: string | RegExp): Promise<void> {
  await playground.show('Result');
  await playground.output(name).click();
  await expect(playground.page.getByText(/^Fetching/)).toHaveCount(0);
}

const ANSWER = { id: 7, items: Array.from({ length: 150 }, (_, n) => ({ n })), name: 'x', nothing: null };

/** States of the part that builds requests. */
export const BUILD_STATES: Readonly<Record<string, Reach>> = {
  start: async () => undefined,
  empty: async (playground) => {
    await playground.field('Route').fill('');
    await playground.page.reload();
    await playground.field('Route').fill('');
  },
  full: async (playground) => {
    await enterMost(playground);
    await playground.openSettings('Authorization');
    await playground.field('Value of tags').focus();
    await openTab(playground, 'Request');
  },
  inputs: async (playground) => {
    await enterMost(playground);
    await playground.field('Options of defaults 1').focus();
  },
  authorization: async (playground) => {
    await playground.openSettings('Authorization');
    await playground.page.getByLabel('API key').check();
    await playground.page.getByLabel('In the query').check();
    await playground.field('Query parameter').fill('key');
    await playground.field('Key').fill('planted-0123456789');
    await expect(playground.line).toContainText('key=HIDDEN');
  },
  'authorization that is not sent': async (playground) => {
    await playground.openSettings('Authorization');
    await playground.page.getByLabel('Bearer token').check();
    await playground.field('Token').fill('planted-0123456789');
    await playground.field('Route').fill('GET https://other.example/a');
    await expect(playground.button('Use them for https://other.example')).toBeVisible();
  },
  json: async (playground) => {
    await enterMost(playground);
    await playground.page.getByRole('radio', { name: 'JSON' }).check();
    const editor = playground.field('Route and options as JSON');
    await editor.fill((await editor.inputValue()).replace('"draft": true', '"draft": tru'));
    await expect(editor).toHaveAttribute('aria-invalid', 'true');
  },
  failing: async (playground) => {
    await playground.enter({
      route: 'GET /repos/{owner}/{repo}/issues',
      variables: { owner: '..' },
      headers: [
        ['not a token', '1'],
        ['', 'x'],
      ],
      defaults: '{"a": }',
    });
    await playground.show('Result');
  },
  'failing-route': (playground) => playground.field('Route').fill('GET /repos/{owner}/{re po}/issues'),
  'a half-typed route': async (playground) => {
    await playground.enter({ route: 'GET /repos/{owner}/issues', variables: { owner: 'nodejs' } });
    await playground.field('Route').fill('GET /repos/{owner}/{re');
    await playground.show('Result');
    await expect(playground.page.getByText('Not complete')).toBeVisible();
  },
  warnings: async (playground) => {
    await playground.enter({ route: 'GET /a/{b}{?c}', variables: { b: 'x/y', c: 'a%20b' } });
    // While the user types, a phone shows only the end of the url.
    await playground.field('Value of c').blur();
    await playground.line.locator('.warned').first().click();
    await expect(playground.page.locator('.row-warning')).toHaveCount(2);
  },
  problems: async (playground) => {
    await playground.enter({
      route: 'GET /users/{username}/{+path}',
      variables: { path: 'a/b' },
      parameters: [{ name: 'usernam', value: 'mona' }],
    });
    await openTab(playground, /Why/);
  },
  '200 parameters': async (playground) => {
    const names = Array.from({ length: 200 }, (_, index) => `parameter${index}`);
    await playground.field('Route').fill(`GET /search{?${names.join(',')}}`);
    await playground.field('Value of parameter7').fill('seven and a half');
    await expect(playground.page.getByRole('button', { name: /^Show \d+ of \d+ more parameters$/ })).toBeAttached();
  },
  snippets: async (playground) => {
    await enterMost(playground);
    await openTab(playground, 'Code');
    await expect(playground.page.getByRole('region', { name: 'Snippet: JavaScript (endpoint.js)' })).toBeVisible();
  },
  steps: async (playground) => {
    await enterMost(playground);
    await openTab(playground, 'Why');
    await expect(playground.page.getByRole('region', { name: 'After expand' })).toBeVisible();
  },
  response: async (playground) => {
    await playground.page.route('https://api.github.com/**', (route) =>
      route.fulfill({ json: ANSWER, headers: { 'access-control-allow-origin': '*' } }),
    );
    await playground.button('Send request').click();
    await expect(playground.page.getByRole('tree')).toBeVisible();
    await playground.page.getByRole('tree').getByText('[ 150 items ]').click();
  },
  'a request without a response': async (playground) => {
    await playground.page.route('https://api.github.com/**', (route) => route.abort());
    await playground.button('Send request').click();
    await expect(playground.page.getByRole('region', { name: 'Failure' })).toBeVisible();
  },
};

/** States of the part that calls the service. */
export const CALL_STATES: Readonly<Record<string, Reach>> = {
  'the call': async (playground) => {
    await playground.show('Call');
    await expect(playground.field('code')).toBeVisible();
  },
  'an answered call': async (playground) => {
    await playground.answered({ code: 'expand', str1: '/a{/b}', str2: '{"b": "x y"}' });
    await playground.answered({ code: 'echo', str1: 'Grüße' });
    await expect(playground.message).toContainText('Grüße');
  },
  'a call that was refused': async (playground) => {
    const { port, release } = await refusingPort();
    await playground.answered({ 'Bridge address': `http://127.0.0.1:${port}`, code: 'ecko' });
    release();
  },
  'a call with problems': async (playground) => {
    await playground.show('Call');
    await playground.field('Bridge address').fill('localhost:8080');
    await playground.enterCode('nope');
    await playground.field('int_value').fill('1.5');
    const rows = { authorization: 'Bearer t0ken', 'x-trace-bin': 'é', 'not a name': 'v' };
    for (const [index, [name, value]] of Object.entries(rows).entries())
      await playground.addMetadata(index + 1, name, value);
    await expect(playground.page.getByText('not base64')).toBeVisible();
  },
  'the wire': async (playground) => {
    await playground.answered({ code: 'echo', str1: 'Grüße', str2: '', int_value: '-7' });
    await playground.tab('Wire').click();
    const request = playground.page.getByRole('region', { name: 'Request on the wire' });
    await request.getByText('headers').click();
  },
  'a broken response on the wire': async (playground) => {
    const message = Buffer.concat([responseMessage(true, 'x'.repeat(100)), Buffer.from([0x4a, 9, 1])]);
    const bridge = await startScriptedBridge(body(frame(0, message), frame(0x80, 'grpc-status:0\r\n')));
    await playground.answered({ 'Bridge address': bridge.url });
    await bridge.stop();
    await playground.tab('Wire').click();
    await expect(playground.page.getByText(/The message breaks off here/)).toBeVisible();
  },
};

export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** A phone in landscape. */
export const LANDSCAPE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true } as const;
