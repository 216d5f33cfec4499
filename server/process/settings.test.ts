import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatUsage } from './command-line.js';
import { parseAllow, parseTokens, readOrigins } from './settings.js';

describe('the tokens of a file', () => {
  it.each([
    ['one', 'abc\n', { '': ['abc'] }],
    ['callers', 'shop abc\nbilling  def\r\n', { shop: ['abc'], billing: ['def'] }],
    ['two of one caller', 'shop old\nshop new', { shop: ['old', 'new'] }],
    ['comments and empty lines', '# these\n\n  # and this\n\tshop\tabc ', { shop: ['abc'] }],
    ['a caller with the name of a member', '__proto__ a', { ['__proto__']: ['a'] }],
    ['none', '# none\n', {}],
  ])('are %s', (_, text, tokens) => {
    expect(Object.entries(parseTokens(text))).toEqual(Object.entries(tokens));
  });

  it('name a line of another form, without its token', () => {
    expect(() => parseTokens('a\nb c secret')).toThrow('Line 2 must be "<token>" or "<caller> <token>".');
    expect(() => parseTokens('b c secret')).not.toThrow(/secret/);
  });

  it.each(['Bearer', 'bearer', 'Basic'])('have no scheme, such as %s', (scheme) => {
    const parse = (): unknown => parseTokens(`a\n${scheme} secret`);
    expect(parse).toThrow(/^Line 2 begins with a scheme instead of a caller; omit "[Bb]\w+"\.$/);
  });
});

describe('the permissions of a file', () => {
  it.each([
    ['of callers', 'shop echo build\nbilling\t*\r\n', { shop: ['echo', 'build'], billing: ['*'] }],
    [
      'of every caller, with comments',
      '# all\n* operations # not a comment\n',
      { '*': ['operations', '#', 'not', 'a', 'comment'] },
    ],
    ['of one caller in two lines', 'shop echo\nshop build', { shop: ['echo', 'build'] }],
    ['of a caller with the name of a member', '__proto__ echo', { ['__proto__']: ['echo'] }],
  ])('%s', (_, text, allow) => {
    expect(Object.entries(parseAllow(text))).toEqual(Object.entries(allow));
  });

  it('name a line without an operation, and are not empty', () => {
    expect(() => parseAllow('shop echo\n\nbilling')).toThrow('Line 3 must be "<caller> <operation> <operation> …".');
    expect(() => parseAllow('# none')).toThrow('No caller may do anything');
  });
});

it('the origins of a file are one in each line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'origins-'));
  const file = join(folder, 'origins');
  try {
    writeFileSync(file, '# two\nhttp://a\n\nhttp://b\n');
    expect(readOrigins(file)).toEqual(['http://a', 'http://b']);
    writeFileSync(file, '# two\nhttp://a,http://b\n');
    expect(() => readOrigins(file)).toThrow('Line 2 has several origins; write one in each line.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the guide of the server names every flag', () => {
  const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/server.md', import.meta.url)), 'utf8');
  const flags = [...formatUsage('node main.js').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
  expect(flags.length).toBeGreaterThan(25);
  expect(flags.filter((flag) => !new RegExp(`${flag}(?![a-z-])`).test(guide))).toEqual([]);
});
