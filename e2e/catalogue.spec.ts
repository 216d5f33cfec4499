import { sample } from '../dev/testing/full.js';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
  // Keys pressed before it exists would be lost.
  await expect(new Playground(page).line).toContainText('Built');
});

const SEARCHES: readonly (readonly [query: string, first: string])[] = [
  ['create an issue', 'POST /repos/{owner}/{repo}/issues Create an issue'],
  ['GET /repos/octokit/endpoint.js', 'GET /repos/{owner}/{repo} Get a repository'],
  ['/orgs/{org}', 'GET /orgs/{org} Get an organization'],
];

for (const [query, first] of sample(SEARCHES)) {
  test(`finds “${query}” in the catalogue of GitHub`, async ({ page }) => {
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await expect(page.getByText('routes', { exact: false }).first()).toContainText(/^1,[12]\d\d routes$/);
    await page.getByRole('combobox', { name: 'Search routes' }).fill(query);
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(first);
  });
}

test('fetches the catalogue when it is first opened', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload({ waitUntil: 'networkidle' });
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toEqual([]);
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toHaveLength(1);
});

test('a chosen route adds its parameters and their descriptions; one undo removes them', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /before');
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list repository issues');
  await page.keyboard.press('Enter');
  await expect(playground.field('Route')).toHaveValue(/^GET \/repos\/\{owner\}\/\{repo\}\/issues\{\?milestone,state,/);
  // A value that was typed under the name stays.
  await expect(playground.field('Value of owner')).toHaveValue('octokit');
  await expect(playground.field('Value of milestone')).toHaveValue('');
  await expect(page.getByText('Indicates the state of the issues to return.').locator('visible=true')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Catalogue' })).toBeFocused();
  await page.getByText('List repository issues').click();
  await expect(page.getByRole('definition').filter({ hasText: '"open" | "closed" | "all"' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).toHaveValue('GET /before');
  await expect(page.getByText('List repository issues')).toHaveCount(0);
});

test('keeps a chosen route’s descriptions across reloads', async ({ page }) => {
  const fetched: string[] = [];
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page.getByRole('combobox', { name: 'Search routes' }).fill('list repository issues');
  await page.keyboard.press('Enter');
  const about = page.getByRole('region', { name: 'Build a request' }).getByText('List repository issues');
  await expect(about).toBeVisible();
  await expect.poll(() => page.url()).toContain('#');
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload();
  await expect(about).toBeVisible();
  await expect(page.getByText('Indicates the state of the issues to return.').locator('visible=true')).toBeVisible();
  expect(fetched.filter((url) => url.includes('github-catalogue'))).toEqual([]);
  await page.evaluate(() => localStorage.setItem('endpoint.js:operation', '{"path":5}'));
  await page.reload();
  await expect(new Playground(page).line).toContainText('Built');
  await expect(about).toHaveCount(0);
});

const PETS = `
openapi: 3.1.0
info: { title: Pets }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets/{id}:
    put:
      summary: Change a pet
      parameters: [{ name: id, in: path, required: true, description: Its number, schema: { type: integer } }]
      requestBody:
        content: { application/json: { schema: { properties: { url: { type: string }, tags: { type: array, items: { type: string } } } } } }
`;

test('loads an OpenAPI document from a file, and keeps it in this page', async ({ page }) => {
  const playground = new Playground(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin) && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  await page.getByRole('button', { name: 'Catalogue' }).click();
  const file = page.getByLabel('OpenAPI file');
  await file.setInputFiles({ name: 'broken.yaml', mimeType: 'application/yaml', buffer: Buffer.from('a: [') });
  await expect(page.getByRole('alert')).toContainText('broken.yaml');
  await file.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
  await expect(page.getByRole('alert')).toContainText("isn't an OpenAPI 3.x or Swagger 2.0 document");
  await file.setInputFiles({ name: 'pets.yaml', mimeType: 'application/yaml', buffer: Buffer.from(PETS) });
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('listbox').getByRole('option', { name: 'Change a pet' }).click();
  await expect(playground.field('Route')).toHaveValue('PUT /pets/{id}');
  await expect(playground.field('Base URL')).toHaveValue('https://pets.example/v1');
  await playground.field('Value of id').fill('7');
  await expect(playground.field('Name of parameter 1')).toHaveValue('url');
  await playground.field('Value of parameter 1').fill('https://h');
  await playground.field('Value of parameter 2').fill('["a"]');
  await expect(playground.line).toContainText('https://pets.example/v1/pets/7');
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to GitHub’s' }).click();
  await expect(page.getByRole('heading', { name: 'GitHub REST API' })).toBeVisible();
  expect(foreign).toEqual([]);
});
