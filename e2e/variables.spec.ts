import { accessibilityProblems, sideways, smallTargets } from '../dev/testing/page-problems.js';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.url);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.goto(stack.url);
  await expect(new Playground(page).line).toContainText('Built');
});

test('a name without a value offers its place, and the value builds the request', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET {{host}}/users/{{id}}{?page}');
  await expect(page.locator('.route').getByText('“{{host}}” has no value.')).toBeVisible();
  await expect(page.getByText('This request needs values for')).toContainText('{{host}}, {{id}}');
  await page.getByRole('button', { name: 'Enter them' }).click();
  await expect(playground.field('Value of variable 1')).toBeFocused();
  await page.keyboard.type('https://api.example');
  await playground.field('Value of variable 2').fill('7');
  await page.keyboard.press('Escape');
  await expect(playground.line).toContainText('https://api.example/users/7');
  await expect(page.getByText('This request needs')).toHaveCount(0);
});

test('the route is highlighted as it was typed', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /{{a}}/{b}/{c');
  await page.getByRole('button', { name: 'Enter it' }).click();
  await playground.field('Value of variable 1').fill('a rather long value');
  await page.keyboard.press('Escape');
  await expect(page.locator('.route-token')).toHaveText(['GET', ' ', '/', '{{a}}', '/', '{', 'b', '}', '/', '{', 'c']);
  await expect(page.locator('.route-problem')).toHaveText(['{']);
  await playground.field('Route').fill('GET /{{a}}/{b}');
  await playground.field('Value of b').fill('1');
  await playground.field('Route').press('Home');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await expect(playground.why).toContainText('Typed as /{{a}}/.');
  expect(await playground.highlightedTexts('.url')).toEqual(['/a%20rather%20long%20value/']);
});

test('another environment builds another request; links have the names alone', async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', headers: [['x-key', '{{key}}']], baseUrl: 'https://{{host}}' });
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add environment' }).click();
  await playground.field('Name of variable 1').fill('host');
  await playground.field('Value of variable 1').fill('staging.example');
  await playground.button('Add variable').click();
  await playground.field('Name of variable 2').fill('key');
  await playground.field('Value of variable 2').fill('S3cr3tK3y');
  await page.getByLabel('Secret variable 2').check();
  await expect(playground.field('Value of variable 2')).toHaveAttribute('type', 'password');
  await playground.button('Duplicate').click();
  await playground.field('Name').fill('production');
  await playground.field('Value of variable 1').fill('production.example');
  expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Variables' })).toBeFocused();
  await expect(playground.line).toContainText('https://production.example/a');
  await page.getByLabel('Environment', { exact: true }).selectOption('staging');
  await expect(playground.line).toContainText('https://staging.example/a');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('baseUrl=https://{{host}}');
  expect(page.url()).not.toMatch(/S3cr3t|staging/);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('S3cr3t');
  await page.reload();
  await expect(playground.line).toContainText('https://staging.example/a');
  const receiver = await (await browser.newContext()).newPage();
  await receiver.goto(page.url());
  await expect(receiver.getByText('This request needs values for')).toContainText('{{host}}, {{key}}');
  await receiver.context().close();
});

test('a change in one tab appears in the other, and neither overwrites the other’s', async ({
  page,
  context,
  stack,
}) => {
  const other = await context.newPage();
  await other.goto(stack.url);
  await expect(new Playground(other).line).toContainText('Built');
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add environment' }).click();
  await other.getByLabel('Environment', { exact: true }).selectOption('staging');
  await other.getByRole('button', { name: 'Variables' }).click();
  await other.getByRole('button', { name: 'Add environment' }).click();
  await expect(page.getByLabel('Chosen environment').getByRole('option')).toHaveText([
    'No environment',
    'staging',
    'production',
  ]);
  await other.close();
});

