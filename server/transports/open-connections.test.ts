import { EventEmitter } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectionLimits } from '../service/limits.js';
import { boundConnections } from './open-connections.js';

const { count } = connectionLimits;
const [attacker, other] = ['10.0.0.1', '10.0.0.2'];

/** Opens connections until the bound, all of them without a call. */
function createFull(address = attacker) {
  const server = createServer();
  const find = boundConnections(server);
  const closed: string[] = [];
  const open = (remoteAddress: string, remotePort: number) => {
    const socket: Socket & EventEmitter = Object.assign(new EventEmitter() as Socket, {
      remoteAddress,
      remotePort,
      destroy(this: Socket) {
        closed.push(`${remoteAddress} ${remotePort}`);
        this.emit('close');
        return this;
      },
    });
    server.emit('connection', socket);
    return socket;
  };
  const begin = (remotePort: number): void => find({ remoteAddress: address, remotePort }).begin('calls');
  for (let port = 1; port <= count; port += 1) open(address, port);
  return { open, begin, find, closed };
}

it.each<[string, (full: ReturnType<typeof createFull>) => void, string[]]>([
  ['the one that had no call for the longest time', ({ open }) => open(other, 1), [`${attacker} 1`]],
  [
    'as many as others open',
    ({ open }) => [1, 2, 3].map((port) => open(other, port)),
    [1, 2, 3].map((port) => `${attacker} ${port}`),
  ],
  ['none with a call', ({ begin, open }) => [begin(1), begin(2), open(other, 1)], [`${attacker} 3`]],
  [
    'one whose call ended later than those of others',
    ({ begin, find, open }) => [
      begin(1),
      find({ remoteAddress: attacker, remotePort: 1 }).end('calls'),
      open(other, 1),
    ],
    [`${attacker} 2`],
  ],
  [
    'the oldest where all have calls, so that a new caller can connect',
    ({ begin, open }) => {
      for (let port = 1; port <= count; port += 1) begin(port);
      open(other, 1);
    },
    [`${attacker} 1`],
  ],
  [
    'none of an address that has few',
    ({ open }) => {
      open(other, 1);
      for (let port = 2000; port < 2000 + count; port += 1) open(attacker, port);
    },
    Array.from({ length: count + 1 }, (_, at) => `${attacker} ${at < count ? at + 1 : 2000}`),
  ],
])('a new connection beyond the bound closes %s', (_, act, expected) => {
  const full = createFull();
  act(full);
  expect(full.closed).toEqual(expected);
});
