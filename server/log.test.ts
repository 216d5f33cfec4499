import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallLogLine, jsonLines, timestamp } from './log.js';

const call: CallLogLine = { event: 'call', time: 't', code: 'echo', status: 'OK', ms: 1, transport: 'grpc' };
const json = '{"event":"call","time":"t","code":"echo","status":"OK","ms":1,"transport":"grpc"';

function written(members?: Record<string, unknown>) {
  const texts: string[] = [];
  return { texts, log: jsonLines({ write: (text) => texts.push(text) }, members) };
}

describe('jsonLines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes calls together, 10 ms after the first', () => {
    const { texts, log } = written();
    log(call);
    vi.advanceTimersByTime(9);
    log(call);
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(texts).toEqual([`${json}}\n${json}}\n`]);
    log(call);
    vi.runAllTimers();
    expect(texts).toHaveLength(2);
  });

  it('lets no more than 64 KiB wait', () => {
    const { texts, log } = written();
    while (texts.length === 0) log(call);
    const [text = ''] = texts;
    expect(text.length - 65_536).toBeGreaterThan(0);
    expect(text.length - 65_536).toBeLessThanOrEqual(json.length + 2);
    vi.runAllTimers();
    expect(texts).toHaveLength(1);
  });

  it('writes what happens to the server at once, after the calls before it', () => {
    const { texts, log } = written();
    log(call);
    log({ event: 'stopped', time: 't' });
    const expected = [`${json}}\n{"event":"stopped","time":"t"}\n`];
    expect(texts).toEqual(expected);
    vi.runAllTimers();
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
  ])('adds the members %j', (members, added) => {
    const { texts, log } = written(members);
    log(call);
    vi.runAllTimers();
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
