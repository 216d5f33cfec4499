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
    ['npm install x', 'pnpm add x', 'yarn add x', 'bun add x'],
    ['npm install x @s/y.js', 'pnpm add x @s/y.js', 'yarn add x @s/y.js', 'bun add x @s/y.js'],
    ['npm install x@1.2.3', 'pnpm add x@1.2.3', 'yarn add x@1.2.3', 'bun add x@1.2.3'],
    ['npm install x # why', 'pnpm add x # why', 'yarn add x # why', 'bun add x # why'],
    ['npm install -D x', 'pnpm add -D x', 'yarn add -D x', 'bun add -d x'],
    ['npx x', 'pnpm dlx x', 'yarn dlx x', 'bunx x'],
    ['npx x@1 a.yaml --b > c', 'pnpm dlx x@1 a.yaml --b > c', 'yarn dlx x@1 a.yaml --b > c', 'bunx x@1 a.yaml --b > c'],
    [`npx x "a b" c:='["d"]'`, `pnpm dlx x "a b" c:='["d"]'`, `yarn dlx x "a b" c:='["d"]'`, `bunx x "a b" c:='["d"]'`],
    ['npm install x\nnpx x', 'pnpm add x\npnpm dlx x', 'yarn add x\nyarn dlx x', 'bun add x\nbunx x'],
  ])('%s', (npm, ...others) => {
    expect(translate(npm)).toStrictEqual([npm, ...others]);
  });

  test.each(['npm i x', 'npm install --save-dev x'])('npm has the usual form of %s', (npm) => {
    expect(translate(npm)?.[0]).toMatch(/^npm install (?:-D )?x$/);
  });

  test.each([
    'npm install',
    'npm install -g x',
    'npm install ./x.tgz',
    'npm install https://h.example/x.tgz',
    'npm install x && npx x',
    'npx --yes x',
    'npx x | npx y',
    'npx x; ls',
    'curl -s u | npx x',
    'npm install x\nls',
    'npm install x\n\nls',
    'npm start',
    'ls',
    '',
  ])('%j stays as it is', (commands) => {
    expect(translateCommands(commands)).toBeUndefined();
  });
});
