/** The walk through the playground: each check goes on where the one before it ended. */
import { refusingPort } from '../../../dev/testing/refusing-port.js';
import type { TestPlayground } from './playground.js';
import type { Walker } from './walker.js';

type Check = (walker: Walker, playground: TestPlayground) => Promise<void>;

/** No browser is narrower: 447 px is the least of WebKit's MiniBrowser. */
const NARROW = 450;
const WIDE = 1440;
const HEIGHT = 900;

const EXAMPLE = 'GET /repos/{owner}/{repo}/issues';
const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';
const active = (name: string): string =>
  `(document.activeElement.getAttribute('aria-label') || '').startsWith(${JSON.stringify(name)})`;

const WRITING: Readonly<Record<string, Check>> = {
  'the example is built when the page opens': async (walker, { url }) => {
    await walker.page.resize(WIDE, HEIGHT);
    await walker.page.open(url);
    await walker.see('https://api.github.com/repos/octokit/endpoint.js/issues', 'Built request');
    await walker.until(`${walker.find('field', 'Route')}.value.startsWith(${JSON.stringify(EXAMPLE)})`);
    await walker.until(`document.querySelector('.server-build')`);
    await walker.picture('start');
  },
  'a typed route offers its variables': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}{?page}');
    await walker.until(walker.find('field', 'Value of name'));
    await walker.until(walker.find('field', 'Value of page'));
  },
  'a missing value is named': async (walker) => {
    await walker.see('name', 'Built request');
    await walker.until(`document.querySelector('.state-failed')`);
  },
  'typed values go into the url, encoded': async (walker) => {
    await walker.fill('Value of name', 'mona é');
    await walker.see('/users/mona%20%C3%A9', 'Built request');
  },
  'the focused value is highlighted in the url': async (walker) => {
    await walker.click('field', 'Value of name');
    await walker.until(
      `[...document.querySelectorAll('code.url [data-highlighted=true]')].some((run) => run.textContent === 'mona%20%C3%A9')`,
    );
  },
  'an added parameter goes to the query': async (walker) => {
    await walker.click('button', 'Add parameter');
    await walker.fill('Name of parameter 1', 'q');
    await walker.fill('Value of parameter 1', 'C++ & C#');
    await walker.see('q=C%2B%2B%20%26%20C%23', 'Built request');
  },
  'an added header is in the request': async (walker) => {
    await walker.click('button', 'Add header');
    await walker.fill('Name of header 1', 'x-trace');
    await walker.fill('Value of header 1', '42');
    await walker.see('"x-trace": "42"', 'Request options');
  },
  'a malformed header is marked': async (walker) => {
    await walker.fill('Name of header 1', 'x trace');
    await walker.until(`document.querySelector('.state-failed')`);
    await walker.until(`${walker.find('field', 'Name of header 1')}.getAttribute('aria-invalid') === 'true'`);
    await walker.fill('Name of header 1', 'x-trace');
    await walker.until(`document.querySelector('.state-ok')`);
  },
  'a snippet follows the form': async (walker) => {
    await walker.click('tab', 'Snippets');
    await walker.see("'x-trace': '42'", 'Snippet: JavaScript (endpoint.js)');
  },
  'the steps of the builder are shown': async (walker) => {
    await walker.click('tab', 'Steps');
    await walker.until(walker.find('region', 'After expand'));
    await walker.click('tab', 'Request');
  },
  'a malformed route is underlined where it is wrong': async (walker) => {
    await walker.fill('Route', 'GET /users/{na me}');
    await walker.until(
      `[...document.querySelectorAll('.route-mirror *')].some((part) => getComputedStyle(part).textDecorationStyle === 'wavy')`,
    );
    await walker.picture('malformed-route');
  },
  'undo and redo go over the whole form': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}');
    await walker.click('button', 'Undo');
    await walker.until(`!${walker.find('field', 'Route')}.value.endsWith('{name}')`);
    await walker.click('button', 'Redo');
    await walker.holds('Route', 'GET /users/{name}');
  },
};

