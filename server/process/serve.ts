import { constants } from 'node:os';
import { type CommandLine, withFlag } from './command-line.js';
import { createPermissions, nameCallers } from '../service/permissions.js';
import { lineWriter, type FailureLogLine, type LogLine, toLogError, type TracesLogLine } from '../observability/log.js';
import { builtInOperations } from '../operations/index.js';
import { type CallServer, createServer } from '../server.js';
import { readSettings, renewOnChange } from './settings.js';
import { readTracing, startTracing } from './tracing.js';

/** Ends the process for an error that occurs later. */
type Fail = (error: unknown) => never;

/** Serves until a signal. */
export async function serve(commandLine: CommandLine, fail: Fail): Promise<void> {
  const print = lineWriter(process.stdout);
  const { server, drain } = await createConfiguredServer(commandLine, print);
  onStopSignal(drain, fail);
  drainOnUncaught(print, drain);
  renewOnChange(server, commandLine, print);
  print({ event: 'listening', ...(await server.listen(commandLine.listen)) });
}

const builtInNames = new Map(builtInOperations.map(({ name }) => [name, undefined]));

async function createConfiguredServer(
  commandLine: CommandLine,
  log: (line: LogLine | TracesLogLine) => void,
): Promise<{ server: CallServer; drain: () => Promise<void> }> {
  const tracingSettings = readTracing(commandLine, process.env);
  const settings = {
    ...readSettings(commandLine),
    ...commandLine.bounds,
    log,
  };
  const { allow, jwt, token } = settings;
  const callers = jwt ? undefined : new Set(nameCallers(token));
  if (allow) withFlag(`--allow-file ${commandLine.allowFile}`, () => createPermissions(allow, builtInNames, callers));
  const tracing = tracingSettings && (await startTracing(tracingSettings, log));
  const server = createServer({ ...settings, tracer: tracing?.tracer });
  return {
    server,
    async drain() {
      await server.drain(commandLine.drain);
      await tracing?.close();
    },
  };
}

/** Checks the settings without serving; throws as serving does. */
export async function checkSettings(commandLine: CommandLine): Promise<void> {
  await createConfiguredServer(commandLine, () => undefined);
  process.stdout.write('The flags and their files can be used.\n');
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

function onStopSignal(drain: () => Promise<void>, fail: Fail): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal ends it at once; shells expect 128 plus the signal's number.
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    void drain().then(() => exit(0), fail);
  };
  for (const signal of stopSignals) process.on(signal, stop);
}

const maxFlushMs = 1000;

/** Ends the process once the log is written, or after a moment where no one reads it. */
function exit(code: number): void {
  const end = (): never => process.exit(code);
  setTimeout(end, maxFlushMs);
  process.stdout.write('', end);
}

/**
 * Handles uncaught errors and rejections: each is logged, calls in progress may finish, and the process ends with 1, for its
 * supervisor to start a new one. Each such error is a bug to fix at its source.
 *
 * @param drain resolves when the process may end
 */
function drainOnUncaught(log: (line: FailureLogLine) => void, drain: () => Promise<void>): void {
  let ending: Promise<never> | undefined;
  const end = async (): Promise<never> => {
    await drain();
    process.exit(1);
  };
  // An unhandled rejection is one, too; so is a failure of the drain.
  process.on('uncaughtException', (error) => {
    log({ event: 'failure', time: new Date().toISOString(), error: toLogError(error) });
    ending ??= end();
  });
}
