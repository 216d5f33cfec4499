import { describe, expect, test } from 'vitest';
import { completeMissingPage } from './missing-page.mjs';
import { ANY_BASE } from './relocate.mjs';

const PAGE = '<body><div id="app"></div></body>';

describe('completeMissingPage', () => {
  test('leads to the first page of a build for one path', () => {
    expect(completeMissingPage(PAGE, '/x/')).toContain('<noscript><h1>No page has this address</h1><p><a href="/x/">');
  });

  test('has its text and a link upwards in a build for every folder', () => {
    const html = completeMissingPage(PAGE, ANY_BASE);
    expect(html).toContain(
      '<main id="missing"><h1>No page has this address</h1><p><a href="./">One folder up</a></p></main>',
    );
    expect(html).not.toContain(ANY_BASE);
  });

  test('rejects a page of another form', () => {
    expect(() => completeMissingPage('<body></body>', '/x/')).toThrow(/^The page of missing addresses has changed/);
  });
});
