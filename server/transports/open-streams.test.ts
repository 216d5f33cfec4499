import { EventEmitter } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { expect, it } from 'vitest';
import { otherStreamsPerSecond } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import { createServiceStub } from '../test/service-stub.js';
import { OpenConnection } from './open-connections.js';
import { boundStreams } from './open-streams.js';

/** Opens streams at a time that the test sets; each is told its fate. */
function createStage() {
  let time = 0;
  const admit = boundStreams(createServiceStub(), () => time);
  return {
    pass: (ms: number): void => void (time += ms),
    connect: () => {
      const connection = new OpenConnection();
      return (path = '/grpc.health.v1.Health/Watch'): string => {
        let fate = 'hangs';
        const close = (code: number): string => (fate = `refused ${code}`);
        const session = { destroy: () => (fate = 'connection closed') };
        const stream = Object.assign(new EventEmitter(), { session, close }) as unknown as ServerHttp2Stream;
        return admit(stream, { ':path': path }, connection) ? 'served' : fate;
      };
    },
  };
}

it('beyond their rate, serves only the first stream of other methods of a connection', () => {
  const { pass, connect } = createStage();
  const [flood, honest, proxy] = [connect(), connect(), connect()];
  for (let index = 0; index <= otherStreamsPerSecond; index += 1) expect(flood()).toBe('served');
  expect(flood()).toBe('connection closed');
  expect([honest(), honest()]).toEqual(['served', 'connection closed']);
  expect([proxy(callApiPath), proxy(), proxy()]).toEqual([
    'served',
    'served',
    `refused ${constants.NGHTTP2_REFUSED_STREAM}`,
  ]);
  pass(2 * (1000 / otherStreamsPerSecond));
  expect([honest(), honest(), honest()]).toEqual(['served', 'served', 'connection closed']);
});
