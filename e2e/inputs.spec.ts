import { expect, test } from './support/stack.js';

const API = 'https://api.github.com';

test('defaults cascade, and can be switched off and on', async ({ playground }) => {
  await playground.enter({ route: 'GET /a{?x,y,z}', variables: { z: '3' } });
  await playground.addDefaults(1, '{"x": 1, "y": 1, "z": 1}');
  await playground.addDefaults(2, '{"y": 2, "z": 2}');
  const url = playground.line.locator('code.url');
  await expect(url).toHaveText(`${API}/a?x=1&y=2&z=3`);
  await playground.field('Use defaults 2').uncheck();
  await expect(url).toHaveText(`${API}/a?x=1&y=1&z=3`);
  await playground.field('Use defaults 2').check();
  await playground.field('Name of defaults 2').fill('tenant');
  await playground.field('Value of y').focus();
  await expect(playground.why).toContainText('tenant');
  await playground.button('Remove defaults 1').click();
  await expect(url).toHaveText(`${API}/a?y=2&z=3`);
});

test('masks secrets', async ({ page, playground }) => {
  await playground.enter({ route: 'GET /a', headers: [['Authorization', 'Bearer abcdef0123']] });
  await expect(playground.field('Value of header 1')).toHaveAttribute('type', 'password');
  await expect(playground.options).toContainText('"Bearer ***"');
  await playground.button('Show value of header 1').click();
  await expect(playground.field('Value of header 1')).toHaveAttribute('type', 'text');
  await page.getByRole('radio', { name: 'JSON' }).check();
  await expect(page.locator('.json-mirror')).toContainText('"Authorization": "•••');
  expect(await page.locator('.json-mirror').textContent()).not.toContain('abcdef0123');
});

test('as JSON, shows the form, writes edits to it, and reports the place of a mistake', async ({
  page,
  playground,
}) => {
  await page.getByRole('radio', { name: 'JSON' }).check();
  const editor = playground.field('Route and options as JSON');
  await expect(editor).toHaveValue(/"labels": "help wanted"/);
  await editor.fill(
    `{ route: 'POST /a/{b}', options: { b: 'x', c: [1], '@in': { body: { url: 'u' } }, headers: { 'x-h': '1' } },
       defaults: [{ name: 'first', options: { d: true } }] }`,
  );
  await expect(playground.line).toContainText(`POST${API}/a/x`);
  await expect(playground.field('Route')).toHaveValue('POST /a/{b}');
  expect(await playground.shownOptions()).toMatchObject({
    body: { c: [1], url: 'u', d: true },
    headers: { 'x-h': '1' },
  });
  await page.getByRole('radio', { name: 'Fields' }).check();
  await expect(playground.field('Value of b')).toHaveValue('x');
  await expect(playground.field('Place of parameter 2')).toHaveValue('body');
  await playground.openSettings('Defaults');
  await expect(playground.field('Name of defaults 1')).toHaveValue('first');
  await page.getByRole('radio', { name: 'JSON' }).check();
  await playground.field('Route').fill('GET /zen');
  await expect(editor).toHaveValue(/"route": "GET \/zen"/);
  const text = '{\n  "route": "GET /a",\n  "options": {"b": tru}\n}';
  await editor.fill(text);
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(editor).toHaveAccessibleDescription(/Line 3, column 20 of the JSON: A value should be here/);
  await expect(page.locator('.json-mirror .wrong')).toHaveText('t');
  await playground.button('Go there').click();
  await expect(editor).toBeFocused();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('t');
  // Invalid text is kept as it was typed.
  await expect(editor).toHaveValue(text);
});
