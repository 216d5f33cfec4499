import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
