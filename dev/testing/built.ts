import type { Plugin } from 'vite';
import { build } from '../commands/build.mjs';

/** A path from a source of the server to a file of its build: a worker's, a thread's or a process'. */
const BUILT_FILE = /(['"`])(?:\.\.\/)+dist\//;

/** Builds the server before a test loads a module that starts a file of its build. Without changes that costs some milliseconds. */
export const buildStartedFiles: Plugin = {
  name: 'build-started-files',
  async transform(code, id) {
    if (/\/server\/.*\.(?:ts|mjs)$/.test(id) && BUILT_FILE.test(code)) await build(['lib', 'server'], console.error);
  },
};
