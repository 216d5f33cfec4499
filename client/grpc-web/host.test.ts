import { describe, expect, it } from 'vitest';
import { untyped } from '../test/outcomes.js';
import { resolveHost } from './host.js';

describe('host', () => {
  it.each<[string, string | undefined, string]>([
    ['http://localhost:8080', undefined, 'http://localhost:8080'],
    ['HTTPS://Example.com/', undefined, 'https://example.com'],
    ['https://example.com/api//', undefined, 'https://example.com/api'],
    ['', 'https://page.example', 'https://page.example'],
    ['/api', 'https://page.example', 'https://page.example/api'],
  ])('%j on a page of %s is %s', (host, origin, resolved) => expect(resolveHost(host, origin)).toBe(resolved));

  it.each<[unknown, string | undefined, string]>([
    [undefined, undefined, 'host: undefined is not a string'],
    ['', undefined, 'is relative, but there is no page'],
    ['/api', 'null', 'is relative, but there is no page'],
    [
      'localhost:8080',
      undefined,
      'host: "localhost:8080" begins with "localhost:", not with http:// or https://; pass an address like',
    ],
    ['api.example.com', 'https://page.example', 'begins with neither "http://" or "https://" nor "/"'],
    ['ftp://h', undefined, 'begins with "ftp:", not with http'],
    ['http://', undefined, 'is not a URL'],
    ['http://u:p@h', undefined, 'user name or password'],
    ['http://h?x', undefined, 'a query or a fragment'],
    ['http://h#x', undefined, 'a query or a fragment'],
  ])('rejects %j', (host, origin, message) => {
    expect(() => resolveHost(untyped(host), origin)).toThrow(message);
  });
});
