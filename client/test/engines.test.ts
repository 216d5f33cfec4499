/** The tests of the client in a page and a worker: `npm test` has them in Chromium, and `npm run test:full` in each engine. */
import { describe } from 'vitest';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import { sample } from '../../dev/testing/full.js';
import { testInPages } from './in-pages.js';

describe.each(sample(Object.keys(ENGINES) as Engine[]))('in %s', (engine) => {
  testInPages(engine);
});
