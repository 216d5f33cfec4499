import { describe, expect, it } from 'vitest';
import { parseTokens } from './settings.js';

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
});
