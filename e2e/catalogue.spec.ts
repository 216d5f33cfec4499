import type { Page } from '@playwright/test';
import { PETS } from './support/documents.js';
import { paste, Playground, REQUEST } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  // Keys pressed before it exists would be lost.
  await expect(new Playground(page).line).toContainText('Built');
});

test('fetches the catalogue when it is first opened', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload({ waitUntil: 'networkidle' });
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toEqual([]);
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toHaveLength(1);
  await expect(page.getByText(/^1,[12]\d\d routes; the first 80 are listed$/)).toBeVisible();
});

test('a chosen route adds its parameters and their descriptions; one undo removes them', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /before');
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list repository issues');
  await page.keyboard.press('Enter');
  await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/issues');
  // A value that was typed under the name stays.
  await expect(playground.field('Value of owner')).toHaveValue('nodejs');
  await expect(playground.field('Name of parameter 1')).toHaveValue('milestone');
  await expect(page.getByText('Indicates the state of the issues to return.').locator('visible=true')).toBeVisible();
  // All required values are there.
  await expect(page.getByRole('button', { name: 'Catalogue' })).toBeFocused();
  await page.getByText('List repository issues').click();
  await expect(page.getByRole('definition').filter({ hasText: '"open" | "closed" | "all"' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).toHaveValue('GET /before');
  await expect(page.getByText('List repository issues')).toHaveCount(0);
});

test('offers the route of a url, and fills it; one undo brings the url back', async ({ page }) => {
  const playground = new Playground(page);
  const url = 'GET /repos/octokit/rest.js/issues?page=2&state=open';
  const offer = page.getByText('This url is GET /repos/{owner}/{repo}/issues of the catalogue');
  await playground.field('Route').fill(url);
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Use the route' }).click();
  await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/issues');
  await expect(playground.field('Value of owner')).toHaveValue('octokit');
  await expect(playground.field('Value of repo')).toHaveValue('rest.js');
  await expect(playground.field('Name of parameter 1')).toHaveValue('page');
  await expect(playground.field('Value of parameter 1')).toHaveValue('2');
  await expect(page.locator(REQUEST.url)).toHaveText(
    'https://api.github.com/repos/octokit/rest.js/issues?page=2&state=open',
  );
  await expect(page.getByText('List repository issues').first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).toHaveValue(url);
  await playground.field('Route').fill('GET /nothing/of/this');
  await expect(offer).toHaveCount(0);
});

test('keeps a chosen route’s descriptions across reloads', async ({ page }) => {
  const fetched: string[] = [];
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list repository issues');
  await page.keyboard.press('Enter');
  const about = page.getByRole('tabpanel', { name: 'Build a request' }).getByText('List repository issues');
  await expect(about).toBeVisible();
  await expect.poll(() => page.url()).toContain('#');
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload();
  await expect(about).toBeVisible();
  await expect(page.getByText('Indicates the state of the issues to return.').locator('visible=true')).toBeVisible();
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toEqual([]);
});

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

/** Opens the catalogue, and loads a document from a file. */
async function loadPets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page.getByLabel('OpenAPI file').setInputFiles(file('pets.yaml', PETS));
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
}

async function choosePet(page: Page): Promise<void> {
  await page.getByRole('listbox').getByRole('option', { name: 'Change a pet' }).click();
  await expect(new Playground(page).field('Route')).toHaveValue('PUT /pets/{id}');
}

test('loads an OpenAPI document from a file; mistakes have a position; nothing leaves the page', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin) && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  await page.getByRole('button', { name: 'Catalogue' }).click();
  const input = page.getByLabel('OpenAPI file');
  await input.setInputFiles(file('broken.yaml', 'openapi: 3.0.0\na: ['));
  await expect(page.getByRole('alert')).toContainText("broken.yaml, line 2, column 5: isn't valid JSON or YAML");
  await input.setInputFiles(file('pets.yaml', PETS));
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('1 route', { exact: true })).toBeVisible();
  expect(foreign).toEqual([]);
  // It stays on the device until it is removed.
  await page.reload();
  await expect(new Playground(page).line).toContainText('Built');
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByText('pets.yaml, 2 kB, added')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'GitHub REST API' })).toBeVisible();
  await expect(page.getByLabel('Document', { exact: true })).toHaveCount(0);
});

test('a chosen route has its required values, choices and examples', async ({ page }) => {
  const playground = new Playground(page);
  await loadPets(page);
  await choosePet(page);
  await expect(playground.field('Value of id')).toBeFocused();
  await page.keyboard.type('7');
  await expect(playground.line).toContainText('https://eu.pets.example/v1/pets/7');
  await playground.openSettings('API');
  await expect(playground.field('Base URL')).toHaveValue('https://eu.pets.example/v1');
  // Two members of the body and a header.
  await expect(playground.line).toContainText('Built, 3 warnings');
  await expect(playground.tab(/^Why/)).toHaveText('Why 3');
  await expect(page.getByText('name: required in the body by the API’s description; enter a value.')).toBeVisible();
  await page.getByRole('button', { name: 'Use the example of name' }).click();
  await playground.field('Value of parameter 3').selectOption('dog');
  await playground.openSettings('Headers');
  await page.getByRole('button', { name: 'Use the example of X-Reason' }).click();
  await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
  await playground.field('Value of parameter 1').selectOption('true');
  expect(await playground.shownOptions()).toMatchObject({
    url: 'https://eu.pets.example/v1/pets/7?dry=true',
    headers: { 'x-reason': 'because' },
    body: { name: 'Rex', kind: 'dog' },
  });
});

