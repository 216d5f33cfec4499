/** Results and errors of an embedder's JavaScript that types would refuse: all transports refuse them, and the log explains them. */
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallLogLine, LogLine } from '../observability/log.js';
import { OperationError } from '../operations/operation.js';
import { type CallServer, createServer } from '../server.js';
import { type Caller, grpcCaller, grpcWebCaller } from '../test/callers.js';
import { CallError } from './call.js';

const secret = 'the-value-of-an-argument';
const callers = new Map<string, Caller>();
const lines: LogLine[] = [];
let server: CallServer;
let handle: () => unknown;
let intercept: (() => unknown) | undefined;

beforeAll(async () => {
  server = createServer({
    operations: { mine: { handler: () => handle() as string } },
    interceptors: [
      (call, next) => next(call),
      (call, next) => (intercept ? (intercept() as ReturnType<typeof next>) : next(call)),
    ],
    log: (line) => lines.push(line),
  });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  callers.set('gRPC', grpcCaller(grpc));
  callers.set('gRPC-Web', grpcWebCaller(gateway));
});

afterAll(async () => {
  for (const caller of callers.values()) caller.close();
  await server.drain({ graceMs: 0 });
});

/** Makes a call; returns what the caller gets, and the line of the log. */
async function makeCall(transport: string) {
  const before = lines.length;
  const result = await callers.get(transport)?.call({ code: 'mine', str1: secret });
  if (!result) throw new Error(`There is no ${transport}.`);
  expect(lines).toHaveLength(before + 1);
  const line = lines.at(-1) as CallLogLine;
  expect(line.status).toBe(status[result.code]);
  expect(line.success).toBe(result.response?.success);
  expect(JSON.stringify(line)).not.toContain(secret);
  return { result, line };
}

async function expectBug(transport: string, message: string | undefined): Promise<CallLogLine> {
  const { result, line } = await makeCall(transport);
  const details = 'The server failed at this call and reported the error to its log.';
  expect([status[result.code], result.details, result.response]).toEqual(['INTERNAL', details, undefined]);
  expect(line).toMatchObject({ code: 'mine', status: 'INTERNAL' });
  expect(line.error?.message).toBe(message);
  return line;
}

class Tagged {
  readonly value = secret;
}

const values: readonly (readonly [name: string, value: unknown, type: string])[] = [
  ['undefined', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a number', 7, 'a number'],
  ['a Buffer', Buffer.from(secret), 'an object (Uint8Array)'],
  ['a Map', new Map([[secret, secret]]), 'an object (Map)'],
  ['a class instance', new Tagged(), 'an object'],
  ['an object with a length', { length: 1 }, 'an object'],
  ['data with a constructor', { constructor: { name: secret }, message: secret }, 'an object'],
];

const throwing = (error: unknown) => (): never => {
  throw error;
};

describe.each(['gRPC', 'gRPC-Web'])('over %s', (transport) => {
  describe.each<[string, (value: unknown) => unknown]>([
    ['at once', (value) => value],
    ['as a promise', (value) => Promise.resolve(value)],
    ['as a thenable', (value) => ({ then: (resolve: (result: unknown) => void) => resolve(value) })], // oxlint-disable-line unicorn/no-thenable
  ])('a handler that returns %s', (_, wrap) => {
    it.each(values)('%s is a bug', async (_name, value, type) => {
      intercept = undefined;
      handle = () => wrap(value);
      const line = await expectBug(transport, `operations.mine.handler: returned ${type}; return a string.`);
      expect(line.error?.name).toBe('ResultError');
    });

    it('a string succeeds', async () => {
      intercept = undefined;
      handle = () => wrap('done');
      expect((await makeCall(transport)).result).toMatchObject({
        code: 0,
        response: { success: true, message: 'done' },
      });
    });
  });

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a string', 'done', 'a string'],
    ['only a message', { message: secret }, 'an object with the success undefined and the message a string'],
    ['only success', { success: true }, 'an object with the success a boolean and the message undefined'],
    ['success as text', { success: 'false', message: secret }, 'an object with the success a string and the message a string'],
    ['success as a number', { success: 1, message: secret }, 'an object with the success a number and the message a string'],
    ['bytes', { success: true, message: Buffer.from(secret) }, 'an object with the success a boolean and the message an object (Uint8Array)'],
    ['an array', [true, secret], 'an object (Array) with the success undefined and the message undefined'],
  ])('an interceptor that returns %s has a bug', async (_, value, returned) => {
    const right = 'return an object with a boolean success and a string message.';
    for (const wrap of [() => value, () => Promise.resolve(value)]) {
      intercept = wrap;
      await expectBug(transport, `interceptors[1]: returned ${returned}; ${right}`);
    }
  }); // prettier-ignore

  it.each(values)('%s that is thrown is a bug', async (_, value, type) => {
    intercept = undefined;
    for (const fail of [throwing(value), () => Promise.reject(value)]) {
      handle = fail;
      const line = await expectBug(transport, `${type} was thrown, which has no place; throw an Error.`);
      expect(line.error?.stack).toEqual([]);
    }
  });

  it.each<[string, Error, string | undefined]>([
    ['an OperationError whose message is bytes', Object.assign(new OperationError(''), { message: Buffer.from(secret) }), 'OperationError.message: is an object (Uint8Array); pass a string.'],
    ['an OperationError without a message', Object.assign(new OperationError(''), { message: undefined }), 'OperationError.message: is undefined; pass a string.'],
    ['a CallError whose message is a number', Object.assign(new CallError(status.ABORTED, ''), { message: 7 }), undefined],
    ['a CallError whose metadata is a Map', Object.assign(new CallError(status.ABORTED, ''), { metadata: new Map() }), undefined],
    ['an error whose message is null', Object.assign(new RangeError(secret), { message: null }), undefined],
    ['an error whose stack is null', Object.assign(new RangeError(secret), { stack: null }), undefined],
    ['an error whose constructor is data', Object.assign(new RangeError(secret), { constructor: { name: secret } }), undefined],
  ])('%s is a bug', async (_, error, message) => {
    intercept = undefined;
    handle = throwing(error);
    await expectBug(transport, message);
  }); // prettier-ignore
});