test('a shown secret doesn’t show another one', async ({ page }) => {
  const playground = new Playground(page);
  const value = (ordinal: number) => playground.field(`Value of variable ${ordinal}`);
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add environment' }).click();
  for (const [index, name] of ['first', 'second'].entries()) {
    if (index > 0) await playground.button('Add variable').click();
    await playground.field(`Name of variable ${index + 1}`).fill(name);
    await value(index + 1).fill(`${name}-s3cret`);
    await page.getByLabel(`Secret variable ${index + 1}`).check();
  }
  await playground.button('Duplicate').click();
  await value(1).fill('third-s3cret');
  await playground.button('Show value of variable 1').click();
  await expect(value(1)).toHaveAttribute('type', 'text');
  await page.getByLabel('Chosen environment').selectOption('staging');
  await expect(value(1)).toHaveValue('first-s3cret');
  await expect(value(1)).toHaveAttribute('type', 'password');
  await playground.button('Show value of variable 1').click();
  // It stays shown while it is edited.
  await value(1).fill('edited-s3cret');
  await expect(value(1)).toHaveAttribute('type', 'text');
  await playground.button('Remove variable 1').click();
  await expect(value(1)).toHaveValue('second-s3cret');
  await expect(value(1)).toHaveAttribute('type', 'password');
});

test('a second set of missing values gets another name', async ({ page }) => {
  const playground = new Playground(page);
  for (const [name, value] of [
    ['a', '1'],
    ['b', '2'],
  ] as const) {
    await playground.field('Route').fill(`GET /{{${name}}}`);
    await page.getByRole('button', { name: 'Enter it' }).click();
    await playground.field('Value of variable 1').fill(value);
    await page.keyboard.press('Escape');
    await expect(playground.line).toContainText(`/${value}`);
    await page.getByLabel('Environment', { exact: true }).selectOption('No environment');
  }
  await expect(page.getByLabel('Environment', { exact: true }).getByRole('option')).toHaveText([
    'No environment',
    'my values',
    'my values 2',
  ]);
});

test('the address of the bridge takes values wherever the page calls it', async ({ page }) => {
  const playground = new Playground(page);
  await playground.show('Call');
  const address = await playground.field('Bridge address').inputValue();
  await playground.field('Bridge address').fill(' {{bridge}} ');
  await playground.show('Build');
  await playground.output('Server').click();
  await expect(page.getByText('Bridge address: “{{bridge}}” has no value. Enter one in an environment.')).toBeVisible();
  await expect(playground.button('Compare with the server')).toBeDisabled();
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add environment' }).click();
  await playground.field('Name of variable 1').fill('bridge');
  await playground.field('Value of variable 1').fill(address);
  await page.keyboard.press('Escape');
  await playground.button('Compare with the server').click();
  await expect(page.getByText(/^Identical:/)).toBeVisible();
  await playground.field('Send').selectOption('server');
  await playground.button('Send request').click();
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText(/send is off|does not reach/);
});

test('the caller’s fields take values too', async ({ page }) => {
  const playground = new Playground(page);
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Add environment' }).click();
  await playground.field('Name of variable 1').fill('text');
  await playground.field('Value of variable 1').fill('to the server');
  await page.keyboard.press('Escape');
  await playground.show('Call');
  await playground.field('str1').fill('{{other}}');
  await expect(page.getByText('“{{other}}” has no value.')).toBeVisible();
  await playground.answered({ code: 'echo', str1: 'sent {{text}}' });
  await expect(playground.message).toContainText('sent to the server');
});

test('a secret that a link left out is shown as such', async ({ page, stack }) => {
  await page.goto('about:blank');
  await page.goto(`${stack.url}#route=GET+/a&headers:=[{'name':'authorization','removed':true,'value':''}]`);
  const value = new Playground(page).field('Value of header 1');
  await expect(value).toHaveAttribute('placeholder', /secret was left out/);
  await value.fill('Bearer mine');
  await value.fill('');
  await expect(value).toHaveAttribute('placeholder', /default is dropped/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the environments fit and can be touched', async ({ page }) => {
    const playground = new Playground(page);
    await playground.field('Route').fill('GET /{{a}}/{{b}}');
    await page.getByRole('button', { name: 'Enter them' }).click();
    await expect(playground.field('Value of variable 1')).toBeVisible();
    expect(await sideways(page)).toEqual([]);
    expect((await smallTargets(page)).filter((target) => target.includes('dialog'))).toEqual([]);
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
  });
});
