import { WIDE, type Checks } from './check.js';

const EXAMPLE = 'GET /repos/{owner}/{repo}/issues';

/** Typing a request, and what the page shows of it. */
export const WRITING: Checks = {
  'the example is built when the page opens': async (walker, { url }) => {
    await walker.page.resize(WIDE.width, WIDE.height);
    await walker.page.open(url);
    await walker.see('https://api.github.com/repos/nodejs/undici/issues', 'Request line');
    await walker.until(`${walker.find('field', 'Route')}.value.startsWith(${JSON.stringify(EXAMPLE)})`);
    // A first visit begins with an explained part of the url.
    await walker.until(`document.querySelector('.request-line .why').dataset.empty === 'false'`);
    await walker.picture('start');
  },
  'a typed route offers its variables': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}{?page}');
    await walker.until(walker.find('field', 'Value of name'));
    await walker.until(walker.find('field', 'Value of page'));
  },
  'a missing value is named': async (walker) => {
    await walker.see('name', 'Request line');
    await walker.until(`document.querySelector('.state-failed')`);
  },
  'typed values go into the url, encoded': async (walker) => {
    await walker.fill('Value of name', 'mona é');
    await walker.see('/users/mona%20%C3%A9', 'Request line');
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
    await walker.see('q=C%2B%2B%20%26%20C%23', 'Request line');
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
    await walker.click('tab', 'Code');
    await walker.see("'x-trace': '42'", 'Snippet: JavaScript (endpoint.js)');
  },
  'the steps of the builder are shown': async (walker) => {
    await walker.click('tab', 'Why');
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
  'a warning is at its row, with its fix': async (walker) => {
    await walker.fill('Route', 'GET /users/{name}');
    await walker.fill('Value of name', 'a/b');
    await walker.until(`document.querySelector('.row-warning').innerText.includes('was encoded as %2F')`);
    await walker.until(`document.querySelector('code.url .warned').textContent === 'a%2Fb'`);
    await walker.picture('warning');
    await walker.click('button', 'Use {+name}');
    await walker.holds('Route', 'GET /users/{+name}');
    await walker.until(`!document.querySelector('.row-warning')`);
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
};
