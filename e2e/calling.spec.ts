import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  await new Playground(page).show('Call');
});

const RESPONSES: readonly (readonly [
  name: string,
  fields: Record<string, string>,
  success: boolean,
  message: unknown,
])[] = [
  [
    'echo',
    { code: 'echo', str1: 'Grüße 👋', str2: 'two\nlines', int_value: '-2147483648' },
    true,
    { code: 'echo', str1: 'Grüße 👋', str2: 'two\nlines', int_value: -2147483648 },
  ],
  [
    'build',
    { code: 'build', str1: 'GET /orgs/{org}', str2: '{"org": "github", "headers": {"user-agent": "me"}}' },
    true,
    {
      method: 'get',
      url: 'https://api.github.com/orgs/github',
      headers: { accept: 'application/vnd.github.v3+json', 'user-agent': 'me' },
    },
  ],
  ['an unknown code', { code: 'ecko' }, false, expect.stringMatching(/ecko.*echo.*build.*expand.*operations/s)],
];

test('shows markup in a response as text, and runs none of it', async ({ page }) => {
  const playground = new Playground(page);
  const markup = '<img src="x" onerror="document.title=1"><script>document.title=2</script><b>bold</b>';
  const title = await page.title();
  await playground.call({ code: 'echo', str1: markup });
  await expect(playground.message).toContainText('<b>bold</b>');
  await expect(playground.message.locator('img, script, b')).toHaveCount(0);
  expect(await page.title()).toBe(title);
});

test('each operation answers', { tag: '@embedded' }, async ({ page }) => {
  const playground = new Playground(page);
  const { response } = playground;
  for (const [name, fields, success, message] of RESPONSES) {
    await test.step(name, async () => {
      await playground.reset();
      await playground.answered(fields);
      await expect(response.getByText(`success: ${success}`)).toBeVisible();
      await expect(response.getByText('0 OK')).toBeVisible();
      const text = (await playground.message.textContent()) ?? '';
      expect(/^[[{]/.test(text) ? JSON.parse(text) : text).toEqual(message);
      await expect(response.getByRole('region', { name: 'Response headers' })).toContainText('content-type');
      await expect(response.getByRole('region', { name: 'Response trailers' })).toBeVisible();
    });
  }
});

test('sends a call by keyboard', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enterCode('echo');
  await playground.field('str1').fill('by keyboard');
  await playground.field('str1').press('Control+Enter');
  await expect(playground.message).toContainText('by keyboard');
  await playground.enterCode('operations');
  await playground.field('int_value').press('Enter');
  await expect(playground.message).toContainText('description');
});

test('labels the fields as the server lists its operations, on first use', async ({ page, stack }) => {
  const playground = new Playground(page);
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.reload();
  await playground.show('Call');
  await expect(page.getByText('Labels from this page; the server has not been asked.')).toBeVisible();
  expect(requested.filter((url) => url.startsWith(stack.bridge))).toEqual([]);
  await playground.enterCode('expand');
  await expect(page.getByText(/Labels from the server, for its \d+ operations/)).toBeVisible();
  await expect(page.getByLabel('str1 URI template')).toHaveAttribute('name', 'str1');
  await expect(page.getByLabel('str2 variables as a JSON object')).toHaveAttribute('name', 'str2');
  await expect(page.getByLabel('int_value not read')).toHaveAttribute('name', 'int_value');
  await playground.field('int_value').fill('7');
  await expect(playground.field('int_value')).toHaveAccessibleDescription(/expand does not read int_value/);
  await playground.enterCode('build');
  await expect(page.getByLabel('int_value JSON indent')).toHaveAttribute('name', 'int_value');
  await playground.enterCode('ecko');
  await expect(playground.field('Another code')).toHaveAccessibleDescription(/No operation of this name/);
});

test('shows where the time went', async ({ page, bridgeKind }) => {
  const playground = new Playground(page);
  await playground.call({ code: 'echo' });
  const timing = playground.response.getByRole('region', { name: 'Timing' });
  const part = (name: string) => timing.locator('dl > div').filter({ hasText: name });
  await expect(part('Browser and network')).toContainText(/\d ms/);
  await expect(part('Server').last()).toContainText(/\d ms/);
  await expect(part('Envoy').first()).toContainText(bridgeKind === 'envoy' ? /\d ms/ : 'not known');
});

test('the call opens with the request of the page, and the server builds the same', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'PUT /repos/{owner}{?labels*}',
    variables: { owner: 'ö', labels: ['a', 'b'] },
    parameters: [{ name: 'url', value: 'y', place: 'body' }],
    previews: 'mercy',
    defaults: '{"org": "github", "headers": {"x-a": "1"}}',
  });
  const request = await playground.shownOptions();
  await playground.show('Call');
  await expect(playground.field('code')).toHaveValue('build');
  await playground.answered({});
  await expect
    .poll(async () => JSON.parse((await playground.message.locator('pre').textContent()) ?? '') as unknown)
    .toEqual(request);
});

test('a request with a problem can’t be called, and another operation can', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a/{b}' });
  await playground.show('Call');
  await expect(playground.field('code')).toHaveAccessibleDescription(/The request in Build has a problem/);
  await expect(playground.field('str1')).toHaveValue('GET /a/{b}');
  await expect(playground.button('Send')).toBeDisabled();
  await playground.enterCode('echo');
  await expect(playground.button('Send')).toBeEnabled();
});

test('the call follows the request of the page until one of its arguments is edited', async ({ page }) => {
  const playground = new Playground(page);
  const follows = page.getByLabel('Follow the request in Build');
  const expectCall = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) await expect(playground.field(label)).toHaveValue(value);
  };
  const enterRoute = async (route: string) => {
    await playground.show('Build');
    await playground.field('Route').fill(route);
    await playground.show('Call');
  };
  await expect(follows).toBeChecked();
  await enterRoute('GET /one');
  await expectCall({ code: 'build', str1: 'GET /one', str2: '', int_value: '2' });
  await playground.field('Deadline in ms').fill('9000');
  await enterRoute('GET /two');
  await expectCall({ code: 'build', str1: 'GET /two', 'Deadline in ms': '9000' });
  await playground.enterCode('echo');
  await expect(follows).not.toBeChecked();
  await expectCall({ code: 'echo', str1: 'GET /two' });
  await enterRoute('GET /three');
  await expectCall({ code: 'echo', str1: 'GET /two' });
  await follows.check();
  await expectCall({ code: 'build', str1: 'GET /three' });
  await page.keyboard.press('Control+z');
  await expectCall({ code: 'echo', str1: 'GET /two' });
  await page.keyboard.press('Control+Shift+z');
  await expect(follows).toBeChecked();
  await follows.uncheck();
  await expectCall({ code: 'build', str1: 'GET /three' });
  await playground.field('str1').fill('GET /four');
  await expect.poll(() => page.url()).toContain('call.str1=GET+/four');
  await page.reload();
  await expect(follows).not.toBeChecked();
  await expectCall({ code: 'build', str1: 'GET /four' });
});
