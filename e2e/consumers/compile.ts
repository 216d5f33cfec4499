/** Compiles the program of `typescript/` in each way to resolve the packages, with nothing unchecked, and runs what the compiler wrote. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';

/** The ways to resolve a package, as TypeScript names them, and the projects that use each: files and compiler options. */
export const RESOLUTIONS = {
  bundler: [
    { module: 'preserve', files: ['program.mts', 'required.cts'] },
    // Rejected by earlier versions (TS5095).
    { module: 'commonjs', files: ['program.cts'], since: 6 },
  ],
  nodenext: [{ module: 'nodenext', files: ['program.mts', 'program.cts', 'required.cts', 'identity.mts'] }],
  node16: [{ module: 'node16', files: ['program.mts', 'program.cts', 'required.cts', 'identity.mts'] }],
  node10: [
    { module: 'esnext', files: ['program.mts'] },
    { module: 'commonjs', files: ['program.cts', 'required.cts'] },
  ],
} as const satisfies Record<string, readonly Project[]>;

interface Project {
  readonly module: string;
  readonly files: readonly string[];
  /** The first version of TypeScript that allows it, where not all do. */
  readonly since?: number;
}

export type Resolution = keyof typeof RESOLUTIONS;

const listProjects = (version: string, resolution: Resolution): readonly Project[] =>
  RESOLUTIONS[resolution].filter((project: Project) => Number(version) >= (project.since ?? 0));

/** The results of a compilation: what the compiler and each written module print, errors included. */
export interface Outcome {
  readonly compiler: string;
  readonly modules: Readonly<Record<string, string>>;
}

const REPOSITORY = 'https://api.github.com/repos/octokit/endpoint.js';
const PRINTED = [
  [`${REPOSITORY}?page=2`, 'get', 'https://api.github.com/orgs/octokit', { url: 'https://example.com' }, 'GET', 'GET'],
  [REPOSITORY, '{"@in":{"query":{"url":"x"}}}', 1, true, true],
  ['/a%20b?name=a%20b', 'function', 'missing-parameter', 0, '/a'],
];
const REQUIRED = ['https://api.github.com/users/a', 'GET', [], 'function', 'function'];

/** What each module prints. That of another kind prints on loading too. */
const EXPECTED: Readonly<Record<string, string>> = {
  'program.mjs': JSON.stringify(PRINTED),
  'program.cjs': JSON.stringify(PRINTED),
  'required.cjs': JSON.stringify(REQUIRED),
  'identity.mjs': [PRINTED, [true, true, true, { url: 'b' }]].map((line) => JSON.stringify(line)).join('\n'),
};

/** The outcome without an error and without a warning. */
export function expectedOutcome(version: string, resolution: Resolution): Outcome {
  const names = listProjects(version, resolution).flatMap(({ files }) => files.map(writtenName));
  return { compiler: '', modules: Object.fromEntries(names.map((name) => [name, EXPECTED[name] ?? ''])) };
}

const writtenName = (file: string): string => file.replace('ts', 'js');

/**
 * @param project an installed copy of `typescript/`
 * @param tsc the compiler's file
 */
export async function compile(project: string, tsc: string, version: string, resolution: Resolution): Promise<Outcome> {
  for (const extension of ['mts', 'cts'])
    copyFileSync(join(project, 'program.ts'), join(project, `program.${extension}`));
  const compiler: string[] = [];
  const modules: Record<string, string> = {};
  for (const { module, files } of listProjects(version, resolution)) {
    const outDir = join('out', `${version}-${resolution}-${module}`);
    mkdirSync(join(project, outDir), { recursive: true });
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module,
      moduleResolution: resolution,
      types: [],
      strict: true,
      esModuleInterop: true,
      skipLibCheck: false,
      rootDir: '../..',
      outDir: '.',
      ...(version === '6.0' && resolution === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
    };
    const paths = files.map((file) => `../../${file}`);
    writeFileSync(join(project, outDir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: paths }));
    const compiled = await run(process.execPath, [tsc, '--pretty', 'false', '-p', outDir], { cwd: project });
    compiler.push(compiled.output);
    if (compiled.failure !== undefined) continue;
    for (const file of files) {
      const name = writtenName(file);
      modules[name] = (await run(process.execPath, [join(outDir, name)], { cwd: project })).output.trim();
    }
  }
  return { compiler: compiler.join(''), modules };
}
