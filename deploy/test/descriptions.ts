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

const [, ...start] = readList('ENTRYPOINT');
const scriptAt = start.findIndex((argument) => !argument.startsWith('--'));

/** The image's start: the flags of Node, the program, its fixed flags, and its default flags, which flags after the image's name replace. */
export const nodeFlags = start.slice(0, scriptAt);
export const program = start[scriptAt] ?? '';
export const entryFlags = start.slice(scriptAt + 1);
export const defaultFlags = readList('CMD');

/** Names of folders that are large, and excluded, as a test checks. */
export const neverRead = ['.git', 'node_modules', '.cache'];

/** Makes a filter of the files in a build's context, as Docker reads the patterns. */
export function createContextFilter(patterns: string): (path: string) => boolean {
  return createIgnore().add(patterns).createFilter();
}

/** Lists the files of a folder that are in the context. */
export function listContextFiles(root: string, patterns: string): string[] {
  return listFiles(root, '').filter(createContextFilter(patterns));
}

function listFiles(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    return neverRead.includes(entry.name) ? [] : listFiles(root, path);
  });
}

/** Copies these files, as a build does with its context. */
export function copyContext(root: string, files: readonly string[], target: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}
