import { describe, expect, it } from 'vitest';
import type { Interceptor } from './index.js';
import { createPermissions, type Allow } from './service/permissions.js';
import { serving } from './test/serving.js';

const { start } = serving();

const names = new Map(['echo', 'build', 'operations'].map((name) => [name, undefined]));

describe('a caller may use an operation', () => {
  const cases: readonly (readonly [allow: Allow, caller: string | undefined, code: string, allowed: boolean])[] = [
    [{ shop: ['echo'] }, 'shop', 'echo', true],
    [{ shop: ['echo'] }, 'shop', 'build', false],
    [{ shop: ['echo'] }, 'billing', 'echo', false],
    [{ shop: ['echo'] }, '', 'echo', false],
    [{ shop: ['echo'] }, undefined, 'echo', false],
    [{ shop: ['*'] }, 'shop', 'no such', true],
    [{ shop: [] }, 'shop', 'echo', false],
    [{ shop: ['build'], '*': ['echo'] }, 'shop', 'echo', true],
    [{ '*': ['echo'] }, undefined, 'echo', true],
    [{ '*': ['echo'] }, 'toString', 'toString', false],
    [{ shop: ['echo'] }, '*', 'echo', false],
    [{}, 'shop', 'echo', false],
    [{ '*': ['*'] }, 'shop', '', true],
  ];
  it.each(cases)('by %j, as %j, %j: %j', (allow, caller, code, allowed) => {
    expect(createPermissions(allow, names)(caller, code)).toBe(allowed);
  });
});

it('others are refused, over both transports, and not listed', async () => {
  const statuses: unknown[] = [];
  const seen: string[] = [];
  const interceptor: Interceptor = (call, next) => {
    seen.push(call.request.code);
    return next(call);
  };
  const { callers } = await start({
    token: { shop: 'a', billing: 'b', '': 'c' },
    allow: { shop: ['echo', 'operations'], billing: ['*'] },
    interceptors: [interceptor],
    log: (line) => line.event === 'call' && statuses.push([line.caller, line.code, line.status]),
  });
  for (const caller of Object.values(callers)) {
    const ask = (token: string, code: string) =>
      caller.call({ code, str1: 'x' }, { metadata: { authorization: `Bearer ${token}` } });
    const list = async (token: string): Promise<string[]> => {
      const { response } = await ask(token, 'operations');
      return (JSON.parse(response?.message ?? '') as { name: string }[]).map(({ name }) => name);
    };
    expect((await ask('a', 'echo')).code).toBe(0);
    const all = await list('b');
    expect(all.length).toBeGreaterThan(2);
    expect(await list('a')).toEqual(['echo', 'operations']);
    expect(await list('b')).toEqual(all);
    for (const code of ['build', 'no such', '']) {
      expect(await ask('a', code)).toMatchObject({
        code: 7,
        details: `The caller shop may not use the operation "${code}"; it may use: echo, operations.`,
        response: undefined,
      });
    }
    expect(await ask('c', 'echo')).toMatchObject({
      code: 7,
      details: 'A caller without a name may not use the operation "echo"; it may use none.',
    });
    expect((await ask('b', 'no such')).response?.message).toMatch(/^There is no operation "no such"/);
  }
  expect(new Set(seen)).toEqual(new Set(['echo', 'operations', 'no such']));
  expect(statuses).toContainEqual(['shop', 'build', 'PERMISSION_DENIED']);
  expect(statuses).toContainEqual(['shop', null, 'PERMISSION_DENIED']);
});
