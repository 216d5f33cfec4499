import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CallLogLine, jsonLines, timestamp } from './log.js';

const call: CallLogLine = { event: 'call', time: 't', code: 'echo', status: 'OK', ms: 1, transport: 'grpc' };
const json = '{"event":"call","time":"t","code":"echo","status":"OK","ms":1,"transport":"grpc"';

function written(members?: Record<string, unknown>) {
  const texts: string[] = [];
  return { texts, log: jsonLines({ write: (text) => texts.push(text) }, members) };
}

describe('jsonLines', () => {
  it('writes the calls of a turn together, when it is over', async () => {
    const { texts, log } = written();
    log(call);
    log(call);
    expect(texts).toEqual([]);
    await turn();
    expect(texts).toEqual([`${json}}\n${json}}\n`]);
    log(call);
    await turn();
    expect(texts).toHaveLength(2);
  });

  it('writes what happens to the server at once, after the calls before it', async () => {
    const { texts, log } = written();
    log(call);
    log({ event: 'stopped', time: 't' });
    const expected = [`${json}}\n{"event":"stopped","time":"t"}\n`];
    expect(texts).toEqual(expected);
    await turn();
    expect(texts).toEqual(expected);
  });

  it('writes what waits when the process ends', () => {
    const { texts, log } = written();
    const before = process.listeners('exit');
    log(call);
    const flush = process.listeners('exit').find((listener) => !before.includes(listener));
    flush?.(0);
    expect(texts).toEqual([`${json}}\n`]);
    expect(process.listeners('exit')).toEqual(before);
  });

  it.each([
    [{}, ''],
    [{ worker: 3 }, ',"worker":3'],
    [{ worker: 3, region: '{}' }, ',"worker":3,"region":"{}"'],
  ])('adds the members %j', async (members, added) => {
    const { texts, log } = written(members);
    log(call);
    await turn();
    expect(texts).toEqual([`${json}${added}}\n`]);
  });
});

it('timestamp is now', () => {
  const before = Date.now();
  const time = Date.parse(timestamp());
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(timestamp()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
