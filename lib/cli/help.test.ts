import { EndpointError } from 'endpoint.js';
import { expect, test } from 'vitest';
import { homepage } from '../package.json';
import { formatHelp } from './help.js';

test.each([
  [true, `See ${homepage}guides/errors.html#too-long`],
  [false, 'See guides/errors.html#too-long on the site that npm run docs serves'],
])('the help of an error while the site is public: %s', (isReleased, text) => {
  expect(formatHelp(new EndpointError('too-long', 'a: is too long.').help, isReleased)).toBe(text);
});
