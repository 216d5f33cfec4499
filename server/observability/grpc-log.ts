import { setLogger } from '@grpc/grpc-js';

/**
 * From now on grpc-js says on standard error what it always did, but nothing of metadata that it can't take: it would print
 * them whole, a token as well as megabytes of a stranger's.
 */
export function withholdMetadata(): void {
  const print =
    (level: string) =>
    (message?: unknown, ...more: unknown[]): void => {
      if (typeof message === 'string' && message.startsWith('Failed to add metadata entry ')) return;
      console.error(`${level} ${String(message)}`, ...more);
    };
  setLogger({ error: print('E'), info: print('I'), debug: print('D') });
}
