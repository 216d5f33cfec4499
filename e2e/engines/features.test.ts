/** The published files use no syntax and no feature that an engine of their floor lacks; `bytes.full.test.ts` runs them in old engines. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { build, ROOT } from '../../dev/commands/build.mjs';

await build(['lib', 'script-tag', 'client', 'client-esm', 'playground'], console.error);

/** What es-check reports; it ends with an error when a file has a newer feature. */
const check = (...args: string[]): Promise<string> =>
  new Promise((settle) => {
    const program = join(ROOT, 'node_modules', 'es-check', 'lib', 'cli', 'index.js');
    execFile(process.execPath, [program, ...args, '--noCache'], { cwd: ROOT }, (error, out, err) =>
      settle(error ? out + err : ''),
    );
  });

/** The library and the client: Chrome 85, Firefox 79 and Safari 14. The command runs in Node alone. */
const LIBRARY = ['lib/dist', 'lib/dist/shared', 'client/dist'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.js') && !/^cli\b|\.min\.js$/.test(name))
    .map((name) => `${folder}/${name}`),
);

test.each([
  ['the library and the client', 'es2021', '--checkFeatures', '--module', ...LIBRARY],
  ['the file for script tags', 'es2021', '--checkFeatures', 'lib/dist/endpoint.min.js'],
  // Chrome 120, Firefox 125 and Safari 17; the compiler knows the members of ES2023 alone.
  ['the playground', 'es2023', '--module', 'playground/dist/assets/*.js'],
])('%s', async (_, ...args) => {
  expect(await check(...args)).toBe('');
});

/** Features that no version of the language decides: Safari 16.4, and members of the Web's APIs. */
const NEWER = /\(\?<[=!]|AbortSignal\.(?:any|timeout)|URL\.canParse|structuredClone|Promise\.(?:try|withResolvers)/;

test.each([...LIBRARY, 'lib/dist/endpoint.min.js'])('%s has no newer feature of engines', (path) => {
  expect(NEWER.exec(readFileSync(join(ROOT, path), 'utf8'))).toBeNull();
});

test('finds newer features', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const newer = ['Object.hasOwn({}, "x");', '[1].at(-1);', 'class A { #x = 1; }', '[1].toSorted();'];
  const files = newer.map((code, index) => {
    const file = join(folder, `${index}.js`);
    writeFileSync(file, code);
    return file;
  });
  const found = await check('es2021', '--checkFeatures', ...files);
  expect(files.filter((file) => !found.includes(file))).toEqual([]);
});
