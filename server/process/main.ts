import cluster from 'node:cluster';
import { errorMessage } from '../../process/error-message.mjs';
import { parseCommandLine, usage, UsageError } from './command-line.js';
import { WorkerFailure } from './workers.js';

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === 'help') return void process.stdout.write(usage);
  // Imported here: usage and the message of a wrong command line don't need it.
  const { checkSettings, serveAlone, servePrimary, serveWorker } = await import('./serve.js');
  if (commandLine.check) return checkSettings(commandLine);
  if (cluster.isWorker) await serveWorker(commandLine, fail);
  else if (commandLine.workers === undefined) await serveAlone(commandLine, fail);
  else await servePrimary(commandLine, commandLine.workers, fail);
}

function fail(error: unknown): never {
  // The worker has printed its reason to the same stream.
  if (error instanceof WorkerFailure) process.exit(error.exitCode);
  process.stderr.write(`${errorMessage(error)}\n`);
  if (error instanceof UsageError) process.stderr.write('See node server/dist/main.js --help.\n');
  process.exit(error instanceof UsageError ? 2 : 1);
}

// Without a reader of standard error, serving continues.
process.stderr.on('error', () => undefined);

await main().catch(fail);
