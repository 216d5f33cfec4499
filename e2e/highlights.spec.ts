import { findForeign } from './support/screen.js';
import { expect, test } from './support/stack.js';

const API = 'https://api.github.com';

test('a half-typed route shows no earlier request', async ({ page, playground }) => {
  await playground.field('Route').fill('GET /repos/{owner}/{repo');
  await expect(playground.line.locator('code.url')).toHaveText(`${API}/repos/nodejs/{repo`);
  await expect(page.getByText('Not complete')).toBeVisible();
  await expect(playground.options).toContainText(`"url": "${API}/repos/nodejs/{repo"`);
  await playground.line.getByText('nodejs').hover();
  expect(await playground.highlightedTexts('.url')).toEqual(['nodejs']);
  expect(await playground.highlightedTexts('.result')).toEqual(['nodejs']);
  expect(await findForeign(page)).toEqual([]);
  await playground.field('Route').fill('GET /repos/{owner}/{repo}');
  await expect(page.getByText('Not complete')).toHaveCount(0);
});

test('a long list of variables is folded in the explanation and in the form', async ({ playground }) => {
  const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
  await playground.field('Route').fill(`GET /a{?${names.join()}}`);
  await playground.field('Route').press('ControlOrMeta+Home');
  // To the operator of the expression.
  for (const _ of 'GET /a{?') await playground.field('Route').press('ArrowRight');
  await playground.button('and 196 more').click();
  await expect(playground.why).toContainText('p199');
  await expect(playground.field('Value of p59')).toBeVisible();
  await expect(playground.field('Value of p60')).toHaveCount(0);
  await playground.button('Show 60 of 140 more parameters').click();
  await playground.button('Show 60 of 80 more parameters').click();
  await expect(playground.field('Value of p150')).toBeVisible();
  await playground.button('Show 20 of 20 more parameters').click();
  await expect(playground.field('Value of p199')).toBeVisible();
});

/** A JSON text of about this many bytes. */
const createJson = (bytes: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 40 }, (_, index) => [`key${index}`, 'x'.repeat(26)])));

test('a large value is folded, edited and copied whole', async ({ page, playground }) => {
  const json = createJson(100_000);
  await playground.enter({ route: 'POST /a', parameters: [{ name: 'big', value: '', type: 'JSON' }] });
  await playground.writeClipboard(json);
  await playground.field('Value of parameter 1').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(playground.button('Edit value of parameter 1')).toBeFocused();
  await expect(playground.options).toContainText('2,500 members');
  await page.getByRole('button', { name: /^Show big/ }).click();
  await expect(page.getByRole('region', { name: 'Value of big' })).toContainText('key100');
  await playground.button('Copy Request options').click();
  const copied = JSON.parse(await playground.readClipboard()) as { body: { big: unknown } };
  expect(copied.body.big).toEqual(JSON.parse(json));
  await playground.button('Edit value of parameter 1').click();
  await expect(playground.field('Value of parameter 1')).toBeFocused();
  await playground.field('Value of parameter 1').blur();
  await page.getByRole('radio', { name: 'JSON' }).check();
  await playground.button('Edit as text').click();
  await page.getByLabel('Route and options as JSON').fill('{"route": "GET /small"}');
  await playground.button('Apply').click();
  await expect(playground.field('Route')).toHaveValue('GET /small');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(playground.field('Route')).toHaveValue('POST /a');
});
