import { NARROW, type Checks } from './check.js';

/** What stays on the device, and what a narrow window shows. */
export const KEEPING: Checks = {
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
    await walker.until(walker.find('button', 'A dog'));
    await walker.picture('saved');
    await walker.click('button', 'A dog');
    await walker.holds('Route', 'GET https://pets.example/dogs/{name}');
    await walker.see('https://pets.example/dogs/Rex', 'Request line');
  },
  'the page keeps its state when it is loaded again': async (walker) => {
    await walker.click('button', 'Build');
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
    await walker.holds('Route', 'GET /users/{name}{?page}');
    await walker.holds('Value of name', 'ünïcode');
    await walker.see('/users/%C3%BCn%C3%AFcode', 'Request line');
  },
  'a narrow window shows one part at a time, and nothing beside the page': async (walker) => {
    await walker.page.resize(NARROW.width, NARROW.height);
    await walker.until(`document.querySelector('nav').getClientRects().length > 0`);
    await walker.click('button', 'Build');
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
