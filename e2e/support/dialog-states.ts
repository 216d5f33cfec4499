import { COLLECTION, PETS } from './documents.js';
import type { Playground } from './playground.js';
import { enterMost, type Reach } from './page-states.js';
import { expect } from './stack.js';

const UNRESOLVED = `{
  "info": { "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [{ "request": { "method": "GET", "url": "{{host}}/{{kind}}/7" } }]
}`;

async function loadPets({ page }: Playground): Promise<void> {
  await page.getByRole('button', { name: 'Catalogue' }).click();
  await page
    .getByLabel('OpenAPI file')
    .setInputFiles({ name: 'pets.yaml', mimeType: 'application/yaml', buffer: Buffer.from(PETS) });
  await expect(page.getByRole('heading', { name: 'Pets' })).toBeVisible();
}

/** States with an open dialog, or with what a dialog brought. */
export const DIALOG_STATES: Readonly<Record<string, Reach>> = {
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  shortcuts: async ({ page }) => {
    await page.keyboard.press('Control+/');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  catalogue: async ({ page }) => {
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  },
  'a route of the catalogue': async ({ page }) => {
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await page.getByRole('combobox', { name: 'Search routes' }).fill('create an issue');
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel', { name: 'Build a request' }).getByText('Create an issue', { exact: true }).click();
  },
  'documents of the catalogue': async (playground) => {
    await loadPets(playground);
    await expect(playground.page.getByLabel('Document', { exact: true })).toBeVisible();
    await expect(playground.page.getByRole('option', { name: 'Change a pet' })).toBeVisible();
  },
  'a route of a document': async (playground) => {
    await loadPets(playground);
    await playground.page.getByRole('option', { name: 'Change a pet' }).click();
    await playground.field('Value of id').fill('7');
    await playground.page.getByText('Change a pet', { exact: true }).click();
    await expect(playground.page.getByText('Needs a bearer token.')).toBeVisible();
  },
  'variables of a pasted text': async (playground) => {
    await playground.pasteRoute(UNRESOLVED);
    await expect(playground.page.getByText('the request isn’t complete')).toBeVisible();
  },
  'a request to save': async (playground) => {
    await enterMost(playground);
    await playground.page.keyboard.press('Control+s');
    await expect(playground.page.getByText('Not saved because it may be secret')).toBeVisible();
  },
  saved: async (playground) => {
    const { page } = playground;
    await playground.save('GET /users/{name}', 'Get a user');
    await page.reload();
    await playground.save('DELETE /repos/{owner}/{repo}/issues/{number}', 'A name that needs more than a line');
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await expect(playground.button('Delete Get a user')).toBeVisible();
  },
  'a choice of a collection': async (playground) => {
    await playground.pasteRoute(COLLECTION);
    const dialog = playground.page.getByRole('dialog', { name: 'Postman collection' });
    await expect(dialog.getByRole('option')).toHaveCount(2);
  },
  'a pasted command': async (playground) => {
    await playground.pasteRoute(
      `curl -X PATCH 'https://pets.example/v2/pets/7' -H 'Authorization: Bearer abc' --compressed --json '{"name": "Rex"}'`,
    );
    await expect(playground.page.getByText('The curl command was separated')).toBeVisible();
  },
  'a pasted text that is no request': async (playground) => {
    await playground.pasteRoute('some words (of prose)');
    await expect(playground.button('Insert it as text')).toBeVisible();
  },
  'the menu of links': async (playground) => {
    const { page } = playground;
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(playground.button('Copy link')).toBeVisible();
  },
  'the menu': async (playground) => {
    await expect(await playground.menuItem('Undo')).toBeVisible();
  },
  'the link past the header': async ({ page }) => {
    await page.getByRole('link', { name: 'Skip to the route' }).focus();
  },
  'a damaged link': async (playground) => {
    await playground.openHash('z=AAAA');
    await expect(playground.page.getByRole('alert')).toBeVisible();
  },
};
