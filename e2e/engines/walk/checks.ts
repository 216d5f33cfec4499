import { refusingPort } from '../../../dev/testing/refusing-port.js';
import type { TestPlayground } from './playground.js';
import type { Walker } from './walker.js';

/** The size of a window on a desk. */
const WIDE = { width: 1440, height: 900 } as const;
/** No browser is narrower: 447 px is the least of WebKit's MiniBrowser. */
const NARROW = { width: 450, height: 900 } as const;

const EXAMPLE = 'GET /repos/{owner}/{repo}/issues';

/**
 * What engines do differently, by sentences: typing, focus and styles, the clipboard, files, workers, storage, streams, and the size of
 * the window. Each check goes on where the one before it ended.
 */
export const CHECKS: Readonly<Record<string, (walker: Walker, playground: TestPlayground) => Promise<void>>> = {
  'the example is built when the page opens': async (walker, { url }) => {
    await walker.page.resize(WIDE.width, WIDE.height);
    await walker.page.open(url);
    await walker.see('https://api.github.com/repos/nodejs/undici/issues', 'Request line');
    await walker.until(`${walker.find('field', 'Route')}.value.startsWith(${JSON.stringify(EXAMPLE)})`);
    // A first visit begins with an explained part of the url.
    await walker.until(`document.querySelector('.request-line .why').dataset.empty === 'false'`);
  },
  'typed values go into the url, encoded, and the focused one is highlighted': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}{?page}');
    await walker.until(walker.find('field', 'Value of page'));
    await walker.fill('Value of name', 'mona é');
    await walker.see('/users/mona%20%C3%A9', 'Request line');
    await walker.click('field', 'Value of name');
    await walker.until(
      `[...document.querySelectorAll('code.url [data-highlighted=true]')].some((run) => run.textContent === 'mona%20%C3%A9')`,
    );
  },
  'an added header is in the request, and in the snippet': async (walker) => {
    await walker.click('button', 'Add header');
    await walker.fill('Name of header 1', 'x-trace');
    await walker.fill('Value of header 1', '42');
    await walker.see('"x-trace": "42"', 'Request options');
    await walker.click('tab', 'Code');
    await walker.see("'x-trace': '42'", 'Snippet: JavaScript (endpoint.js)');
    await walker.click('tab', 'Request');
  },
  'a malformed route is underlined where it is wrong': async (walker) => {
    await walker.fill('Route', 'GET /users/{na me}');
    await walker.until(
      `[...document.querySelectorAll('.route-mirror *')].some((part) => getComputedStyle(part).textDecorationStyle === 'wavy')`,
    );
  },
  'undo and redo go over the whole form': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}');
    await walker.click('button', 'Menu');
    await walker.click('button', 'Undo');
    await walker.until(`!${walker.find('field', 'Route')}.value.endsWith('{name}')`);
    await walker.click('button', 'Menu');
    await walker.click('button', 'Redo');
    await walker.holds('Route', 'GET /users/{name}');
  },
  'a pasted curl command is separated into the form, and the earlier form restored': async (walker) => {
    await walker.paste('Route', `curl -X PATCH 'https://pets.example/v2/pets/7' -H 'x-a: b' --json '{"name": "Rex"}'`);
    await walker.holds('Route', 'PATCH /v2/pets/7');
    await walker.see('https://pets.example/v2/pets/7', 'Request line');
    await walker.see('The curl command was separated');
    await walker.click('button', 'Restore the earlier form');
    await walker.holds('Route', 'GET /users/{name}');
  },
  'a route of the catalogue is found by its words, chosen by the keyboard, and focuses its first value': async (
    walker,
  ) => {
    await walker.click('button', 'Catalogue');
    await walker.until(`/1,[12]\\d\\d routes/.test(document.querySelector('dialog[open]').innerText)`);
    await walker.page.type('create an issue');
    await walker.until(walker.find('option', 'POST /repos/{owner}/{repo}/issues Create an issue'));
    await walker.page.press('Enter');
    await walker.until(`${walker.find('field', 'Route')}.value.startsWith('POST /repos/{owner}/{repo}/issues')`);
    await walker.until(`!document.querySelector('dialog[open]')`);
    await walker.until(`document.activeElement.matches('.cell-value[aria-required=true]')`);
  },
  'an OpenAPI document is read from a file': async (walker, { openApiFile }) => {
    await walker.click('button', 'Catalogue');
    await walker.until(walker.find('option', 'GET /'));
    await walker.page.chooseFile('[aria-label="OpenAPI file"]', openApiFile);
    await walker.click('option', 'PUT /pets/{id} Change a pet');
    await walker.holds('Route', 'PUT /pets/{id}');
    await walker.fill('Value of id', '7');
    await walker.see('https://eu.pets.example/v1/pets/7', 'Request line');
  },
  'the palette opens by the keyboard and changes the theme': async (walker) => {
    await walker.page.press('Control+k');
    await walker.until(`document.activeElement.closest('dialog[open]')`);
    await walker.page.type('theme dark');
    await walker.until(walker.find('option', 'Theme'));
    await walker.page.press('Enter');
    await walker.until(`document.documentElement.dataset.theme === 'dark'`);
  },
  'a request is sent from the page, and its response shown': async (walker, { api }) => {
    await walker.fill('Route', `GET ${api}/echo/{name}`);
    await walker.fill('Value of name', 'é');
    await walker.click('button', 'Send request');
    await walker.see('Status 200 OK', 'HTTP response');
    await walker.see('/echo/%C3%A9"', 'HTTP response');
    await walker.click('tab', 'Request');
  },
  'the server builds the request of the page': async (walker) => {
    await walker.click('button', 'Call');
    // An argument was typed, for a paste.
    await walker.click('field', 'Follow the request in Build');
    await walker.until(`${walker.find('field', 'code')}.value === 'build'`);
    await walker.click('button', 'Send');
    await walker.see('/echo/%C3%A9', 'Message');
    await walker.see('Labels from the server, for its');
  },
  'a call is answered, and its frames are shown': async (walker) => {
    await walker.choose('code', 'echo');
    await walker.fill('str1', 'Grüße');
    await walker.page.press('Control+Enter');
    await walker.see('0 OK', 'Status');
    await walker.see('"str1": "Grüße"', 'Message');
    await walker.click('tab', 'Wire');
    await walker.see('"Grüße"', 'Request on the wire');
    await walker.see('Grüße', 'Response on the wire');
    await walker.click('tab', 'Response');
  },
  'a bridge that does not answer is named': async (walker) => {
    const bridge = (await walker.page.evaluate(`${walker.find('field', 'Bridge address')}.value`)) as string;
    const { port, release } = await refusingPort();
    await walker.fill('Bridge address', `http://127.0.0.1:${port}`);
    await walker.click('button', 'Send');
    await walker.see('No response came from', 'Status');
    release();
    await walker.fill('Bridge address', bridge);
  },
  'a saved request is there after a reload': async (walker) => {
    await walker.click('button', 'Build');
    await walker.fill('Route', 'GET https://pets.example/dogs/{name}');
    await walker.fill('Value of name', 'Rex');
    await walker.page.press('Control+s');
    await walker.until(walker.find('region', 'Save request'));
    await walker.fill('Name', 'A dog');
    await walker.page.press('Enter');
    await walker.see('Saved as “A dog”.');
    await walker.fill('Route', 'GET /other');
    // The link of an earlier request would be opened again.
    await walker.until(`location.hash.includes('/other')`);
    await walker.reload();
    await walker.holds('Route', 'GET /other');
    await walker.click('button', 'Saved');
    await walker.click('button', 'A dog');
    await walker.holds('Route', 'GET https://pets.example/dogs/{name}');
    await walker.see('https://pets.example/dogs/Rex', 'Request line');
  },
  'the page keeps its state when it is loaded again': async (walker) => {
    // A short state, whose link can be read.
    await walker.page.evaluate(`location.hash = 'route=GET+/short'`);
    await walker.holds('Route', 'GET /short');
    await walker.fill('Route', 'GET /users/{name}{?page}');
    await walker.fill('Value of name', 'ünïcode');
    await walker.until(`decodeURIComponent(location.hash).includes('ünïcode')`);
    await walker.reload();
    await walker.holds('Value of name', 'ünïcode');
  },
  'a link opens the same request where nothing is stored': async (walker, { freshUrl }) => {
    await walker.page.open(`${freshUrl}${String(await walker.page.evaluate('location.hash'))}`);
    await walker.holds('Value of name', 'ünïcode');
    await walker.see('/users/%C3%BCn%C3%AFcode', 'Request line');
  },
  'a narrow window shows one part at a time, by the tabs at the bottom, and nothing beside the page': async (
    walker,
  ) => {
    await walker.page.resize(NARROW.width, NARROW.height);
    await walker.until(`document.querySelector('nav').getClientRects().length > 0`);
    await walker.click('button', 'Build');
    await walker.until('document.documentElement.scrollWidth <= innerWidth');
    await walker.until(walker.find('field', 'Route'));
    await walker.click('button', 'Result');
    await walker.until(walker.find('region', 'Request options'));
    await walker.click('button', 'Call');
    await walker.until(walker.find('field', 'Bridge address'));
  },
};
