import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../dev/testing/page-problems.js';
import { Playground } from './support/playground.js';
import { expect, forget, test } from './support/stack.js';

test.beforeEach(forget);

async function save(playground: Playground, route: string, name: string): Promise<void> {
  await playground.save(route, name);
  await expect(playground.page.getByText(`Saved as “${name}”.`)).toBeVisible();
}

const openSaved = (page: Page) => page.getByRole('button', { name: 'Saved', exact: true }).click();
const importFile = (page: Page, content: object) =>
  page.getByLabel('File of saved requests').setInputFiles({
    name: 'requests.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  });
const requests = (page: Page) => page.locator('.saved-name');

test('saves requests under names, finds and opens them', async ({ page, playground }) => {
  await save(playground, 'GET /users/{name}', 'Get a user');
  // The shown request is a saved one now: “Save as new” keeps it.
  await playground.field('Route').fill('DELETE /users/{name}');
  await page.keyboard.press('Control+s');
  await playground.field('Name').fill('Delete a user');
  await playground.button('Save as new').click();
  await expect(page.getByText('Saved as “Delete a user”.')).toBeVisible();
  await page.reload();
  await openSaved(page);
  await expect(requests(page)).toHaveText(['Delete a user', 'Get a user']);
  expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
  await page.getByLabel('Search saved requests').fill('get user');
  await expect(requests(page)).toHaveText(['Get a user']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(playground.field('Route')).toHaveValue('GET /users/{name}');
});

test('renames, deletes and restores', async ({ page, playground }) => {
  await save(playground, 'GET /a', 'A');
  await save(playground, 'GET /a', 'B');
  await openSaved(page);
  await expect(requests(page)).toHaveText(['B']);
  await playground.button('Delete B').click();
  await expect(requests(page)).toHaveCount(0);
  // The focus never leaves the dialog.
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(requests(page)).toHaveText(['B']);
});

test('an exported file has no secrets, and imports without overwriting', async ({ page, playground }) => {
  await playground.button('Add header').click();
  await playground.field('Name of header 1').fill('authorization');
  await playground.field('Value of header 1').fill('Bearer S3cr3tInAHeader');
  await playground.field('Route').fill('GET /a');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Not saved because it may be secret: header authorization')).toBeVisible();
  await playground.field('Name').fill('A');
  await page.keyboard.press('Enter');
  await openSaved(page);
  const [download] = await Promise.all([page.waitForEvent('download'), playground.button('Export').click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).not.toContain('S3cr3t');
  const file = JSON.parse(text) as { requests: object[] };
  await importFile(page, {
    ...file,
    requests: [...file.requests, { name: 'A', document: { builder: { route: 'GET /b' } } }, {}],
  });
  await expect(requests(page)).toHaveText(['A', 'A', 'A']);
  const see = (sentence: string) => expect(page.getByText(sentence)).toBeVisible();
  for (const sentence of ['2 requests were added.', '1 request was left out:', 'Request 3 has no name.'])
    await see(sentence);
  await importFile(page, { openapi: '3.1.0' });
  await see('This file has no saved requests');
});

test('pasted requests are saved under names of their own, and each changes alone', async ({ page, playground }) => {
  await playground.pasteRoute(`{
    "info": { "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    "item": [
      { "name": "pets", "item": [{ "name": "List", "request": { "method": "GET", "url": "https://pets.example/pets" } }] },
      { "name": "List", "request": { "method": "GET", "url": "https://pets.example/all" } },
      { "request": { "method": "GET", "url": "https://pets.example/health" } }
    ]
  }`);
  await playground.button('Save all').click();
  await expect(page.getByText('Requests saved: 3.')).toBeVisible();
  await page.reload();
  await playground.pasteRoute('### List\nPOST https://h.test/a\n\n{}');
  await expect(playground.field('Route')).toHaveValue('POST /a');
  await page.keyboard.press('Control+s');
  await expect(playground.field('Name')).toHaveValue('List');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as “List”.')).toBeVisible();
  await playground.field('Route').fill('GET /c');
  await page.keyboard.press('Control+s');
  await playground.button('Save changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openSaved(page);
  await expect(requests(page)).toHaveText(['GET https://pets.example/health', 'List', 'List', 'pets / List']);
  await expect(page.locator('.saved-route')).toHaveText([/health$/, /all$/, 'GET /c', /pets$/]);
});

test('a change that the browser’s storage refuses is reported, and can be repeated', async ({ page, playground }) => {
  const refuse = (method: 'delete' | 'put') =>
    page.evaluate((name) => {
      const original = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = () => {
        IDBObjectStore.prototype[name] = original as never;
        throw new DOMException('full', 'QuotaExceededError');
      };
    }, method);
  const dialog = page.getByRole('dialog');
  const failure = page.getByRole('alert');
  await playground.field('Route').fill('GET /a');
  await page.keyboard.press('Control+s');
  await playground.field('Name').fill('A');
  await refuse('put');
  await playground.button('Save').click();
  await expect(failure).toContainText('the browser’s storage is full');
  await playground.button('Save').click();
  await expect(page.getByText('Saved as “A”.')).toBeVisible();
  await openSaved(page);
  await refuse('delete');
  await playground.button('Delete A').click();
  await expect(failure).toContainText('“A” wasn’t deleted: the browser’s storage is full.');
  await expect(page.getByText('was deleted.')).toHaveCount(0);
  await playground.button('Delete A').click();
  await expect(page.getByText('“A” was deleted.')).toBeVisible();
  await refuse('put');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(failure).toContainText('“A” wasn’t restored: the browser’s storage is full.');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(requests(page)).toHaveText(['A']);
});

test('two tabs show what each saves, and the older doesn’t overwrite a newer change', async ({
  page,
  context,
  stack,
  playground,
}) => {
  const other = await context.newPage();
  await other.goto(stack.url);
  await openSaved(other);
  await expect(other.getByText('None yet.')).toBeVisible();
  await save(playground, 'GET /a', 'A');
  await expect(requests(other)).toHaveText(['A']);
  await requests(other).click();
  await save(new Playground(other), 'GET /newer', 'A');
  await playground.field('Route').fill('GET /older');
  await page.keyboard.press('Control+s');
  await playground.button('Save changes').click();
  await expect(page.getByRole('alert')).toContainText('was changed or deleted in another tab');
  await other.close();
});
