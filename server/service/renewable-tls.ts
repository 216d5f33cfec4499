import { checkTls, type TlsOptions } from './credentials.js';

/** TLS settings that can be replaced while the server runs: open connections keep theirs, new ones get the latest. */
export interface RenewableTls {
  readonly current: TlsOptions;
  /** Calls back with the current settings, and with each later ones until the returned function is called. */
  follow(listener: (tls: TlsOptions) => void): () => void;
}

/**
 * Makes TLS settings, a check of others (which throws a TypeError), and the function that replaces them by checked ones.
 *
 * @throws {TypeError} for settings that can't be used
 */
export function createRenewableTls(first: TlsOptions) {
  checkTls(first);
  let current = first;
  const listeners = new Set<(tls: TlsOptions) => void>();
  const tls: RenewableTls = {
    get current() {
      return current;
    },
    follow(listener) {
      listeners.add(listener);
      listener(current);
      return () => void listeners.delete(listener);
    },
  };
  const check = (next: TlsOptions): void => {
    checkTls(next);
    if ((next.clientCa === undefined) === (current.clientCa === undefined)) return;
    throw new TypeError(
      'The TLS setting clientCa can only be replaced, neither added nor removed; start another server.',
    );
  };
  const renew = (next: TlsOptions): void => {
    current = next;
    for (const listener of listeners) listener(next);
  };
  return { tls, check, renew };
}
