import { EventEmitter } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { otherStreamsPerTurn } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import { createServiceStub } from '../test/service-stub.js';
import { boundStreams } from './open-streams.js';

const watch = '/grpc.health.v1.Health/Watch';

function createStream(session: { destroy: () => void }) {
  return Object.assign(new EventEmitter(), { session, close: vi.fn<(code: number) => void>() });
}

it('refuses streams of other methods beyond those of a turn, and closes a connection that is refused twice', async () => {
  const admit = boundStreams(createServiceStub());
  const open = (session: { destroy: () => void }, path = watch) => {
    const stream = createStream(session);
    const admitted = admit(stream as unknown as ServerHttp2Stream, { ':path': path }, undefined);
    return { admitted, closed: stream.close.mock.calls };
  };
  const [flood, honest] = [{ destroy: vi.fn<() => void>() }, { destroy: vi.fn<() => void>() }];
  const served = { admitted: true, closed: [] };
  const refused = { admitted: false, closed: [[constants.NGHTTP2_REFUSED_STREAM]] };
  for (let index = 0; index < otherStreamsPerTurn; index += 1) expect(open(flood)).toEqual(served);
  expect(open(flood)).toEqual(refused);
  expect(open(honest)).toEqual(refused);
  expect(open(honest, callApiPath)).toEqual(served);
  expect(open(flood)).toEqual(refused);
  expect([flood.destroy, honest.destroy].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(open(flood)).toEqual({ admitted: false, closed: [] });
  expect([flood.destroy, honest.destroy].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await turn();
  expect(open(honest)).toEqual(served);
});
