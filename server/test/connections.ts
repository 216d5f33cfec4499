import { EventEmitter } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { boundConnections } from '../transports/open-connections.js';

/** A server whose connections a test opens from any address, each by a number. */
export function createConnections() {
  const server = createServer();
  const find = boundConnections(server);
  /** Those that the server has closed: their address and number. */
  const closed: string[] = [];
  const open = (remoteAddress: string, remotePort: number): void => {
    const socket = new EventEmitter();
    const destroy = (): void => {
      closed.push(`${remoteAddress} ${remotePort}`);
      socket.emit('close');
    };
    server.emit('connection', Object.assign(socket, { remoteAddress, remotePort, destroy }) as unknown as Socket);
  };
  return { open, closed, find: (remoteAddress: string, remotePort: number) => find({ remoteAddress, remotePort }) };
}
