import { expect, test } from 'vitest';
import { writeEmbed } from './embed.js';
import type { Theme } from '../ui/themes.js';

const END = ' width="100%" height="560" style="border: 0" loading="lazy"></iframe>';

test.each<[name: string, link: string, route: string, Theme, html: string]>([
  [
    'the device’s theme',
    'https://h/p/?bridge=x#route=a&b',
    'GET /a',
    'system',
    '<iframe src="https://h/p/?bridge=x&amp;embed=1#route=a&amp;b" title="GET /a, explained by the playground of endpoint.js"',
  ],
  [
    'a theme',
    'https://h/#r',
    'GET /a',
    'dark',
    '<iframe src="https://h/?embed=1&amp;theme=dark#r" title="GET /a, explained by the playground of endpoint.js"',
  ],
  [
    'a route with markup',
    'https://h/',
    '  GET /"><script>&amp;',
    'light',
    '<iframe src="https://h/?embed=1&amp;theme=light" title="GET /&quot;>&lt;script>&amp;amp;, explained by the playground of endpoint.js"',
  ],
  [
    'a part',
    'https://h/?part=call#r',
    'GET /a',
    'system',
    '<iframe src="https://h/?embed=1#r" title="GET /a, explained by the playground of endpoint.js"',
  ],
  [
    'no route',
    'https://h/',
    '',
    'system',
    '<iframe src="https://h/?embed=1" title="A request, explained by the playground of endpoint.js"',
  ],
])('HTML to embed with %s', (_, link, route, theme, html) => {
  expect(writeEmbed(link, route, theme)).toBe(html + END);
});
