import dockerignore from '@balena/dockerignore';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that are large, and excluded, as a test checks. */
export const neverRead = ['.git', 'node_modules', 'test-results', '.cache'];

/** Makes a filter of the files in a build's context, as Docker reads the patterns. */
export function createContextFilter(patterns: string): (path: string) => boolean {
  return dockerignore().add(patterns).createFilter();
}

/** Lists the files of a folder that are in the context. */
export function listContextFiles(root: string, patterns: string): string[] {
  const isIn = createContextFilter(patterns);
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !neverRead.includes(name));
  return top.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const below = readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true });
    return below.flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name).slice(root.length)] : []));
  }).filter(isIn); // prettier-ignore
}

/** Copies these files, as a build does with its context. */
export function copyContext(root: string, files: readonly string[], target: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}
