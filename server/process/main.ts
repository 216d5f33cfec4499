import { type CommandLine, parseCommandLine, usage, UsageError } from './command-line.js';
import { isWorker, WorkerFailure } from './workers.js';

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === 'help') process.stdout.write(usage);
  else await serve(commandLine);
}

async function serve(commandLine: CommandLine): Promise<void> {
  // Imported here: usage and the message of a wrong command line don't need it.
  const { serveAlone, servePrimary, serveWorker } = await import('./serve.js');
  if (isWorker()) await serveWorker(commandLine, fail);
  else if (commandLine.workers === undefined) await serveAlone(commandLine, fail);
  else await servePrimary(commandLine, commandLine.workers, fail);
}

function fail(error: unknown): never {
  // The worker has printed its reason to the same stream.
  if (error instanceof WorkerFailure) process.exit(error.exitCode);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

// Without a reader of standard error, serving continues.
process.stderr.on('error', () => undefined);

await main().catch(fail);
