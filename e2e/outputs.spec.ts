import { readFile } from 'node:fs/promises';
import { snippetTargets } from 'endpoint.js/snippets';
import { expect, test } from './support/stack.js';

const API = 'https://api.github.com';

test('shows headers, stages and fixes', async ({ page, playground }) => {
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

test('a snippet has the language that is chosen, and is downloaded under the name that it expects', async ({
  page,
  playground,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const snippet = page.getByRole('region', { name: /^Snippet: / });
  const language = playground.field('Language');
  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), playground.button(name).click()]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  await playground.enter({ route: 'PATCH /a', parameters: [{ name: 'b', value: `c"</script>'` }] });
  expect(scripts.filter((url) => /snippet/i.test(url))).toEqual([]);
  await playground.tab('Code').click();
  // And HAR.
  await expect(language.getByRole('option')).toHaveCount(snippetTargets.length + 1);
  const names = { 'endpoint.js': 'request.mjs', java: 'Main.java', typescript: 'request.ts' };
  for (const [target, name] of Object.entries(names)) {
    await language.selectOption(target);
    expect(await download('Download')).toEqual({ name, text: await snippet.textContent() });
  }
  await page.reload();
  await playground.tab('Code').click();
  await expect(language).toHaveValue('typescript');
  await expect(snippet).toContainText('export interface');
  await test.step('a downloaded file has no secret', async () => {
    await playground.enter({ route: 'GET /octokit', headers: [['authorization', 'Bearer S3cr3tInAHeader']] });
    await language.selectOption('har');
    const { name, text } = await download('Download without secrets');
    expect(name).toBe('request.har');
    expect(text).toContain('octokit');
    expect(text).not.toContain('S3cr3t');
  });
});

test('a snippet has colours once their code has loaded, and is whole without', async ({ page, playground }) => {
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
