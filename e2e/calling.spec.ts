import { startSilentBridge } from './silent-bridge.js';
import { Playground, type Entry } from './playground.js';
import { expect, test } from './stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
});

const ANSWERS: readonly (readonly [
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
    'echo with nothing given',
    { code: 'echo', str1: '', str2: '', int_value: '' },
    true,
    { code: 'echo', str1: '', str2: '', int_value: 0 },
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
  ['expand', { code: 'expand', str1: '/a{/b}{?c*}', str2: '{"b": "x y", "c": {"d": 1}}' }, true, '/a/x%20y?d=1'],
  [
    'operations',
    { code: 'operations', str1: '', int_value: '2' },
    true,
    expect.arrayContaining([expect.objectContaining({ name: 'echo' }), expect.objectContaining({ name: 'build' })]),
  ],
  ['an unknown code', { code: 'ecko' }, false, expect.stringMatching(/ecko.*echo.*build.*expand.*operations/s)],
  ['bad JSON', { code: 'build', str1: 'GET /a', str2: '{"a":' }, false, expect.stringMatching(/JSON/)],
  [
    'a route that can not be built',
    { code: 'build', str1: 'GET /a/{b}', str2: '' },
    false,
    expect.stringMatching(/^b: is missing|"b"/),
  ],
  ['a malformed template', { code: 'expand', str1: '{a', str2: '' }, false, expect.stringMatching(/position/)],
];

for (const [name, fields, success, message] of ANSWERS) {
  test(`answers ${name}`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.call(fields);
    await expect(playground.response.getByText(`success: ${success}`)).toBeVisible();
    await expect(playground.response.getByText('0 OK')).toBeVisible();
    const text = (await playground.message.textContent()) ?? '';
    expect(/^[[{]/.test(text) ? JSON.parse(text) : text).toEqual(message);
    await expect(playground.response.getByRole('list', { name: 'Timing' })).toContainText(/ms total/);
    await expect(playground.response.getByRole('region', { name: 'Response headers' })).toContainText('content-type');
    await expect(playground.response.getByRole('region', { name: 'Response trailers' })).toBeVisible();
  });
}

test('fetches the gRPC client with the first call, not before', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.reload();
  const before = scripts.length;
  await new Playground(page).call({ code: 'echo' });
  await expect(page.getByText('0 OK')).toBeVisible();
  expect(before).toBe(1);
  expect(scripts.length).toBeGreaterThan(before);
});

test('sends by keyboard', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('str1').fill('by keyboard');
  await playground.field('str1').press('Control+Enter');
  await expect(playground.message).toContainText('by keyboard');
  await playground.field('str2').fill('once more');
  await playground.field('str2').press('Meta+Enter');
  await expect(playground.message).toContainText('once more');
  await playground.field('code').fill('operations');
  await playground.field('code').press('Enter');
  await expect(playground.message).toContainText('description');
});

const REFUSED: readonly (readonly [label: string, value: string, says: RegExp])[] = [
  ['Bridge address', 'localhost:8080', /http:/],
  ['int_value', '2147483648', /2147483647/],
  ['int_value', '1e3', /whole number/],
  ['Deadline in ms', '-1', /greater than 0/],
];

for (const [label, value, says] of REFUSED) {
  test(`refuses ${value} for ${label} before sending`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.field(label).fill(value);
    await expect(playground.field(label)).toHaveAccessibleDescription(says);
    await expect(playground.button('Send')).toBeDisabled();
  });
}

test('sends metadata', async ({ page }) => {
  const playground = new Playground(page);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('authorization');
  await playground.field('Value of metadata 1').fill('Bearer t0ken');
  const request = page.waitForRequest((sent) => sent.method() === 'POST');
  await playground.button('Send').click();
  expect((await request).headers()['authorization']).toBe('Bearer t0ken');
  await expect(playground.response.getByText('0 OK')).toBeVisible();
});

