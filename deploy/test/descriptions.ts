import { readFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createIgnore from '@balena/dockerignore';
import { dirname, join } from 'node:path';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');

/** The image's description, and the files that its build may read. */
export const containerfile = read('Containerfile');
export const dockerignore = read('Containerfile.dockerignore');

/** Reads the list in JSON of an instruction. */
function readList(instruction: string): string[] {
  const [, json = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(containerfile) ?? [];
  return JSON.parse(json);
}

/** The program of the image, its fixed flags, and its default flags, which flags after the image's name replace. */
export const [program = '', ...entryFlags] = readList('ENTRYPOINT').slice(1);
export const defaultFlags = readList('CMD');

/** Folders that are large, and excluded, as a test checks. */
export const neverRead = ['.git', 'node_modules', 'test-results', '.cache'];

/** Makes a filter of the files in a build's context, as Docker reads the patterns. */
export function createContextFilter(patterns: string): (path: string) => boolean {
  return createIgnore().add(patterns).createFilter();
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
