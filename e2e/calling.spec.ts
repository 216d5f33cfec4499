import { expect, test } from './support/stack.js';

test.beforeEach(({ playground }) => playground.show('Call'));

interface Answered {
  readonly fields: Readonly<Record<string, string>>;
  readonly success?: false;
  readonly message: unknown;
}

const MARKUP = '<img src="x" onerror="document.title=1"><script>document.title=2</script><b>bold</b>';

/** Calls by the names of their operations. */
const ANSWERS: Readonly<Record<string, Answered>> = {
  echo: {
    fields: { code: 'echo', str1: 'Grüße 👋', str2: `two\n${MARKUP}`, int_value: '-2147483648' },
    message: { code: 'echo', str1: 'Grüße 👋', str2: `two\n${MARKUP}`, int_value: -2147483648 },
  },
  build: {
    fields: { code: 'build', str1: 'GET /orgs/{org}', str2: '{"org": "github", "headers": {"user-agent": "me"}}' },
    message: {
      method: 'get',
      url: 'https://api.github.com/orgs/github',
      headers: { accept: 'application/vnd.github.v3+json', 'user-agent': 'me' },
    },
  },
  'an unknown code': {
    fields: { code: 'ecko' },
    success: false,
    message: expect.stringMatching(/ecko.*echo.*build.*expand.*operations/s),
  },
};

test('each operation answers, in text that is no markup', async ({ page, playground, bridgeKind }) => {
  const { response } = playground;
  const title = await page.title();
  for (const [name, { fields, success = true, message }] of Object.entries(ANSWERS)) {
    await test.step(name, async () => {
      await playground.reset();
      await playground.answered(fields);
      await expect(response.getByText(`success: ${success}`)).toBeVisible();
      await expect(response.getByText('0 OK')).toBeVisible();
      const text = (await playground.message.textContent()) ?? '';
      expect(/^[[{]/.test(text) ? JSON.parse(text) : text).toEqual(message);
      await expect(playground.message.locator('img, script, b')).toHaveCount(0);
      await expect(response.getByRole('region', { name: 'Response headers' })).toContainText('content-type');
      await expect(response.getByRole('region', { name: 'Response trailers' })).toBeVisible();
    });
  }
  expect(await page.title()).toBe(title);
  await test.step('and it is shown where the time went', async () => {
    const timing = response.getByRole('region', { name: 'Timing' });
    const part = (name: string) => timing.locator('dl > div').filter({ hasText: name });
    await expect(part('Browser and network')).toContainText(/\d ms/);
    await expect(part('Server').last()).toContainText(/\d ms/);
    await expect(part('Envoy').first()).toContainText(bridgeKind === 'envoy' ? /\d ms/ : 'not known');
  });
});

test('labels the fields as the server lists its operations, on first use', async ({ page, stack, playground }) => {
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

test('the call opens with the request of the page, and the server builds the same', async ({ playground }) => {
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

test('the call follows the request of the page until one of its arguments is edited', async ({ page, playground }) => {
  const follows = page.getByLabel('Follow the request in Build');
  const [code, argument] = [playground.field('code'), playground.field('str1')];
  const enterRoute = async (route: string) => {
    await playground.show('Build');
    await playground.field('Route').fill(route);
    await playground.show('Call');
  };
  await expect(follows).toBeChecked();
  await enterRoute('GET /a/{b}');
  await expect(argument).toHaveValue('GET /a/{b}');
  await expect(code).toHaveAccessibleDescription(/The request in Build has a problem/);
  await expect(playground.button('Send')).toBeDisabled();
  await playground.enterCode('echo');
  await expect(playground.button('Send')).toBeEnabled();
  await expect(follows).not.toBeChecked();
  await enterRoute('GET /two');
  await expect(argument).toHaveValue('GET /a/{b}');
  await follows.check();
  await expect(code).toHaveValue('build');
  await expect(argument).toHaveValue('GET /two');
  await page.keyboard.press('Control+z');
  await expect(code).toHaveValue('echo');
  await expect(argument).toHaveValue('GET /a/{b}');
  await argument.fill('GET /four');
  await expect.poll(() => page.url()).toContain('call.str1=GET+/four');
  await page.reload();
  await expect(follows).not.toBeChecked();
  await expect(argument).toHaveValue('GET /four');
});
