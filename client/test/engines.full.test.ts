/** The tests of the client in a page and a worker, in the other engines. The floor of the client: e2e/engines/floors.full.test.ts. */
import { describe } from 'vitest';
import type { Engine } from '../../e2e/engines/index.mjs';
import { testInPages } from './in-pages.js';

const OTHERS: readonly Engine[] = ['Firefox ESR', 'WebKitGTK', 'Chromium 106', 'WPE WebKit 2.38'];

describe.each(OTHERS)('in %s', (engine) => testInPages(engine));
