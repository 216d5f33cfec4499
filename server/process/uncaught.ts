import { type FailureLogLine, loggableError } from '../observability/log.js';

/**
 * The last resort for an error that nothing caught, a rejection included: it is logged, calls in progress may finish, and the
 * process ends with 1, for its supervisor to start a new one. Whatever gets here is a bug to fix where it comes from.
 *
 * @param drain resolves when the process may end
 */
export function drainOnUncaught(log: (line: FailureLogLine) => void, drain: () => Promise<void>): void {
  let ending: Promise<never> | undefined;
  const end = async (): Promise<never> => {
    await drain();
    process.exit(1);
  };
  // Node makes one of an unhandled rejection, too; should the drain fail, it is the next one.
  process.on('uncaughtException', (error) => {
    log({ event: 'failure', time: new Date().toISOString(), error: loggableError(error) });
    ending ??= end();
  });
}
