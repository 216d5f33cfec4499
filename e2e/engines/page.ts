/** A page with the file for script tags, and with cases of `lib/test` as `cases`, in one response. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build, ROOT, SCRIPT_TAG } from '../../dev/commands/build.mjs';

/**
 * @param cases the name of their file
 * @param scripts more scripts of the page
 */
export async function writePage(cases: string, ...scripts: readonly string[]): Promise<string> {
  await build(['lib', 'script-tag'], console.error);
  const { outputFiles } = await bundle({
    entryPoints: [join(ROOT, 'lib', 'test', cases)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'cases',
    target: 'es2019',
  });
  const all = [readFileSync(join(ROOT, SCRIPT_TAG), 'utf8'), outputFiles[0]?.text ?? '', ...scripts];
  return `<!doctype html><meta charset="utf-8">${all.map((code) => `<script>${code}</script>`).join('')}`;
}
