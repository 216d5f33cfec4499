import type { Server as HttpServer } from 'node:http';

/** Writes `host:port`, with an IPv6 address in brackets. */
export function formatAuthority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

// grpc-js and the thread of the health port have only Node's text.
const problems: readonly (readonly [cause: RegExp, problem: string])[] = [
  [/EADDRINUSE/, 'the port is already in use; choose another one, or 0 for any free port'],
  [/EADDRNOTAVAIL/, 'this machine has no such address; use one of its addresses, or 0.0.0.0 for all of them'],
  [/ENOTFOUND|EAI_|Name resolution/, 'no such address is found; use an address of this machine, such as 127.0.0.1'],
  [/EACCES/, 'this user may not use the port; choose one from 1024 on'],
];

/** The server can't listen on an address. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(address: string, cause: Error) {
    const problem = problems.find(([pattern]) => pattern.test(cause.message))?.[1] ?? cause.message;
    super(`Can't listen on ${address}: ${problem}.`, { cause });
  }
}

/** Binds a web server; resolves with the port. */
export function listenHttp(server: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new ListenError(formatAuthority(host, port), error));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else fail(new Error('the address has no port'));
    });
  });
}
