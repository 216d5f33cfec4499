import { expect, test } from 'vitest';
import { findClosure } from './locked-packages.mjs';

/** @type {import('./locked-packages.mjs').Lock} */
const lock = {
  packages: {
    '': {},
    server: { dependencies: { grpc: '^1.0.0', builder: '1.0.0' }, peerDependencies: { absent: '*' } },
    builder: {},
    'node_modules/server': { resolved: 'server', link: true },
    'node_modules/builder': { resolved: 'builder', link: true },
    'server/node_modules/grpc': { dependencies: { codec: '^2.0.0' } },
    'node_modules/grpc': { dependencies: { leaf: '^1.0.0' } },
    'node_modules/codec': { optionalDependencies: { grpc: '^1.0.0' } },
    'node_modules/leaf': {},
    'node_modules/tool': { dependencies: { codec: '^1.0.0' } },
  },
};

test.each([
  [['leaf'], ['node_modules/leaf']],
  [['tool'], ['node_modules/tool', 'node_modules/codec', 'node_modules/grpc', 'node_modules/leaf']],
  [['server'], ['server/node_modules/grpc', 'node_modules/codec', 'node_modules/grpc', 'node_modules/leaf']],
  [['absent'], []],
])('%j needs %j', (names, paths) => {
  expect([...findClosure(names, lock)]).toEqual(paths);
});
