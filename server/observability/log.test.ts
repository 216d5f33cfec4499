import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallLogLine, jsonLines, type Log, timestamp, unfailing } from './log.js';
import type { LogStream } from './log-writer.js';

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

  it('keeps at most 64 KiB waiting', () => {
    const { texts, log } = written();
    while (texts.length === 0) log(call);
    const [text = ''] = texts;
    expect(text.length - 65_536).toBeGreaterThan(0);
    expect(text.length - 65_536).toBeLessThanOrEqual(json.length + 2);
    vi.runAllTimers();
    expect(texts).toHaveLength(1);
  });

  it('writes events of the server at once, after earlier calls', () => {
    const { texts, log } = written();
    log(call);
    log({ event: 'stopped', time: 't' });
    const expected = [`${json}}\n{"event":"stopped","time":"t"}\n`];
    expect(texts).toEqual(expected);
    vi.runAllTimers();
    expect(texts).toEqual(expected);
  });

  it('writes waiting lines when the process ends', () => {
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

/** A stream whose reader does what the test says. */
function readerUnderTest() {
  const listeners = new Map<string, (error: Error) => void>();
  const reader = { texts: [] as string[], unread: 0, failure: undefined as Error | undefined };
  const stream: LogStream = {
    get writableLength() {
      return reader.unread;
    },
    write(text, callback) {
      const { failure } = reader;
      if (failure) listeners.get('error')?.(failure);
      else reader.texts.push(text);
      callback?.(failure ?? null);
    },
    on: (event, listener) => listeners.set(event, listener),
  };
  const lines = (): unknown[] => reader.texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line)); // prettier-ignore
  return { reader, stream, lines, drain: () => listeners.get('drain')?.(new Error('none')) };
}

describe('a reader of the log that', () => {
  const stopped = { event: 'stopped', time: 't' } as const;
  const dropped = (count: number) => ({ event: 'log-dropped', time: expect.any(String), lines: count });

  it('stalls gets a bounded amount, and the number of missed lines when it continues', () => {
    const { reader, stream, lines, drain } = readerUnderTest();
    const log = jsonLines(stream);
    reader.unread = 4_194_304;
    log(stopped);
    reader.unread += 1;
    for (let count = 0; count < 3; count += 1) log(stopped);
    expect(lines()).toEqual([stopped]);
    reader.unread = 0;
    drain();
    drain();
    log(stopped);
    expect(lines()).toEqual([stopped, dropped(3), stopped]);
  });

  it('was slow gets the number with the next line, too', () => {
    const { reader, stream, lines } = readerUnderTest();
    const log = jsonLines(stream, { worker: 2 });
    reader.unread = 5_000_000;
    for (let count = 0; count < 2; count += 1) log(stopped);
    reader.unread = 0;
    log(stopped);
    expect(lines()).toEqual([
      { ...dropped(2), worker: 2 },
      { ...stopped, worker: 2 },
    ]);
  });

  it('is gone costs its lines and one warning; a new one gets their number', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { reader, stream, lines } = readerUnderTest();
    const log = jsonLines(stream);
    reader.failure = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    for (let count = 0; count < 5; count += 1) log(stopped);
    expect(warn.mock.calls).toEqual([["The log can't be written: write EPIPE. Its lines are dropped until then."]]);
    reader.failure = undefined;
    log(stopped);
    log(stopped);
    expect(lines()).toEqual([dropped(5), stopped, stopped]);
    warn.mockRestore();
  });
});

it('reports a failing log once, and nothing else fails', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const broken = vi.fn<Log>(() => {
    throw new Error('full');
  });
  const log = unfailing(broken);
  log(call);
  log(call);
  expect(broken).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls).toEqual([['The log failed, further failures are not reported: Error: full']]);
  warn.mockRestore();
});

it('timestamp returns the current time', () => {
  const before = Date.now();
  const time = Date.parse(timestamp());
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(timestamp()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
