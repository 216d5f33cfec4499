import type { Server as HttpServer } from 'node:http';

/** Writes `host:port`, with an IPv6 address in brackets. */
export function formatAuthority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The server can't listen on an address. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(address: string, cause: Error) {
    super(`Can't listen on ${address}: ${cause.message}. Is the port taken? Use port 0 for any free port.`, { cause });
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
