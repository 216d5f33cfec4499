import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** The image's description, and what of its build's context is read. */
export const containerfile = read('Containerfile');
export const dockerignore = read('Containerfile.dockerignore');

/** A list in JSON after an instruction. */
function list(instruction: string): string[] {
  const [, json = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(containerfile) ?? [];
  return JSON.parse(json);
}

/** What the image runs in Node, with which flags in any case, and with which where none follow its name. */
export const [program = '', ...entryFlags] = list('ENTRYPOINT').slice(1);
export const defaultFlags = list('CMD');
