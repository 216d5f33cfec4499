/** Examples as a stranger gets them: copies, with our packages as they are packed, run by the commands of their README. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run, start, stop } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import { build, ROOT } from '../commands/build.mjs';
import { PACKAGE_TARGETS, PACKAGES, packPackage } from '../commands/pack.mjs';
import { npmCommand } from '../setup/install.mjs';

/** The folder of all examples. */
export const EXAMPLES = join(ROOT, 'examples');

const GENERATED = /[\\/](?:node_modules|dist|package-lock\.json|\.next|\.wrangler|\.dev\.vars|next-env\.d\.ts)$/;

/** That of a user's terminal: the test runner's mode would change builds. The settings of npm are for speed alone. */
const ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST.*)$/.test(name))),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_loglevel: 'error',
  NO_COLOR: '1',
};

type Environment = Readonly<Record<string, string>>;

/** The tarballs of our packages, by the packages' names. */
export type Tarballs = ReadonlyMap<string, string>;

/** Builds and packs all packages into a folder, which exists. */
export async function packAll(folder: string): Promise<Tarballs> {
  await build(PACKAGE_TARGETS, console.error);
  const tarballs = new Map<string, string>();
  for (const each of PACKAGES) {
    const { name, tarball } = await packPackage(each, folder);
    tarballs.set(name, tarball);
  }
  return tarballs;
}

/** The members of an example's package.json in use. */
export interface ExampleManifest {
  readonly private: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Reads the package.json of an example. */
export const readExampleManifest = (name: string): ExampleManifest =>
  JSON.parse(readFileSync(join(EXAMPLES, name, 'package.json'), 'utf8')) as ExampleManifest;

/** The blocks of shell commands in the README of an example, each as its lines. */
export function readCommands(name: string): readonly (readonly string[])[] {
  const readme = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block.trimEnd().split('\n'));
}

/** Splits a command into words; those in double quotes may have spaces. */
function parseCommand(command: string): readonly [program: string, ...args: string[]] {
  const [program = '', ...args] = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  if (program === 'npm') {
    const [npm, ...before] = npmCommand();
    return [npm, ...before, ...args];
  }
  return [program === 'node' ? process.execPath : program, ...args];
}

/** A program that was started and runs. */
interface Started {
  /** What it printed for the groups of the expected text. */
  readonly groups: readonly string[];
  /** All that it has printed. */
  readonly output: () => string;
  /** Ends it, and waits until it has printed everything. */
  readonly stop: () => Promise<void>;
}

/** An installed copy of an example. */
export interface Example {
  readonly folder: string;
  readonly readme: string;
  /** Runs a command, which its README contains, to its end. */
  readonly run: (command: string, env?: Environment) => ReturnType<typeof run>;
  /** Starts such a command, and waits until it prints a text. */
  readonly start: (command: string, text: RegExp, env?: Environment) => Promise<Started>;
}

/**
 * Copies an example and installs it by the first command of its README.
 *
 * @param name its folder in examples/
 * @param parent the folder for the copy
 * @throws {Error} when npm fails, with its output
 */
export async function installExample(name: string, parent: string, tarballs: Tarballs): Promise<Example> {
  const folder = join(parent, name);
  mkdirSync(folder);
  cpSync(join(EXAMPLES, name), folder, { recursive: true, filter: (path) => !GENERATED.test(path) });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(withTarballs(readExampleManifest(name), tarballs)));
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const prepareCommand = (command: string, env: Environment = {}) => {
    if (!readme.includes(command)) throw new Error(`examples/${name}/README.md doesn't have the command "${command}".`);
    const [program, ...args] = parseCommand(command);
    return { program, args, options: { cwd: folder, env: { ...ENVIRONMENT, ...env } } };
  };
  const example: Example = {
    folder,
    readme,
    run: (command, env) => {
      const { program, args, options } = prepareCommand(command, env);
      return run(program, args, options);
    },
    start: (command, text, env) => {
      const { program, args, options } = prepareCommand(command, env);
      return follow(command, start(program, args, options), text);
    },
  };
  await withProgress(console.error, `Installing examples/${name}`, async () => {
    const { failure, output } = await example.run('npm install');
    if (failure !== undefined) throw new Error(`npm install in examples/${name} ${failure}:\n${output}`);
  });
  return example;
}

/** Replaces our packages, which the registry need not have in this version, by their tarballs. */
function withTarballs(manifest: ExampleManifest, tarballs: Tarballs): ExampleManifest & { readonly overrides: object } {
  const replace = (dependencies: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => {
        const tarball = tarballs.get(name);
        return [name, tarball === undefined ? version : `file:${tarball}`];
      }),
    );
  const [dependencies, devDependencies] = [replace(manifest.dependencies), replace(manifest.devDependencies)];
  // The server depends on the builder; npm refuses another file than that of a direct dependency.
  const overrides = 'endpoint.js' in dependencies ? {} : replace({ 'endpoint.js': '' });
  return { ...manifest, dependencies, devDependencies, overrides };
}

/** Waits until a child prints a text; rejects with its output if it ends before. */
function follow(command: string, child: ReturnType<typeof start>, text: RegExp): Promise<Started> {
  let printed = '';
  const output = (): string => stripVTControlCharacters(printed);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async (): Promise<void> => {
    await stop(child);
    await closed;
  };
  return new Promise((resolve, reject) => {
    const read = (chunk: unknown): void => {
      printed += String(chunk);
      const match = text.exec(output());
      if (match !== null) resolve({ groups: match.slice(1), output, stop: end });
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    void closed.then(() => reject(new Error(`${command} ended without printing ${text}:\n${output()}`)));
  });
}
