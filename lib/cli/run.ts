import { version } from '../package.json';
import { build } from './build.js';
import { Failure, UsageError, type Command, type Io } from './command.js';
import { types } from './types.js';

const COMMANDS: readonly Command[] = [build, types];

const HELP = `Usage: endpoint.js <command> [arguments]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(8)}${summary}`).join('\n')}

  endpoint.js <command> --help   what a command takes
  endpoint.js --version          the version

Results go to standard output, all else to standard error.
Exit codes: 0 done, 1 it can't be done, 2 the arguments can't be understood.
`;

/**
 * Runs the command line.
 * @param argv without Node and the script
 * @returns the exit code: 0 done, 1 it can't be done, 2 the arguments can't be understood
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    await dispatch(argv, io);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      const command = COMMANDS.find(({ name }) => name === argv[0]);
      io.stderr.write(`${error.message}\nSee endpoint.js ${command ? `${command.name} ` : ''}--help.\n`);
      return 2;
    }
    if (!(error instanceof Failure)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function dispatch([name, ...args]: readonly string[], io: Io): Promise<void> {
  if (name === '--version' || name === '-v') return void io.stdout.write(`${version}\n`);
  if (name === '--help' || name === '-h' || (name === 'help' && args.length === 0)) return void io.stdout.write(HELP);
  if (name === undefined) throw new UsageError(`Which command? There are ${names()}.`);
  const wanted = name === 'help' ? (args[0] ?? '') : name;
  const command = COMMANDS.find((candidate) => candidate.name === wanted);
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(wanted)}; there are ${names()}.`);
  const end = args.indexOf('--');
  const flags = end === -1 ? args : args.slice(0, end);
  if (name === 'help' || flags.includes('--help') || flags.includes('-h')) return void io.stdout.write(command.help);
  await command.run(args, io);
}

function names(): string {
  return new Intl.ListFormat('en').format(COMMANDS.map((command) => command.name));
}
