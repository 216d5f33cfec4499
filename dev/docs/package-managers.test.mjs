import { describe, expect, test } from 'vitest';
import { translateCommands } from './package-managers.mjs';

/** The commands, by manager. @param {string} commands */
const translate = (commands) =>
  translateCommands(commands)?.map((tab) => {
    expect(tab.commands.endsWith('\n')).toBe(true);
    return tab.commands.trimEnd();
  });

describe('package managers', () => {
  test('are these', () => {
    expect(translateCommands('npx x')?.map(({ name }) => name)).toStrictEqual(['npm', 'pnpm', 'yarn', 'bun']);
  });

  test.each([
    ['npm install x @s/y.js', 'pnpm add x @s/y.js', 'yarn add x @s/y.js', 'bun add x @s/y.js'],
    ['npm install x # why', 'pnpm add x # why', 'yarn add x # why', 'bun add x # why'],
    ['npm install -D x', 'pnpm add -D x', 'yarn add -D x', 'bun add -d x'],
    ['npx x@1 a.yaml --b > c', 'pnpm dlx x@1 a.yaml --b > c', 'yarn dlx x@1 a.yaml --b > c', 'bunx x@1 a.yaml --b > c'],
    [`npx x "a b" c:='["d"]'`, `pnpm dlx x "a b" c:='["d"]'`, `yarn dlx x "a b" c:='["d"]'`, `bunx x "a b" c:='["d"]'`],
    ['npm install x\nnpx x', 'pnpm add x\npnpm dlx x', 'yarn add x\nyarn dlx x', 'bun add x\nbunx x'],
  ])('%s', (npm, ...others) => {
    expect(translate(npm)).toStrictEqual([npm, ...others]);
  });

  test.each([
    'npm install ./x.tgz',
    'npm install x && npx x',
    'npx --yes x',
    'npx x | npx y',
    'npm install x\n\nls',
    'ls',
  ])('%j stays as it is', (commands) => {
    expect(translateCommands(commands)).toBeUndefined();
  });
});
