/** Envoy's port without TLS, for clients that trust only certificates of the system's authorities. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import type { Stage } from './production.js';

/** Starts a port that carries HTTP/1.1 to this port by TLS, and ends a connection when its other side ends. Returns its URL. */
export async function startPlainPort(stage: Stage, port: number): Promise<string> {
  const server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(other);
      // A reset is an end like any other.
      from.on('error', () => undefined);
      from.once('close', () => other.destroy());
    }
    stage.defer(() => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.defer(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
