import { snippetTargets } from 'endpoint.js/snippets';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

const API = 'https://api.github.com';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
});

test('shows headers, stages and fixes', async ({ page }) => {
  const playground = new Playground(page);
  await test.step('lists the default headers that are not sent', async () => {
    await playground.enter({ route: 'GET /a', headers: [['user-agent', '']] });
    await expect(page.getByRole('list', { name: 'Headers that are not sent' })).toContainText('user-agent');
  });
  await playground.reset();
  await test.step('shows the stages before and after', async () => {
    await playground.field('Route').fill('GET /a/{b}{?c}');
    await playground.field('Value of b').fill('x y');
    await playground.tab('Why').click();
    await expect(page.locator('.step-name')).toHaveText([
      '1. route', '2. merge', '3. template', '4. expand', '5. rest', '6. headers', '7. result',
    ]); // prettier-ignore
    await expect(page.getByRole('region', { name: 'After expand' })).toContainText('"reference": "/a/x%20y"');
    await page.getByText('1. route').click();
    await expect(page.getByRole('region', { name: 'Before route' })).toContainText('GET /a/{b}{?c}');
    await expect(page.getByRole('region', { name: 'After route' })).toContainText('"url": "/a/{b}{?c}"');
    await playground.field('Value of b').fill('');
    await expect(page.locator('.step[data-state=failed] .step-name')).toHaveText('4. expand');
    await expect(page.locator('.step[data-state=skipped]')).toHaveCount(3);
  });
  await playground.reset();
  await test.step('fixes a problem with one key', async () => {
    await playground.enter({ route: 'GET /users/{username}', parameters: [{ name: 'usernam', value: 'mona' }] });
    await playground.tab(/Why/).click();
    await expect(playground.tab('Why 1')).toBeVisible();
    await expect(page.locator('.problems-fix')).toContainText('Rename "usernam" to "username"');
    await playground.field('Value of parameter 1').press('Control+.');
    await expect(playground.field('Value of username')).toHaveValue('mona');
    await expect(playground.line).toContainText(`GET${API}/users/mona`);
    await expect(playground.field('Name of parameter 1')).toHaveCount(0);
    await playground.field('Route').press('Control+Z');
    await expect(playground.field('Name of parameter 1')).toHaveValue('usernam');
  });
  await playground.reset();
  await test.step('fixes a problem with its button, in the route', async () => {
    await playground.field('Route').fill('GET /a{!x}');
    await playground.line.getByRole('button', { name: /^Write/ }).click();
    await expect(playground.field('Route')).toHaveValue('GET /a{x}');
  });
});

test('shows a snippet for each target, and fetches their code when they are first opened', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const playground = new Playground(page);
  await playground.enter({ route: 'PATCH /a', parameters: [{ name: 'b', value: `c"</script>'` }] });
  expect(scripts.filter((url) => /snippet/i.test(url))).toEqual([]);
  await playground.tab('Code').click();
  const shown: string[] = [];
  for (const { label: name } of snippetTargets) {
    await playground.field('Language').selectOption({ label: name });
    shown.push((await page.getByRole('region', { name: `Snippet: ${name}` }).textContent()) ?? '');
  }
  expect(new Set(shown).size).toBe(snippetTargets.length);
  expect(shown.filter((text) => text.includes("endpoint('PATCH /a'"))).toHaveLength(2);
});

test('a snippet has colours once their code has loaded, and is whole without', async ({ page }) => {
  const playground = new Playground(page);
  const text = "import { endpoint } from 'endpoint.js';";
  const snippet = page.getByRole('region', { name: /^Snippet: / });
  await page.route('**/highlight-code-*.js', (route) => route.abort());
  await playground.tab('Code').click();
  await expect(snippet).toContainText(text);
  await page.unroute('**/highlight-code-*.js');
  await page.reload();
  await playground.tab('Code').click();
  await expect(snippet).toContainText(text);
  await expect(snippet.locator('.token-string').first()).toHaveText("'endpoint.js'");
});

test('masks secrets in the shown text, not in the copied snippet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', headers: [['authorization', 'Bearer abcdef0123']] });
  const outputs = await playground.outputs();
  expect(outputs).toEqual(expect.arrayContaining(['Request', 'Code', 'Why']));
  for (const tab of outputs) {
    await playground.output(tab).click();
    await expect(page.getByText('Fetching')).toHaveCount(0);
    for (const step of await page.locator('details.step').all())
      await step.evaluate((element) => element.setAttribute('open', ''));
    expect(await page.locator('.result').textContent()).not.toContain('abcdef0123');
  }
  await playground.tab('Code').click();
  await playground.button('Copy snippet').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Bearer abcdef0123');
  await playground.button('Show secrets').click();
  await expect(page.getByRole('region', { name: /^Snippet: / })).toContainText('Bearer abcdef0123');
});
