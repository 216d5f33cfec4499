/**
 * Prints the seconds of CPU time that an editor's first completion of a route takes, once it has read the files:
 * `node complete.mjs <package of the compiler> <folder with github.d.ts>`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [compiler = '', folder = ''] = process.argv.slice(2);
/** @type {typeof import('typescript59')} */
const ts = createRequire(import.meta.url)(compiler);

const file = join(folder, 'editor.ts');
const code = `import { createEndpoint } from 'endpoint.js';
import type { Routes } from './github.js';
const api = createEndpoint<Routes>();
api('¦');`;

/** @param {string} name */
const read = (name) => (name === file ? code.replace('¦', '') : ts.sys.readFile(name));

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => '0',
  getScriptSnapshot: (name) => {
    const text = read(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: read,
});

service.getProgram();
const start = process.cpuUsage();
const completions = service.getCompletionsAtPosition(file, code.indexOf('¦'), {})?.entries ?? [];
const { user, system } = process.cpuUsage(start);
if (completions.length < 1000) throw new Error(`There are only ${completions.length} completions.`);
console.log((user + system) / 1e6);
