import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { catchError } from '../test/attempt.js';

/** Rules of base URLs and urls. */
const ORIGINS: readonly [url: string, problem: string][] = [
  ['//host/x', 'begins with "//host"; write https://host/path or /path'],
  ['//', 'begins with "//"; write https://host/path or /path'],
  ['https:/x', 'begins with "https:"; write https://host/path or /path'],
  ['HTTP:h', 'begins with "HTTP:h"; write https://host/path or /path'],
  ['https://', 'begins with "https://"; write https://host/path or /path'],
  ['https:///x', 'begins with "https://"; write https://host/path or /path'],
  ['https://?x', 'begins with "https://"; write https://host/path or /path'],
  ['http://{h}/x', 'has a host with "{h}"; write https://host/path or /path'],
  ['https://h{x}', 'has a host with "{x}"; write https://host/path or /path'],
  ['https://h{+x}', 'has a host with "{+x}"; write https://host/path or /path'],
  ['https://h:{x}/', 'has a host with "{x}"; write https://host/path or /path'],
  ['https://h{.x}', 'has a host with "{.x}"; write https://host/path or /path'],
  ['https://h{;x}', 'has a host with "{;x}"; write https://host/path or /path'],
  ['https://h{&x}', 'has a host with "{&x}"; write https://host/path or /path'],
  ['https://h{/x}.evil', 'has a host with "{/x}"; write https://host/path or /path'],
  ['https://h{?x}{y}', 'has a host with "{?x}{y}"; write https://host/path or /path'],
  ['https://h{x', 'has a host with "{x"; write https://host/path or /path'],
  ['https://h}', 'has a host with "}"; write https://host/path or /path'],
  ['https://h\\x', 'has a host with "\\\\"; write https://host/path or /path'],
  ['https://a b/x', 'has a host with " "; write https://host/path or /path'],
  ['https://a\nb/x', 'has a host with "\\n"; write https://host/path or /path'],
  ['https://h:99999/', 'has the host "h:99999"; write a name and a port below 65536'],
  ['https://me:1@h:x', 'has the host "me:1@h:x"; write a name and a port below 65536'],
  ['https://[/x', 'has the host "["; write a name and a port below 65536'],
  ['https://a%/', 'has the host "a%"; write a name and a port below 65536'],
  ['https://[::g]:80/', 'has the host "[::g]:80"; write a name and a port below 65536'],
  ['https://h/a/../b', 'has the segment ".."; write the path that it means'],
  ['https://h/%2e%2E/x', 'has the segment "%2e%2E"; write the path that it means'],
  ['https://h/.', 'has the segment "."; write the path that it means'],
  [`https://${'a'.repeat(300)}%`, `has the host "${'a'.repeat(99)}"; write a name and a port below 65536`],
];

/** Further rules of base URLs. */
const BASES: readonly [baseUrl: string, problem: string][] = [
  ['h', 'begins with "h"; write https://host/path or /path'],
  ['api/x', 'begins with "api/x"; write https://host/path or /path'],
  ['javascript:alert(1)', 'begins with "javascript:alert(1)"; write https://host/path or /path'],
  ['\nhttps://h', 'has the character "\\n"; percent-encode it, or leave it out'],
  ['https://h?a=1', 'has the character "?"; percent-encode it, or leave it out'],
  ['https://h/x?', 'has the character "?"; percent-encode it, or leave it out'],
  ['/api#x', 'has the character "#"; percent-encode it, or leave it out'],
  ['/api#x?y', 'has the character "#"; percent-encode it, or leave it out'],
  ['https://h/{x}', 'has the character "{"; percent-encode it, or leave it out'],
  ['/a b', 'has the character " "; percent-encode it, or leave it out'],
  ['/ä', 'has the character "ä"; percent-encode it, or leave it out'],
  ['/x/\u017f', 'has the character "ſ"; percent-encode it, or leave it out'],
  ['/💥', 'has the character "💥"; percent-encode it, or leave it out'],
  ['/a\\b', 'has the character "\\\\"; percent-encode it, or leave it out'],
  ['/a\n', 'has the character "\\n"; percent-encode it, or leave it out'],
  ['/a^', 'has the character "^"; percent-encode it, or leave it out'],
  ['/%2E', 'has the segment "%2E"; write the path that it means'],
  ['/.%2e/', 'has the segment ".%2e"; write the path that it means'],
  ['/..', 'has the segment ".."; write the path that it means'],
];

/** Everything that reads a base URL, at once. */
const READERS: Readonly<Record<string, (baseUrl: string) => unknown>> = {
  'createEndpoint({ baseUrl })': (baseUrl) => createEndpoint({ baseUrl }),
  'defaults({ baseUrl })': (baseUrl) => createEndpoint().defaults({ baseUrl }),
  'the options of a call': (baseUrl) => createEndpoint()('/x', { baseUrl }),
  'merge({ baseUrl })': (baseUrl) => createEndpoint().merge({ baseUrl }),
  'parse(merged)': (baseUrl) => createEndpoint().parse({ ...createEndpoint().merge('/x'), baseUrl }),
};

describe('each rule of base URLs has its sentence, which quotes the text that breaks it', () => {
  describe.each(Object.entries(READERS))('%s', (_, read) => {
    test.each([...ORIGINS, ...BASES])('%j %s', (baseUrl, problem) => {
      const error = catchError(() => read(baseUrl));
      expect(error).toMatchObject({ code: 'invalid-url', parameter: 'baseUrl', message: `baseUrl: ${problem}.` });
    });
  });

  test('a lone surrogate', () => {
    expect(catchError(() => createEndpoint({ baseUrl: '/\ud800' }))).toMatchObject({
      code: 'invalid-url',
      parameter: 'baseUrl',
      message: 'baseUrl: has the character "\\ud800"; percent-encode it, or leave it out.',
    });
  });
});

describe('so has each rule of urls', () => {
  const values: EndpointOptions = { h: 'evil', x: '@evil', y: 'z' };

  test.each(ORIGINS)('%j %s', (url, problem) => {
    for (const build of [
      () => createEndpoint()(`GET ${url}`, values),
      () => createEndpoint({ baseUrl: 'https://h' })({ ...values, url }),
    ]) {
      const error = catchError(build);
      expect(error).toMatchObject({ code: 'invalid-url', parameter: 'url', message: `url: ${problem}.` });
    }
  });
});

test.each([
  ['s3://h', 's3://h/x'],
  ['https://h:65535/a/', 'https://h:65535/a/x'],
  ['https://me:p%40ss@[::1]:1', 'https://me:p%40ss@[::1]:1/x'],
  ['https://ä.example', 'https://ä.example/x'],
  ["/a!$&'()*+,;=:@-._~%20[|]", "/a!$&'()*+,;=:@-._~%20[|]/x"],
  ['/.../..a', '/.../..a/x'],
  ['', '/x'],
])('the base URL %j is accepted', (baseUrl, url) => {
  expect(createEndpoint({ baseUrl })('/x').url).toBe(url);
});

test.each([
  ['https:', 'HTTPS://h{?x}', 'HTTPS://h?x=1'],
  ['a word that ends in http:', '/http:/{x}', '/http:/1'],
])('%s is part of a valid url', (_, url, expected) => {
  expect(createEndpoint()({ url, x: 1 }).url).toBe(expected);
});
