import type { Server } from 'node:net';
import { createHoldings, type Holder, type Holding, type Holdings } from '../service/holdings.js';
import { connectionLimits } from '../service/limits.js';

/** The two ends that tell a connection from all others of a server, with or without TLS. */
interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** An open connection, with its open streams: those of calls, and those of all other methods. */
export class OpenConnection {
  calls = 0;
  others = 0;
  /** When it last had no streams any more, in milliseconds since the epoch. */
  #idleSince = Date.now();
  #holding: Holding | undefined;

  /** Holds its place; one that is not held isn't bounded. */
  hold(connections: Holdings, holder: Pick<Holder, 'end' | 'caller'>): void {
    this.#holding = connections.hold({ ...holder, busy: () => this.calls + this.others > 0 });
  }

  begin(count: 'calls' | 'others'): void {
    this[count] += 1;
    this.#holding?.renew();
  }

  end(count: 'calls' | 'others'): void {
    this[count] -= 1;
    if (this.calls + this.others === 0) this.#idleSince = Date.now();
    this.#holding?.renew();
  }

  /** Whether it has had no streams for some milliseconds. */
  isIdle(ms: number): boolean {
    return this.calls + this.others === 0 && Date.now() - this.#idleSince >= ms;
  }

  release(): void {
    this.#holding?.release();
  }
}

/**
 * Bounds the open connections of a server. A new one beyond the bound closes another: of the address that has more than half, else of
 * all, the one that has had no call for the longest time.
 *
 * @returns a function that finds the connection of a socket
 */
export function boundConnections(server: Server): (peer: Peer) => OpenConnection {
  const connections = createHoldings(connectionLimits);
  const open = new Map<string, OpenConnection>();
  // First, so that HTTP/2 finds it when it makes its session.
  server.prependListener('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    const key = name(socket);
    const connection = new OpenConnection();
    connection.hold(connections, { end: () => socket.destroy(), caller: () => address });
    open.set(key, connection);
    socket.once('close', () => {
      connection.release();
      open.delete(key);
    });
  });
  // One that was opened before the bound was set has a place of its own.
  return (peer) => open.get(name(peer)) ?? new OpenConnection();
}

const name = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;
