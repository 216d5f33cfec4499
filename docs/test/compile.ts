/** Compiles the blocks of TypeScript in pages. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Block } from './pages.js';

/** Whether a block is TypeScript. */
export const isTypeScript = ({ language }: Block): boolean => language === 'ts' || language === 'tsx';

/** The name of a block's file, without its ending. */
export const nameFile = ({ title }: Block): string => title.replace(/\W/g, '-');

/**
 * Compiles blocks in a folder, as one program, in which each is a module.
 *
 * @returns what the compiler reports; empty without mistakes
 */
export async function compileBlocks(folder: string, blocks: readonly Block[]): Promise<string> {
  const files = blocks.map((block) => `${nameFile(block)}.${block.language}`);
  for (const [index, { code }] of blocks.entries())
    writeFileSync(join(folder, files[index] ?? ''), `${code}\nexport {};\n`);
  const compilerOptions = { jsx: 'react-jsx', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'], noEmit: true };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files }));
  const compiler = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  return new Promise((settle) => {
    // The compiler exits with an error when it finds mistakes.
    execFile(process.execPath, [compiler, '--pretty', 'false', '-p', config], { cwd: ROOT }, (error, stdout, stderr) =>
      settle(stdout + stderr || (error?.message ?? '')),
    );
  });
}
