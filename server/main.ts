import { parseCommandLine, usage, UsageError } from './command-line.js';
import { jsonLines } from './log.js';
import { createServer } from './server.js';

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === 'help') {
    process.stdout.write(usage);
    return;
  }
  const { host, port, gatewayPort, origins, sendOrigins, maxMessageBytes, drainDelayMs, drainGraceMs } = commandLine;
  const token = process.env['CALL_SERVER_TOKEN'];
  const server = createServer({
    origins,
    sendOrigins,
    maxMessageBytes,
    log: jsonLines(process.stdout),
    ...(token && { token }),
  });

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal doesn't wait; 128 plus the signal's number is what shells expect.
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    void server.drain({ delayMs: drainDelayMs, graceMs: drainGraceMs }).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const addresses = await server.listen({ host, port, gatewayPort });
  process.stdout.write(`${JSON.stringify({ event: 'listening', ...addresses })}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

await main().catch(fail);
