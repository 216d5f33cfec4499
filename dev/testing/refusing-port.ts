import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * A port of this machine that refuses connections. A connection keeps it meanwhile, so that no other test gets it: one that a server
 * has given back would be anyone's.
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
