/** Examples as a stranger gets them: copies, with our packages as they are packed, run by the commands of their README. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run, start, stop } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import { ROOT } from '../commands/build.mjs';
import { packAll, PACKAGES } from '../commands/pack.mjs';
import { npmCommand } from '../setup/install.mjs';
import { startRegistry } from '../testing/registry.mjs';

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
type Replacement = readonly [text: string, value: string];

/** Copies of the examples beside our packed packages, as in a clone after `npm run pack`. */
export interface Examples {
  /** Copies an example, and installs it by the first command of its README. */
  readonly install: (name: string) => Promise<Example>;
  readonly stop: () => Promise<void>;
}

/**
 * Builds and packs all packages.
 *
 * @param folder for the packages and copies; it exists
 */
export async function prepareExamples(folder: string): Promise<Examples> {
  await packAll(join(folder, 'packages'), console.error);
  const [npm, ...args] = npmCommand();
  const { stdout } = await run(npm, [...args, 'config', 'get', 'registry'], { cwd: ROOT });
  // Once released, the examples name the version, which npm's registry may not have yet.
  const registry = await startRegistry(PACKAGES, folder, stdout.trim());
  return {
    install: (name) => installExample(name, folder, { ...ENVIRONMENT, npm_config_registry: registry.url }),
    stop: () => registry.stop(),
  };
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

/** Splits a command into words; those in quotes may have spaces. */
function parseCommand(command: string): readonly [program: string, ...args: string[]] {
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)];
  const [program = '', ...args] = words.map(([word, double, single]) => double ?? single ?? word);
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
  /** Runs a command, which its README contains, to its end. A text in it may be replaced, such as a port. */
  readonly run: (command: string, env?: Environment, replacement?: Replacement) => ReturnType<typeof run>;
  /** Starts such a command, and waits until it prints a text. */
  readonly start: (command: string, text: RegExp, env?: Environment, replacement?: Replacement) => Promise<Started>;
}

async function installExample(name: string, parent: string, environment: NodeJS.ProcessEnv): Promise<Example> {
  const folder = join(parent, 'examples', name);
  cpSync(join(EXAMPLES, name), folder, { recursive: true, filter: (path) => !GENERATED.test(path) });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const prepareCommand = (command: string, env: Environment = {}, [text, value]: Replacement = ['', '']) => {
    if (!readme.includes(command)) throw new Error(`examples/${name}/README.md doesn't have the command "${command}".`);
    const [program, ...args] = parseCommand(command.replace(text, value));
    return { program, args, options: { cwd: folder, env: { ...environment, ...env } } };
  };
  const example: Example = {
    folder,
    readme,
    run: (command, env, replacement) => {
      const { program, args, options } = prepareCommand(command, env, replacement);
      return run(program, args, options);
    },
    start: (command, text, env, replacement) => {
      const { program, args, options } = prepareCommand(command, env, replacement);
      return follow(command, start(program, args, options), text);
    },
  };
  await withProgress(console.error, `Installing examples/${name}`, async () => {
    const { failure, output } = await example.run('npm install');
    if (failure !== undefined) throw new Error(`npm install in examples/${name} ${failure}:\n${output}`);
  });
  return example;
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
