import type { Checks } from './check.js';

const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';
const active = (name: string): string =>
  `(document.activeElement.getAttribute('aria-label') || '').startsWith(${JSON.stringify(name)})`;

/** Whatever opens: pasted texts, documents, dialogs. */
export const OPENING: Checks = {
  'a pasted curl command is separated into the form': async (walker) => {
    await walker.paste('Route', `curl -X PATCH 'https://pets.example/v2/pets/7' -H 'x-a: b' --json '{"name": "Rex"}'`);
    await walker.holds('Route', 'PATCH /v2/pets/7');
    await walker.see('PATCH', 'Request line');
    await walker.see('https://pets.example/v2/pets/7', 'Request line');
    await walker.see('The curl command was separated');
    await walker.picture('pasted');
  },
  'the earlier form is restored after a paste': async (walker) => {
    await walker.click('button', 'Restore the earlier form');
    await walker.holds('Route', 'GET /users/{name}');
  },
  'a curl command of cmd is read too': async (walker) => {
    await walker.paste('Route', 'curl -X PUT ^"https://pets.example/v2/pets?kind=a%20b^" -H ^"x-b: c ^& d^"');
    await walker.holds('Route', 'PUT /v2/pets');
    await walker.see('https://pets.example/v2/pets?kind=a%20b', 'Request line');
    await walker.see('"x-b": "c & d"', 'Request options');
    await walker.click('button', 'Restore the earlier form');
    await walker.holds('Route', 'GET /users/{name}');
  },
  'the catalogue lists the routes of GitHub': async (walker) => {
    await walker.click('button', 'Catalogue');
    await walker.until(walker.find('option', 'GET /'));
    await walker.until(`/1,[12]\\d\\d routes/.test(document.querySelector('dialog[open]').innerText)`);
    await walker.picture('catalogue');
  },
  'a route is found by its words and chosen by the keyboard': async (walker) => {
    await walker.page.type('create an issue');
    await walker.until(walker.find('option', 'POST /repos/{owner}/{repo}/issues Create an issue'));
    await walker.page.press('Enter');
    await walker.until(`${walker.find('field', 'Route')}.value.startsWith('POST /repos/{owner}/{repo}/issues')`);
  },
  'a chosen route moves the focus to its first required value': async (walker) => {
    await walker.until(`!document.querySelector('dialog[open]')`);
    await walker.until(`document.activeElement.matches('.cell-value[aria-required=true]')`);
  },
  'an OpenAPI document is read from a file': async (walker, { openApiFile }) => {
    await walker.click('button', 'Catalogue');
    await walker.until(walker.find('option', 'GET /'));
    await walker.page.chooseFile('[aria-label="OpenAPI file"]', openApiFile);
    await walker.until(walker.find('option', 'PUT /pets/{id} Change a pet'));
    await walker.picture('openapi');
    await walker.click('option', 'PUT /pets/{id} Change a pet');
    await walker.holds('Route', 'PUT /pets/{id}');
    await walker.fill('Value of id', '7');
    await walker.see('https://pets.example/v1/pets/7', 'Request line');
    // The header that the document requires.
    await walker.see('Built, 1 warning', 'Request line');
  },
  'the palette opens by the keyboard and changes the theme': async (walker) => {
    await walker.page.press('Control+k');
    await walker.until(active('Search commands') + ` || document.activeElement.closest('dialog[open]')`);
    await walker.page.type('theme dark');
    await walker.until(walker.find('option', 'Theme'));
    await walker.page.press('Enter');
    await walker.until(`document.documentElement.dataset.theme === 'dark'`);
    await walker.picture('dark');
  },
  'light and dark have different colours': async (walker) => {
    const dark = await walker.page.evaluate(BACKGROUND);
    await walker.click('button', 'Menu');
    await walker.click('field', 'light');
    await walker.until(`document.documentElement.dataset.theme === 'light'`);
    await walker.page.press('Escape');
    await walker.until(`${BACKGROUND} !== ${JSON.stringify(dark)}`);
  },
  'the shortcuts are listed, and Escape closes the list': async (walker) => {
    await walker.page.press('Control+/');
    await walker.see('Undo, over the whole form', 'Keyboard shortcuts');
    await walker.page.press('Escape');
    await walker.until(`!document.querySelector('dialog[open]')`);
  },
};
