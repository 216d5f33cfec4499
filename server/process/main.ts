import { relative } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { formatUsage, parseCommandLine, UsageError } from './command-line.js';

const program = `node ${relative('', process.argv[1] ?? '')}`;

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === 'help') return void process.stdout.write(formatUsage(program));
  // Imported here: the help and the message of a wrong command line don't need it.
  const { checkSettings, serve } = await import('./serve.js');
  await (commandLine.check ? checkSettings(commandLine) : serve(commandLine, fail));
}

function fail(error: unknown): never {
  process.stderr.write(`${errorMessage(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(`See ${program} --help.\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

// Without a reader of standard error, serving continues.
process.stderr.on('error', () => undefined);

await main().catch(fail);
