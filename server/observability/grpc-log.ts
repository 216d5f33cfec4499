import { setLogger } from '@grpc/grpc-js';

/**
 * Keeps metadata out of the messages that grpc-js prints on standard error: it prints metadata that it can't read whole, tokens and
 * megabytes of a stranger's data included.
 */
export function withholdMetadata(): void {
  const print =
    (level: string) =>
    (message?: unknown, ...details: unknown[]): void => {
      if (typeof message === 'string' && message.startsWith('Failed to add metadata entry ')) return;
      console.error(`${level} ${String(message)}`, ...details);
    };
  setLogger({ error: print('E'), info: print('I'), debug: print('D') });
}
