import { expand } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';

const COMBINING = 'e\u0301e\u0301';

// RFC 6570 section 2.4.1: characters are counted, "to avoid splitting between the octets of a multi-octet-encoded character or
// within a pct-encoded triplet".
describe('a prefix counts characters', () => {
  test.each([
    ['{x:1}', '😀x', '%F0%9F%98%80'],
    ['{x:2}', '😀😁x', '%F0%9F%98%80%F0%9F%98%81'],
    ['{+x:1}', '😀x', '%F0%9F%98%80'],
    ['{x:2}', 'a😀x', 'a%F0%9F%98%80'],
    ['{x:1}', COMBINING, 'e'],
    ['{x:2}', COMBINING, 'e%CC%81'],
    ['{x:9999}', 'ab', 'ab'],
    ['{x:9999}', 'é'.repeat(10_000), '%C3%A9'.repeat(9999)],
    ['{+x:9999}', '%C3%A9'.repeat(10_000), '%C3%A9'.repeat(9999)],
    ['{x:3}', 'a\nb\nc', 'a%0Ab'],
    ['{x:3}', '', ''],
    ['{?x:3}', '', '?x='],
    ['{;x:3}', '', ';x'],
    ['{x:3}', 12345, '123'],
    ['{x:2}', 'a%20b', 'a%25'],
    ['{/x:4}', '%20b', '/%2520b'],
    ['{+x:2}', 'a%20b', 'a%20'],
    ['{#x:1}', '%2fb', '#%2f'],
    ['{+x:1}', '%C3%BCb', '%C3%BC'],
    ['{+x:2}', '%e2%82%ac%F0%9F%98%80b', '%e2%82%ac%F0%9F%98%80'],
    ['{+x:1}', '%FF%FE', '%FF'],
    ['{+x:1}', '%80%80', '%80'],
    ['{+x:2}', '%41%80b', '%41%80'],
    ['{+x:1}', '%zz', '%25'],
    ['{+x:3}', '%zz%41b', '%25zz'],
    ['{+x:4}', '%zz%41b', '%25zz%41'],
    ['{+x:3}', 'a/b/c', 'a/b'],
  ])('%s of %o', (template, x, url) => {
    expect(expand(template, { x })).toBe(url);
  });
});
