import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * Reserves a port of this machine that refuses connections. A connection holds it, so that no other test gets it, as it could get a
 * port that a server has closed.
 */
export async function refusingPort(): Promise<{ readonly port: number; readonly release: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(connection, 'connect');
  const { localPort: port = 0 } = connection;
  const release = (): void => {
    connection.destroy();
    server.close();
  };
  return { port, release };
}
