import { testInPages } from './in-pages.js';

await testInPages('Chromium');
