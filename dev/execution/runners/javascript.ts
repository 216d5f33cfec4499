import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { ROOT } from '../../commands/build.mjs';
import { inFolder, runProgram, type Runner, writeSnippets } from './runner.js';

/** Imports the modules of its folder with the keys in its argument, some at a time, and reports those that fail. */
const MAIN = `
const keys = JSON.parse(process.argv[2]);
process.on('uncaughtException', (error) => { console.error(error); process.exitCode = 1; });
const next = async () => {
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    try {
      await import(\`./\${key}.mjs\`);
    } catch (error) {
      console.error(key, error);
      process.exitCode = 1;
    }
  }
};
await Promise.all(Array.from({ length: 8 }, next));
`;

/** Modules, inside of the repository so that they find the package by its name. */
export const javascript: Runner = {
  program: 'Node',
  every: 3,
  first: 0,
  async run(snippets, sandbox) {
    const cache = join(ROOT, '.cache');
    await mkdir(cache, { recursive: true });
    await inFolder({ ...sandbox, folder: cache }, 'snippets-', async ({ folder }) => {
      const main = join(folder, 'main.mjs');
      await writeSnippets(folder, snippets, (key, code) => [`${key}.mjs`, code]);
      await writeFile(main, MAIN);
      await runProgram(process.execPath, [main, JSON.stringify(snippets.map(([key]) => key))], sandbox);
    });
  },
};

/** Modules without their types; `types.test.ts` compiles them with their types. */
export const typescript: Runner = {
  ...javascript,
  first: 2,
  async run(snippets, sandbox) {
    const plain = snippets.map(async ([key, code]) => {
      const { code: javascriptCode } = await transform(code, { loader: 'ts', format: 'esm', target: 'es2022' });
      return [key, javascriptCode] as const;
    });
    await javascript.run(await Promise.all(plain), sandbox);
  },
};