test('a choice can be any other value, by the keyboard', async ({ page }) => {
  const playground = new Playground(page);
  await loadPets(page);
  await choosePet(page);
  await playground.field('Value of parameter 3').selectOption('other value …');
  await expect(playground.field('Value of parameter 3')).toBeFocused();
  await page.keyboard.type('cats');
  await page.keyboard.press('Backspace');
  // It is a choice now, and the field stays while it has the focus.
  await expect(playground.field('Value of parameter 3')).toBeFocused();
  await expect(playground.field('Value of parameter 3')).toHaveValue('cat');
  await page.keyboard.press('Tab');
  await expect(playground.field('Value of parameter 3').getByRole('option', { name: 'dog' })).toBeAttached();
});

test('the description has links, credentials and servers, and fills the body', async ({ page }) => {
  const playground = new Playground(page);
  await loadPets(page);
  await choosePet(page);
  await playground.field('Value of id').fill('7');
  await page.getByText('Change a pet').click();
  const link = page.getByRole('link', { name: 'more' });
  await expect(link).toHaveAttribute('href', 'https://h/a_(b)');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'The API’s own documentation' })).toHaveAttribute('href', 'https://docs.pets.example'); // prettier-ignore
  await expect(page.getByText('Needs a bearer token.')).toBeVisible();
  await playground.field('region').selectOption('us');
  await expect(playground.line).toContainText('https://us.pets.example/v1/pets/7');
  await playground.field('Server').selectOption({ label: 'https://test.pets.example (For tests)' });
  await expect(playground.line).toContainText('https://test.pets.example/pets/7');
  await playground.button('Fill required members').click();
  await expect.poll(() => playground.shownOptions()).toMatchObject({ body: { name: 'Rex', kind: 'cat' } });
  await playground.field('Value of parameter 2').fill('Mona');
  await playground.button('Fill all members').click();
  await expect
    .poll(() => playground.shownOptions())
    .toMatchObject({
      body: { name: 'Mona', kind: 'cat', url: 'text', tags: ['small'] },
    });
});

test('reads the text of a document that is pasted into the catalogue', async ({ page }) => {
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await paste(page.getByRole('combobox', { name: 'Search routes' }), PETS);
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
  await expect(page.getByText(/^The pasted text, 2 kB/)).toBeVisible();
});

test('fetches a document from an address, or says what to do', async ({ page }) => {
  const headers = { 'access-control-allow-origin': '*' };
  await page.context().route('https://api.example/openapi.yaml', (route) => route.fulfill({ body: PETS, headers }));
  // To a page, a refusal by CORS looks the same.
  await page.context().route('https://api.example/blocked', (route) => route.abort());
  await page.getByRole('button', { name: 'Catalogue' }).click();
  // The routes load now; their search doesn't take the focus from the address.
  const address = page.getByLabel('Address of an OpenAPI document');
  await address.fill('https://api.example/blocked');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('save the document, and choose the file here');
  await address.fill('https://api.example/openapi.yaml');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
});

/** Drops a file onto the page, as a browser does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text] as const,
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop an OpenAPI document or requests here')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop an OpenAPI document or requests here')).toBeHidden();
}

test('reads a document that is dropped anywhere on the page', async ({ page }) => {
  await new Playground(page).line.waitFor();
  await drop(page, 'pets.yaml', PETS);
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
  await choosePet(page);
  await drop(page, 'notes.txt', 'hello');
  // Other files may contain requests.
  await expect(page.getByText(/^notes\.txt: No request was found; the playground reads/)).toBeVisible();
});

/** Opens the catalogue, and loads a document that the parser of YAML needs seconds for. */
async function loadLarge(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  const routes = Array.from({ length: count }, (_, index) => `  /a${index}: { get: { summary: Route ${index} } }`);
  const text = `openapi: 3.0.0\ninfo: { title: Large }\npaths:\n${routes.join('\n')}`;
  await page.getByLabel('OpenAPI file').setInputFiles(file('large.yaml', text));
}

test('reading a large document can be cancelled', { tag: '@full' }, async ({ page }) => {
  await loadLarge(page, 40_000);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reading the document …')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'GitHub REST API' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a document is read on after Escape closed the catalogue', async ({ page }) => {
  await loadLarge(page, 10_000);
  await expect(page.getByText('Reading the document …')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByRole('heading', { name: 'Large' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('10,000 routes; the first 80 are listed')).toBeVisible();
});

test('a document without a host asks for it', async ({ page }) => {
  const playground = new Playground(page);
  await page.getByRole('button', { name: 'Catalogue' }).click();
  const text = 'openapi: 3.0.0\nservers: [{ url: /api }]\npaths: { /a: { get: { operationId: listAll } } }';
  await page.getByLabel('OpenAPI file').setInputFiles(file('relative.yaml', text));
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list_all');
  await page.keyboard.press('Enter');
  await expect(playground.line).not.toContainText('Built');
  await expect(page.getByText('The document names no host; enter the API’s')).toBeVisible();
  await playground.field('host').fill('api.example.com');
  await expect(playground.line).toContainText('https://api.example.com/api/a');
});
