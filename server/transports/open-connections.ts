import type { Server } from 'node:net';
import { createHoldings, type Holding } from '../service/holdings.js';
import { connectionLimits } from '../service/limits.js';

/** The two ends that tell a connection from all others of a server, with or without TLS. */
interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** An open connection. */
export class OpenConnection {
  readonly #holding: Holding;
  #calls = 0;

  constructor(hold: (busy: () => boolean) => Holding) {
    this.#holding = hold(() => this.#calls > 0);
  }

  /** Counts a call in progress. */
  begin(): void {
    this.#calls += 1;
    this.#holding.renew();
  }

  end(): void {
    this.#calls -= 1;
    this.#holding.renew();
  }

  release(): void {
    this.#holding.release();
  }
}

/**
 * Bounds the open connections of a server. A new one beyond the bound closes another: of the address that has more than half, else of
 * all, the one that has had no call for the longest time.
 *
 * @returns a function that finds the connection of a socket
 */
export function boundConnections(server: Server): (peer: Peer) => OpenConnection | undefined {
  const connections = createHoldings(connectionLimits);
  const open = new Map<string, OpenConnection>();
  // First, so that HTTP/2 finds it when it makes its session.
  server.prependListener('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    const key = name(socket);
    const connection = new OpenConnection((busy) =>
      connections.hold({ end: () => socket.destroy(), caller: () => address, busy }),
    );
    open.set(key, connection);
    socket.once('close', () => {
      connection.release();
      open.delete(key);
    });
  });
  return (peer) => open.get(name(peer));
}

const name = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;
