import { expect, it } from 'vitest';
import { connectionLimits } from '../service/limits.js';
import { createConnections } from '../test/connections.js';

const { count } = connectionLimits;
const [attacker, other] = ['10.0.0.1', '10.0.0.2'];
const ports = Array.from({ length: count }, (_, at) => at + 1);

it.each<[string, (server: ReturnType<typeof createConnections>) => void, string[]]>([
  ['the one that had no call for the longest time', ({ open }) => open(other, 1), [`${attacker} 1`]],
  [
    'as many as others open',
    ({ open }) => [1, 2, 3].forEach((port) => open(other, port)),
    [1, 2, 3].map((port) => `${attacker} ${port}`),
  ],
  [
    'none with a call',
    ({ find, open }) => {
      find(attacker, 1).begin('calls');
      find(attacker, 2).begin('others');
      open(other, 1);
    },
    [`${attacker} 3`],
  ],
  [
    'none whose call has just ended',
    ({ find, open }) => {
      find(attacker, 1).begin('calls');
      find(attacker, 1).end('calls');
      open(other, 1);
    },
    [`${attacker} 2`],
  ],
  [
    'the oldest where all have calls, so that a new caller can connect',
    ({ find, open }) => {
      for (const port of ports) find(attacker, port).begin('calls');
      open(other, 1);
    },
    [`${attacker} 1`],
  ],
  [
    'none of an address that has few',
    ({ open }) => {
      open(other, 1);
      for (const port of ports) open(attacker, count + port);
    },
    [...ports.map((port) => `${attacker} ${port}`), `${attacker} ${count + 1}`],
  ],
])('a new connection beyond the bound closes %s', (_, act, expected) => {
  const server = createConnections();
  for (const port of ports) server.open(attacker, port);
  act(server);
  expect(server.closed).toEqual(expected);
});
