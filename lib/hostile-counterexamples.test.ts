import { describe, expect, test } from 'vitest';
import type { HostileCase } from './test/hostile/generator.cases.js';
import { judge, judgeExplanation } from './test/hostile/invariants.cases.js';

const settings: HostileCase['settings'] = { missing: 'error', strict: false, arrays: 'comma', maxLength: undefined };
const omit: HostileCase['settings'] = { ...settings, missing: 'omit' };

/** A request with the usual settings. */
const request = (
  route: string,
  values: HostileCase['values'],
  more: Partial<Omit<HostileCase, 'method' | 'url' | 'values'>> = {},
): HostileCase => {
  const [method = '', url = ''] = route.split(/ (.*)/s);
  return {
    method,
    url,
    asRoute: true,
    baseUrl: 'https://h',
    settings,
    values,
    located: { path: {}, query: {} },
    ...more,
  };
};

describe('keeps every invariant', () => {
  // Findings of random requests, in their smallest form.
  test.each<[route: string, values: HostileCase['values'], more?: Parameters<typeof request>[2]]>([
    ['GET /{b}{?a}{c}', { b: '', c: '.evil.com' }],
    ['GET /{b}{?a}{+c}', { b: '', c: ':81/x' }],
    ['GET /{b}{?a}{+c}', { b: '', c: '@evil' }],
    ['GET /{id}{?page}{&sort}', { id: '', sort: '.evil.com' }],
    ['GET /{id}{&sort}', { sort: '.evil.com' }, { settings: omit }],
    ['GET https://t.example/:b{&b}', { b: '' }],
    ['PUT /{b}{?b}&r=2', {}, { settings: omit }],
    ['DELETE /users{?dry}/{id}', { id: '..' }],
    ['DELETE /users{?dry}/{id}', {}],
    ['DELETE /users{&dry}/{id}', { dry: 1 }],
    ['DELETE /users{#dry}/{id}', { id: '' }],
    ['DELETE /users/{id}', { id: '' }],
    ['PUT /users/{+id}', { id: [''] }],
    ['GET /{&a}/:b', { a: '', b: '' }],
    ['GET /x/{b*}{#c}/:a', { a: 'v', b: '' }],
    ['DELETE /x/{+c}{&a}', { a: '', c: '' }],
    ['GET /x/{a}/{b}', {}, { settings: omit }],
    ['GET /{a}/{b}', {}, { settings: omit, baseUrl: '' }],
    ['GET /{+u}', { u: '/evil' }, { baseUrl: '' }],
    ['GET /..', {}],
    ['GET /x', {}, { baseUrl: 'https://h/..' }],
    ['GET /x', {}, { baseUrl: '/a b' }],
    ['GET /..{+a}', { a: '?x' }],
    ['GET /{+a:1}', { a: 'é%80x' }],
    ['GET /{.a}/#{b}', { a: 'x', b: 'y' }],
    ['GET /{;a}{?b}/:b', { b: 'x' }, { baseUrl: 'https://h/v1' }],
    ['GET /{+a}{b}', { a: '/?', b: 'x' }],
    ['PATCH /x/{?a}.:a', { a: 'y' }, { settings: omit }],
    ['DELETE /x/{+a}', { a: '?y' }],
  ])('%s %o', (route, values, more) => {
    const one = request(route, values, more);
    expect([...judge(one).violations, ...judgeExplanation(one)]).toEqual([]);
  });
});
