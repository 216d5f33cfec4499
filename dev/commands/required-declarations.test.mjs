import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requiredDeclarations } from './required-declarations.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} declarations of an entry */
function writeRequired(declarations) {
  const path = join(folder, 'index.d.ts');
  writeFileSync(path, declarations);
  writeFileSync(
    join(folder, 'other.d.ts'),
    'declare class Other {}\ninterface Shape {}\nexport { Other as O, Shape as S };',
  );
  const [[written, text] = ['', '']] = requiredDeclarations([path]);
  expect(written).toBe(join(folder, 'index.d.cts'));
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe("import type * as module from './index.js' with { 'resolution-mode': 'import' };");
  return lines;
}

const FROM = "from './index.js' with { 'resolution-mode': 'import' };";

test.each([
  [
    'a function, with its comment',
    '/** Does. */\nexport declare function f(): void;',
    ['/** Does. */', 'export declare const f: typeof module.f;', 'export {};'],
  ],
  [
    'a constant, with its comment',
    '/** Is. */\nexport declare const c: unique symbol;',
    ['/** Is. */', 'export declare const c: typeof module.c;', 'export {};'],
  ],
  [
    'a class: a value and a type',
    'export declare class C {}',
    ['export declare const C: typeof module.C;', 'export type C = module.C;', 'export {};'],
  ],
  ['types', 'export type T<V> = V[];\nexport interface I {}', [`export type { T, I } ${FROM}`]],
  [
    'members of another file',
    "export { O as Other, S as Shape } from './other.js';",
    [
      'export declare const Other: typeof module.Other;',
      'export type Other = module.Other;',
      `export type { Shape } ${FROM}`,
    ],
  ],
])('names %s', (_, declarations, expected) => {
  expect(writeRequired(declarations)).toEqual(expected);
});

test('a generic class is an error', () => {
  expect(() => writeRequired('export declare class Box<V> { value: V; }')).toThrow('Box is a generic class');
});
