/** The tests of the client in a page and a worker, in the other engines. */
import { describe } from 'vitest';
import { testInPages } from './in-pages.js';

describe.each(['Firefox ESR', 'WebKitGTK', 'Chromium 106', 'Chromium 92', 'WPE WebKit 2.38'] as const)(
  'in %s',
  (engine) => {
    testInPages(engine);
  },
);
