import { describe, expect, it } from 'vitest';
import { parseAllowedOrigins } from './allowed-origins.js';

const list = [
  'https://api.example.com', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://*.example.com', 'http://*.example.net:8080',
]; // prettier-ignore

describe('allowed origins', () => {
  it.each([
    ['https://api.example.com/path?q#f', 'exact'],
    ['https://api.example.com:443/', 'exact'],
    ['https://API.example.com', 'exact'],
    ['https://user:password@api.example.com/', 'exact'],
    ['http://127.0.0.1:8080/', 'exact'],
    ['http://2130706433:8080/', 'exact'],
    ['http://[0:0::1]:8080/', 'exact'],
    ['https://a.example.com/', 'wildcard'],
    ['https://a.b.example.com/', 'wildcard'],
    ['http://a.example.net:8080/', 'wildcard'],
    ['http://api.example.com/', undefined],
    ['https://api.example.com:444/', undefined],
    ['https://example.com/', undefined],
    ['https://.example.com/', undefined],
    ['https://api.example.com./', undefined],
    ['https://aexample.com/', undefined],
    ['https://a.example.com.evil.test/', undefined],
    ['https://api.example.com@evil.test/', undefined],
    ['http://a.example.net/', undefined],
    ['http://127.0.0.1/', undefined],
    ['http://localhost:8080/', undefined],
    ['ftp://api.example.com/', undefined],
    ['file:///', undefined],
  ] as const)('%s: %s', (url, match) => {
    expect(parseAllowedOrigins(list).match(new URL(url))).toBe(match);
  });

  it('may be every host of a scheme and port', () => {
    const { match } = parseAllowedOrigins(['https://*']);
    expect(match(new URL('https://any.test/'))).toBe('wildcard');
    expect(match(new URL('https://127.0.0.1/'))).toBe('wildcard');
    expect(match(new URL('http://any.test/'))).toBeUndefined();
    expect(match(new URL('https://any.test:8443/'))).toBeUndefined();
  });

  it.each([
    ['*', "isn't an origin that can be allowed; write https://api.example.com, https://*.example.com or https://*."],
    ['', "isn't an origin"],
    ['api.example.com', "isn't an origin"],
    ['ftp://a.example', "isn't an origin"],
    ['https://a.*.example', "isn't an origin"],
    ['https://*a.example', "isn't an origin"],
    ['https://*.*.example', "isn't an origin"],
    ['https://*.0.0.1', "isn't an origin"],
    ['https://*:99999', "isn't an origin"],
    ['https://a.example/', 'is not how this origin is written; write https://a.example.'],
    ['https://A.example', 'write https://a.example.'],
    ['https://*.A.example', 'write https://*.a.example.'],
    ['https://*.a.example/', 'write https://*.a.example.'],
    ['https://*:443', 'write https://*.'],
    ['http://2130706433', 'write http://127.0.0.1.'],
  ])('%s is refused', (entry, message) => {
    expect(() => parseAllowedOrigins([entry])).toThrow(TypeError);
    expect(() => parseAllowedOrigins([entry])).toThrow(`${JSON.stringify(entry)} `);
    expect(() => parseAllowedOrigins([entry])).toThrow(message);
  });
});