test('says which metadata can not be sent', async ({ page }) => {
  const playground = new Playground(page);
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('bad name');
  await playground.button('Send').click();
  await expect(playground.response.getByText('3 INVALID_ARGUMENT')).toBeVisible();
  await expect(playground.response).toContainText('"bad name"');
});

test('gives up at the deadline', async ({ page }) => {
  const silent = await startSilentBridge();
  try {
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': silent.url, 'Deadline in ms': '700' });
    await expect(playground.response.getByText('4 DEADLINE_EXCEEDED')).toBeVisible();
    await expect(playground.response).toContainText('700 ms');
    expect(silent.calls[0]?.headers['grpc-timeout']).toBe('700m');
    await expect.poll(() => silent.calls[0]?.aborted).toBe(true);
  } finally {
    await silent.stop();
  }
});

test('a deadline that no server can meet', async ({ page }) => {
  const playground = new Playground(page);
  await playground.call({ 'Deadline in ms': '1' });
  await expect(playground.response.getByText('4 DEADLINE_EXCEEDED')).toBeVisible();
});

test('cancels, the time running until then', async ({ page }) => {
  const silent = await startSilentBridge();
  try {
    const playground = new Playground(page);
    await playground.call({ 'Bridge address': silent.url });
    await expect(page.getByText(/^0\.[2-9] s$/)).toBeVisible();
    // A call that is cancelled before it was sent has nothing to abort.
    await expect.poll(() => silent.calls.length).toBe(1);
    await playground.button('Cancel').click();
    await expect(playground.response.getByText('1 CANCELLED')).toBeVisible();
    await expect(playground.button('Cancel')).toHaveCount(0);
    await expect.poll(() => silent.calls[0]?.aborted).toBe(true);
  } finally {
    await silent.stop();
  }
});

const SAME: readonly (readonly [name: string, entry: Entry])[] = [
  [
    'a GET with everything',
    {
      route: 'GET /repos/{owner}{?labels*}',
      variables: { owner: 'ö', labels: ['a', 'b'] },
      parameters: [{ name: 'page', value: '2' }],
      previews: 'mercy',
    },
  ],
  [
    'a POST with a body',
    { route: 'POST /a', parameters: [{ name: 'b', value: '{"c": [null, 1.5, "é"]}', type: 'JSON' }] },
  ],
  [
    'parameters by place',
    { route: 'PUT /a/{url}', variables: { url: 'x' }, parameters: [{ name: 'url', value: 'y', place: 'body' }] },
  ],
  [
    'defaults',
    {
      route: 'GET /orgs/{org}',
      defaults: '{"org": "github", "headers": {"x-a": "1"}, "mediaType": {"previews": ["x"]}}',
    },
  ],
  ['another API', { route: '/pets', vendor: 'acme', baseUrl: 'https://pets.example/v2' }],
  ['a route that both refuse', { route: 'GET /a/{b}' }],
];

for (const [name, entry] of SAME) {
  test(`builds the same on the server: ${name}`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.enter(entry);
    await playground.button('Build this route on the server too').click();
    const region = page.getByRole('region', { name: 'On the server' });
    await expect(region.getByText(/^Identical:/)).toBeVisible();
    await playground.field('Route').fill('GET /something/else');
    await expect(region.getByText('an earlier version of the route')).toBeVisible();
  });
}

test('shows precisely where the server built something else', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', vendor: 'acme', format: 'raw' });
  await playground.button('Build this route on the server too').click();
  const region = page.getByRole('region', { name: 'On the server' });
  await expect(region.getByText(/^Different:/)).toBeVisible();
  await expect(region.getByRole('row', { name: 'headers › accept' })).toContainText('application/vnd.acme.v3.raw');
  await expect(region.getByRole('rowheader')).toHaveCount(1);
  await expect(region.getByText('has the vendor “github”')).toBeVisible();
});

test('asks no server while a field can not be read', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Defaults').fill('{');
  await expect(playground.button('Build this route on the server too')).toBeDisabled();
});
