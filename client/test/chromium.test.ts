import { testInPages } from './in-pages.js';

testInPages('Chromium');
