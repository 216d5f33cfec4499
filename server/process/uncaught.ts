import { type FailureLogLine, toLogError } from '../observability/log.js';

/**
 * Handles uncaught errors and rejections: each is logged, calls in progress may finish, and the process ends with 1, for its
 * supervisor to start a new one. Each such error is a bug to fix at its source.
 *
 * @param drain resolves when the process may end
 */
export function drainOnUncaught(log: (line: FailureLogLine) => void, drain: () => Promise<void>): void {
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