const OPENING: Readonly<Record<string, Check>> = {
  'a pasted curl command is separated into the form': async (walker) => {
    await walker.paste('Route', `curl -X PATCH 'https://pets.example/v2/pets/7' -H 'x-a: b' --json '{"name": "Rex"}'`);
    await walker.holds('Route', 'PATCH /v2/pets/7');
    await walker.see('PATCH', 'Built request');
    await walker.see('https://pets.example/v2/pets/7', 'Built request');
    await walker.see('The curl command was separated');
    await walker.picture('pasted');
  },
  'the earlier form is restored after a paste': async (walker) => {
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
  'the palette opens by the keyboard and changes the theme': async (walker) => {
    await walker.page.press('Control+k');
    await walker.until(active('Search commands') + ` || document.activeElement.closest('dialog[open]')`);
    await walker.page.type('theme dark');
    await walker.until(walker.find('option', 'Theme'));
    await walker.page.press('Enter');
    await walker.until(walker.find('button', 'Theme: dark'));
    await walker.until(`document.documentElement.dataset.theme === 'dark'`);
    await walker.picture('dark');
  },
  'light and dark have different colours': async (walker) => {
    const dark = await walker.page.evaluate(BACKGROUND);
    await walker.click('button', 'Theme: dark');
    await walker.click('button', 'Theme: system');
    await walker.until(walker.find('button', 'Theme: light'));
    await walker.until(`${BACKGROUND} !== ${JSON.stringify(dark)}`);
  },
  'the shortcuts are listed, and Escape closes the list': async (walker) => {
    await walker.page.press('Control+/');
    await walker.see('Undo, over the whole form', 'Keyboard shortcuts');
    await walker.page.press('Escape');
    await walker.until(`!document.querySelector('dialog[open]')`);
  },
};

const CALLING: Readonly<Record<string, Check>> = {
  'a call is answered': async (walker) => {
    await walker.fill('code', 'echo');
    await walker.fill('str1', 'Grüße');
    await walker.click('button', 'Send');
    await walker.see('0 OK', 'Status');
    await walker.see('"str1": "Grüße"', 'Message');
    await walker.picture('answered');
  },
  'a failed operation is explained': async (walker) => {
    await walker.fill('code', 'ecko');
    await walker.click('button', 'Send');
    await walker.see('success: false', 'Status');
    await walker.see('operations', 'Message');
  },
  'a call is sent by the keyboard': async (walker) => {
    await walker.fill('code', 'expand');
    await walker.fill('str1', '/a{/b}');
    await walker.fill('str2', '{"b": "x y"}');
    await walker.page.press('Control+Enter');
    await walker.see('/a/x%20y', 'Message');
  },
  'the fields are labelled as the server lists its operations': async (walker) => {
    await walker.see('Labelled as this server lists its');
    await walker.until(walker.find('field', 'str1 URI template'));
  },
  'the bytes on the wire are shown': async (walker) => {
    await walker.click('tab', 'Wire');
    await walker.see('65 78 70 61 6e 64', 'Request on the wire');
    await walker.see('2f 61 2f 78 25 32 30 79', 'Response on the wire');
    await walker.picture('wire');
    await walker.click('tab', 'Response');
  },
  'a bridge that does not answer is named': async (walker) => {
    const bridge = (await walker.page.evaluate(`${walker.find('field', 'Bridge address')}.value`)) as string;
    const { port, release } = await refusingPort();
    await walker.fill('Bridge address', `http://127.0.0.1:${port}`);
    await walker.click('button', 'Send');
    await walker.see('Nothing answers at', 'Status');
    release();
    await walker.fill('Bridge address', bridge);
  },
};

const KEEPING: Readonly<Record<string, Check>> = {
  'the page keeps its state when it is loaded again': async (walker) => {
    // A short state, whose link can be read.
    await walker.page.evaluate(`location.hash = 'route=GET+/short'`);
    await walker.holds('Route', 'GET /short');
    await walker.fill('Route', 'GET /users/{name}{?page}');
    await walker.fill('Value of name', 'ünïcode');
    await walker.until(`decodeURIComponent(location.hash).includes('ünïcode')`);
    await walker.page.evaluate('(window.isEarlier = true, location.reload())');
    await walker.until('window.isEarlier === undefined && window.pageErrors');
    await walker.holds('Value of name', 'ünïcode');
  },
  'a link opens the same request where nothing is stored': async (walker, { freshUrl }) => {
    await walker.page.open(`${freshUrl}${String(await walker.page.evaluate('location.hash'))}`);
    await walker.holds('Route', 'GET /users/{name}{?page}');
    await walker.holds('Value of name', 'ünïcode');
    await walker.see('/users/%C3%BCn%C3%AFcode', 'Built request');
  },
  'a narrow window shows one part at a time, and nothing beside the page': async (walker) => {
    await walker.page.resize(NARROW, HEIGHT);
    await walker.click('button', 'Inputs');
    await walker.until('document.documentElement.scrollWidth <= innerWidth');
    await walker.until(walker.find('field', 'Route'));
    await walker.picture('narrow');
  },
  'the other parts are reached by the tabs at the bottom': async (walker) => {
    await walker.click('button', 'Result');
    await walker.until(walker.find('region', 'Request options'));
    await walker.click('button', 'Call');
    await walker.until(walker.find('field', 'Bridge address'));
    await walker.picture('narrow-call');
  },
};

/** The checks in their order. */
export const CHECKS: Readonly<Record<string, Check>> = { ...WRITING, ...OPENING, ...CALLING, ...KEEPING };
