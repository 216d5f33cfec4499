/** The example clients, run by the commands of their README. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { cert } from '../../server/test/certificate.js';
import { ROOT } from '../commands/build.mjs';
import { isPythonRuledOut } from '../setup/python.mjs';
import { findMissing } from '../setup/programs.mjs';
import { type Call, TOKEN } from './calls.js';

/** An example. */
export interface Language {
  readonly name: string;
  /** The folder in examples/. */
  readonly folder: string;
  /** Installs the language where that is possible: the reason why it can't run here, and the way to change that. */
  readonly missing: () => Promise<string | undefined>;
  /** How the blocks of the README pass another deadline, in seconds: a text, and its replacement. */
  readonly deadlines: readonly (readonly [text: string, replace: (seconds: number) => string])[];
}

const findFirst = async (...found: readonly (() => Promise<string | undefined>)[]): Promise<string | undefined> => {
  for (const find of found) {
    const reason = await find();
    if (reason !== undefined) return reason;
  }
  return undefined;
};

const EXAMPLES = join(ROOT, 'examples');

async function findOldGo(): Promise<string | undefined> {
  const { failure, output } = await run('go', ['list', '-m'], { cwd: join(EXAMPLES, 'go') });
  return failure && `Go is too old. Install a newer one from https://go.dev/dl. Tried: ${output.trim()}.`;
}

/**
 * Each example reads `examples/calls.jsonl` and prints the members that `examples/README.md` lists. Each has a row there and in
 * `docs/guides/other-languages.md`, and files that its build leaves are in `.gitignore`.
 */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    folder: 'python',
    missing: () =>
      isPythonRuledOut
        ? Promise.resolve('ENDPOINTJS_NO_PYTHON is set')
        : findMissing({
            command: 'python3',
            probe: ['-c', 'import ensurepip, venv'],
            packages: ['python3-venv'],
            advice: 'Install Python 3 with venv',
          }),
    deadlines: [
      [' call.py ', (seconds) => ` call.py --deadline ${seconds} `],
      ['--deadline 2 ', (seconds) => `--deadline ${seconds} `],
    ],
  },
  {
    name: 'Go',
    folder: 'go',
    missing: () =>
      findFirst(
        () =>
          findMissing({
            command: 'go',
            probe: ['version'],
            packages: ['golang-go'],
            advice: 'Install Go from https://go.dev/dl',
          }),
        findOldGo,
        () =>
          findMissing({
            command: 'protoc',
            probe: ['--version'],
            packages: ['protobuf-compiler'],
            advice: 'Install the Protocol Buffers compiler',
          }),
      ),
    deadlines: [
      ['go run . ', (seconds) => `go run . -deadline ${seconds}s `],
      ['-deadline 2s ', (seconds) => `-deadline ${seconds}s `],
    ],
  },
  {
    name: 'Java',
    folder: 'java',
    missing: () =>
      findMissing({
        command: 'mvn',
        probe: ['--version'],
        packages: ['default-jdk-headless', 'maven'],
        advice: 'Install a JDK and Maven',
      }),
    deadlines: [
      [' 5000 ', (seconds) => ` ${seconds * 1000} `],
      [' 2000 ', (seconds) => ` ${seconds * 1000} `],
    ],
  },
  {
    name: 'curl',
    folder: 'curl',
    missing: () =>
      findMissing({
        command: 'curl',
        probe: ['--json', '', '--help'],
        packages: ['curl'],
        advice: 'Install curl 7.84',
      }),
    deadlines: [['sh call.sh ', (seconds) => `DEADLINE=${seconds} sh call.sh `]],
  },
];

/** A copy of an example, installed. */
export interface Installed {
  /** Runs a block of its README, in its folder; the first is 0. Other values replace those of the README. */
  readonly runBlock: (index: number, values?: Values) => Promise<Outcome>;
  /** Runs commands in its folder. */
  readonly runShell: (script: string) => Promise<Outcome>;
  /** Writes the requests that it makes from now on. */
  readonly writeCalls: (calls: readonly Call[]) => void;
  readonly remove: () => void;
}

type Outcome = Awaited<ReturnType<typeof run>>;
export type Values = readonly (readonly [text: string, value: string])[];

/** Copies an example as a user has it after a clone, with a certificate. */
export function copyExample({ folder }: Language): Installed {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const cwd = join(root, 'examples', folder);
  mkdirSync(join(root, 'proto'));
  cpSync(join(ROOT, 'proto', 'api.proto'), join(root, 'proto', 'api.proto'));
  cpSync(join(EXAMPLES, folder), cwd, {
    recursive: true,
    filter: (path) => !/[\\/](?:api|api_pb2\w*\.\w+|bin|target|__pycache__|\.venv)$/.test(path),
  });
  writeFileSync(join(cwd, 'ca.pem'), cert);
  const readme = readFileSync(join(cwd, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  // Some clients would use a proxy for these, too.
  const direct = [process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? [], '127.0.0.1,localhost'].flat().join();
  const env = { ...process.env, NO_PROXY: direct, no_proxy: direct, CALL_SERVER_TOKEN: TOKEN };
  const runShell = (script: string): Promise<Outcome> => run('sh', ['-e', '-c', script], { cwd, env });
  return {
    runShell,
    runBlock: (index, values = []) => {
      const block = blocks[index];
      if (block === undefined) throw new Error(`examples/${folder}/README.md has no block ${index}.`);
      const script = values.reduce((before, [text, value]) => {
        if (!before.includes(text)) throw new Error(`examples/${folder}/README.md: block ${index} lacks ${text}.`);
        return before.replaceAll(text, value);
      }, block);
      return runShell(script);
    },
    writeCalls: (calls) => {
      const lines = calls.map(({ request }) => `${JSON.stringify(request)}\n`);
      writeFileSync(join(root, 'examples', 'calls.jsonl'), lines.join(''));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
