import type { Server as HttpServer } from 'node:http';
import { type Server, ServerCredentials } from '@grpc/grpc-js';
import type { TlsOptions } from './tls.js';

/** `host:port`, an IPv6 address in brackets. */
export function authority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An address that could not be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(address: string, cause: Error) {
    super(`Can't listen on ${address}: ${cause.message}. Is the port taken? Port 0 takes any free one.`, { cause });
  }
}

/** Binds the gRPC server; resolves with the port. */
export function listenGrpc(server: Server, host: string, port: number, tls: TlsOptions | undefined): Promise<number> {
  const address = authority(host, port);
  const credentials = tls ? secure(tls) : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error) reject(new ListenError(address, error));
      else resolve(bound);
    });
  });
}

function secure({ cert, key, clientCa }: TlsOptions): ServerCredentials {
  const pair = { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) };
  // Without an authority of one's own, that would be the public ones': never wanted for clients.
  return clientCa === undefined
    ? ServerCredentials.createSsl(null, [pair])
    : ServerCredentials.createSsl(Buffer.from(clientCa), [pair], true);
}

/** Binds the gateway; resolves with the port. */
export function listenHttp(server: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new ListenError(authority(host, port), error));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else fail(new Error('the address has no port'));
    });
  });
}
