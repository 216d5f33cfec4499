import { version } from '../package.json';
import { build } from './build.js';
import { Failure, UsageError, type Io } from './command.js';
import { types } from './types.js';

const COMMANDS = [build, types];

const HELP = `Usage: endpoint.js <command> [arguments]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(8)}${summary}`).join('\n')}

  endpoint.js <command> --help   the arguments of a command
  endpoint.js --version          the version

Results go to standard output, everything else to standard error.
Exit codes: 0 done, 1 not done, 2 wrong arguments.
`;

/**
 * Runs the command line.
 *
 * @param argv without Node and the script
 * @returns the exit code: 0 done, 1 not done, 2 wrong arguments
 */
export async function run(argv: readonly string[], io: Io) {
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
  if (name === undefined) throw new UsageError(`command: is missing; use ${listCommands()}.`);
  const requested = name === 'help' ? (args[0] ?? '') : name;
  const command = COMMANDS.find((candidate) => candidate.name === requested);
  if (!command) throw new UsageError(`command: ${JSON.stringify(requested)} is unknown; use ${listCommands()}.`);
  const end = args.indexOf('--');
  const flags = end === -1 ? args : args.slice(0, end);
  if (name === 'help' || flags.includes('--help') || flags.includes('-h')) return void io.stdout.write(command.help);
  await command.run(args, io);
}

function listCommands() {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(COMMANDS.map((command) => command.name));
}
