import type { Page } from '@playwright/test';
import { PETS } from './support/documents.js';
import { paste, REQUEST, type Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

const openCatalogue = (page: Page) => page.getByRole('button', { name: 'Catalogue' }).click();

test('a chosen route of the catalogue, which is fetched when it is first opened', async ({ page, playground }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const listFetched = () => fetched.filter((url) => url.includes('github-catalogue'));
  const about = page.getByRole('tabpanel', { name: 'Build a request' }).getByText('List repository issues');
  const described = page.getByText('Indicates the state of the issues to return.').locator('visible=true');
  await page.reload({ waitUntil: 'networkidle' });
  await playground.field('Route').fill('GET /before');
  expect(listFetched()).toEqual([]);
  await openCatalogue(page);
  await expect(page.getByText(/^1,[12]\d\d routes; the first 80 are listed$/)).toBeVisible();
  expect(listFetched()).toHaveLength(1);
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list repository issues');
  await page.keyboard.press('Enter');
  await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/issues');
  // A value that was typed under the name stays.
  await expect(playground.field('Value of owner')).toHaveValue('nodejs');
  await expect(playground.field('Name of parameter 1')).toHaveValue('milestone');
  await expect(described).toBeVisible();
  // All required values are there.
  await expect(page.getByRole('button', { name: 'Catalogue' })).toBeFocused();
  await about.click();
  await expect(page.getByRole('definition').filter({ hasText: '"open" | "closed" | "all"' })).toBeVisible();
  await expect.poll(() => page.url()).toContain('#z=');
  await page.reload();
  await expect(about).toBeVisible();
  await expect(described).toBeVisible();
  expect(listFetched()).toHaveLength(1);
});

test('offers the route of a url, and fills it; one undo brings the url back', async ({ page, playground }) => {
  const url = 'GET /repos/octokit/rest.js/issues?page=2&state=open';
  const offer = page.getByText('This url is GET /repos/{owner}/{repo}/issues of the catalogue');
  await playground.field('Route').fill(url);
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Use the route' }).click();
  await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/issues');
  await expect(playground.field('Value of owner')).toHaveValue('octokit');
  await expect(page.locator(REQUEST.url)).toHaveText(
    'https://api.github.com/repos/octokit/rest.js/issues?page=2&state=open',
  );
  await expect(page.getByText('List repository issues').first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).toHaveValue(url);
  await expect(page.getByText('List repository issues')).toHaveCount(0);
});

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

const heading = (page: Page) => page.getByRole('heading', { name: 'Pets' });

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

test('reads an OpenAPI document, of which nothing leaves the page', async ({ page, playground }) => {
  const foreign: string[] = [];
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const input = page.getByLabel('OpenAPI file');
  await openCatalogue(page);
  await test.step('that has a mistake, whose position is named', async () => {
    await input.setInputFiles(file('broken.yaml', 'openapi: 3.0.0\na: ['));
    await expect(page.getByRole('alert')).toContainText("broken.yaml, line 2, column 5: isn't valid JSON or YAML");
  });
  await test.step('of a file, which stays on the device until it is removed', async () => {
    await input.setInputFiles(file('pets.yaml', PETS));
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('1 route', { exact: true })).toBeVisible();
    await page.reload();
    await expect(playground.line).toContainText('Built');
    await openCatalogue(page);
    await expect(page.getByText('pets.yaml, 2 kB, added')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('heading', { name: 'GitHub REST API' })).toBeVisible();
    await expect(page.getByLabel('Document', { exact: true })).toHaveCount(0);
  });
  await test.step('that is pasted', async () => {
    await paste(page.getByRole('combobox', { name: 'Search routes' }), PETS);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText(/^The pasted text, 2 kB/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
  });
  await test.step('that is dropped anywhere', async () => {
    await page.keyboard.press('Escape');
    await drop(page, 'pets.yaml', PETS);
    await expect(heading(page)).toBeVisible();
    await choosePet(playground);
    await drop(page, 'notes.txt', 'hello');
    // Other files may contain requests.
    await expect(page.getByText(/^notes\.txt: No request was found; the playground reads/)).toBeVisible();
  });
  expect(foreign).toEqual([]);
});

test('fetches a document from an address, or says what to do', async ({ page, playground }) => {
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('https://api.example/openapi.yaml', (route) => route.fulfill({ body: PETS, headers }));
  // To a page, a refusal by CORS looks the same.
  await page.route('https://api.example/blocked', (route) => route.abort());
  await playground.button('Catalogue').click();
  // The routes load now; their search doesn't take the focus from the address.
  const address = page.getByLabel('Address of an OpenAPI document');
  await address.fill('https://api.example/blocked');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('save the document, and choose the file here');
  await address.fill('https://api.example/openapi.yaml');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeVisible();
});

async function choosePet(playground: Playground): Promise<void> {
  await playground.page.getByRole('listbox').getByRole('option', { name: 'Change a pet' }).click();
  await expect(playground.field('Route')).toHaveValue('PUT /pets/{id}');
}

test('a route of a document', async ({ page, playground }) => {
  await openCatalogue(page);
  await page.getByLabel('OpenAPI file').setInputFiles(file('pets.yaml', PETS));
  await choosePet(playground);
  const kind = playground.field('Value of parameter 3');
  await test.step('has its required values, choices and examples', async () => {
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
    await playground.openSettings('Headers');
    await page.getByRole('button', { name: 'Use the example of X-Reason' }).click();
  });
  await test.step('has choices, which can be any other value, by the keyboard', async () => {
    await kind.selectOption('other value …');
    await expect(kind).toBeFocused();
    await page.keyboard.type('cats');
    await page.keyboard.press('Backspace');
    // It is a choice now, and the field stays while it has the focus.
    await expect(kind).toBeFocused();
    await expect(kind).toHaveValue('cat');
    await page.keyboard.press('Tab');
    await kind.selectOption('dog');
    await playground.field('Value of parameter 1').selectOption('true');
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
    expect(await playground.shownOptions()).toMatchObject({
      url: 'https://eu.pets.example/v1/pets/7?dry=true',
      headers: { 'x-reason': 'because' },
      body: { name: 'Rex', kind: 'dog' },
    });
  });
  await test.step('has a description with links, credentials and servers, which fills the body', async () => {
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
    await playground.field('Value of parameter 2').fill('Mona');
    await playground.button('Fill all members').click();
    await expect
      .poll(() => playground.shownOptions())
      .toMatchObject({
        body: { name: 'Mona', kind: 'dog', url: 'text', tags: ['small'] },
      });
  });
});

test('a large document is read on after Escape closed the catalogue, and reading one can be cancelled', async ({
  page,
  playground,
}) => {
  const count = 4000;
  const routes = Array.from({ length: count }, (_, index) => `  /a${index}: { get: { summary: Route ${index} } }`);
  const text = `openapi: 3.0.0\ninfo: { title: Large }\npaths:\n${routes.join('\n')}`;
  const load = async () => {
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await page.getByLabel('OpenAPI file').setInputFiles(file('large.yaml', text));
    await expect(page.getByText('Reading the document …')).toBeVisible();
  };
  await playground.button('Catalogue').click();
  await load();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reading the document …')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'GitHub REST API' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await load();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openCatalogue(page);
  await expect(page.getByRole('heading', { name: 'Large' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('4,000 routes; the first 80 are listed')).toBeVisible();
});

test('a document without a host asks for it', async ({ page, playground }) => {
  await openCatalogue(page);
  const text = 'openapi: 3.0.0\nservers: [{ url: /api }]\npaths: { /a: { get: { operationId: listAll } } }';
  await page.getByLabel('OpenAPI file').setInputFiles(file('relative.yaml', text));
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list_all');
  await page.keyboard.press('Enter');
  await expect(playground.line).not.toContainText('Built');
  await expect(page.getByText('The document names no host; enter the API’s')).toBeVisible();
  await playground.field('host').fill('api.example.com');
  await expect(playground.line).toContainText('https://api.example.com/api/a');
});
