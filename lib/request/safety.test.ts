import { createEndpoint, EndpointError, type EndpointErrorCode, type EndpointOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';

const api = createEndpoint({ baseUrl: 'https://h' });
const relative = createEndpoint();
/** Urls of at most twelve characters. */
const short = createEndpoint({ maxLength: 12 });
const { in: IN } = api;
const nulls = (count: number): null[] => Array.from({ length: count }, () => null);

// Each row kills a mutant of a safety rule that no other test detects.
describe('safety rules', () => {
  test.each<[route: string, options: EndpointOptions, url: string, builder?: typeof relative]>([
    ['GET /{a}?q={b}', { a: '.x' }, 'https://h/.x?q='],
    ['GET /{+a}', { a: 'v?x=1', q: 2 }, 'https://h/v?x=1&q=2'],
    ['GET /x/{+a}', { a: '?' }, 'https://h/x?'],
    ['GET /x?y=1{&a:1}', { [IN]: { query: { a: 'vw' } } }, 'https://h/x?y=1&a=v'],
    ['GET /x{#a}', { [IN]: { query: { a: 'v' } } }, 'https://h/x#v'],
    ['GET https://t.example{?ab,c}', { ab: 1, c: 2 }, 'https://t.example?ab=1&c=2'],
    ['GET x/y', {}, '/x/y', relative],
    ['GET /x{?a}', { a: '1234567' }, '/x?a=1234567', short],
    ['GET /{a}', { a: [...nulls(11), 'v'] }, '/v', short],
  ])('%s %o', (route, options, url, builder = api) => {
    expect(builder(route, options).url).toBe(url);
  });

  test.each<
    [route: string, options: EndpointOptions, code: EndpointErrorCode, about: RegExp, builder?: typeof relative]
  >([
    ['GET /../{a}', { a: 'x' }, 'invalid-url', /^url: .*"\.\."/],
    ['GET /.{a}/{b}', { a: 'x' }, 'missing-parameter', /^b: /],
    ['GET /x{?a}', { [IN]: { path: { a: 1 } } }, 'unsent-parameter', /^a: /],
    ['GET /x{?a}', { a: '12345678' }, 'too-long', /12 characters/, short],
    ['GET /{a}', { a: [...nulls(12), 'v'] }, 'too-long', /^a: .*12 characters/, short],
    ['GET /{a}', { a: 'x'.repeat(13) }, 'too-long', /^a: /, short],
    ['GET /x', { a: 'x'.repeat(13) }, 'too-long', /^a: /, short],
    ['GET /123456789012', {}, 'too-long', /^url: .*12 characters/, short],
  ])('%s %o → %s', (route, options, code, about, builder = api) => {
    const build = () => builder(route, options);
    expect(build).toThrow(EndpointError);
    expect(build).toThrow(expect.objectContaining({ code }));
    expect(build).toThrow(about);
  });
});
