import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallLogLine, jsonLines, type Log, unfailing, type LogStream } from './log.js';
import { status } from '@grpc/grpc-js';
import { Registry } from 'prom-client';
import { builtInOperations } from '../operations/index.js';
import { OperationError } from '../operations/operation.js';
import type { ServerOptions } from '../server.js';
import { CallError } from '../service/call.js';
import { quickArguments } from '../service/limits.js';
import { serving, TRANSPORTS } from '../test/serving.js';
import type { ListenOptions } from '../transports/listen.js';

const callLine: CallLogLine = { event: 'call', time: 't', code: 'echo', status: 'OK', ms: 1, transport: 'grpc' };
const json = '{"event":"call","time":"t","code":"echo","status":"OK","ms":1,"transport":"grpc"';

function written() {
  const texts: string[] = [];
  return { texts, log: jsonLines({ write: (text) => texts.push(text) }) };
}

describe('jsonLines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([undefined, 'out.log', {}])('rejects %j', (stream) => {
    expect(() => jsonLines(stream as LogStream)).toThrow(
      'stream: has no method write; pass one such as process.stdout.',
    );
  });

  it('writes calls together, 50 ms after the first', () => {
    const { texts, log } = written();
    log(callLine);
    vi.advanceTimersByTime(49);
    log(callLine);
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(texts).toEqual([`${json}}\n${json}}\n`]);
    log(callLine);
    vi.runAllTimers();
    expect(texts).toHaveLength(2);
  });

  it('keeps at most 64 KiB waiting', () => {
    const { texts, log } = written();
    while (texts.length === 0) log(callLine);
    const [text = ''] = texts;
    expect(text.length - 65_536).toBeGreaterThan(0);
    expect(text.length - 65_536).toBeLessThanOrEqual(json.length + 2);
    vi.runAllTimers();
    expect(texts).toHaveLength(1);
  });

  it('writes events of the server at once, after earlier calls', () => {
    const { texts, log } = written();
    log(callLine);
    log({ event: 'stopped', time: 't' });
    const expected = [`${json}}\n{"event":"stopped","time":"t"}\n`];
    expect(texts).toEqual(expected);
    vi.runAllTimers();
    expect(texts).toEqual(expected);
  });

  it('writes waiting lines when the process ends', () => {
    const { texts, log } = written();
    const before = process.listeners('exit');
    log(callLine);
    const flush = process.listeners('exit').find((listener) => !before.includes(listener));
    flush?.(0);
    expect(texts).toEqual([`${json}}\n`]);
    expect(process.listeners('exit')).toEqual(before);
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
    const log = jsonLines(stream);
    reader.unread = 5_000_000;
    for (let count = 0; count < 2; count += 1) log(stopped);
    reader.unread = 0;
    log(stopped);
    expect(lines()).toEqual([dropped(2), stopped]);
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

it.each<[string, Log]>([
  [
    'throws',
    () => {
      throw new Error('full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('full'))],
])('reports a log that %s once, its bugs go to standard error, and nothing else fails', async (_, fail) => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const broken = vi.fn<Log>(fail);
  const log = unfailing(broken);
  const bug = { ...callLine, error: { name: 'Error', stack: [] } };
  log(callLine);
  log(bug);
  expect(broken).toHaveBeenCalledTimes(2);
  await expect.poll(() => write.mock.calls.map(([text]) => String(text))).toEqual([`${JSON.stringify(bug)}\n`]);
  expect(warn.mock.calls).toEqual([['The log failed, further failures are not reported: Error: full']]);
  warn.mockRestore();
  write.mockRestore();
});

const { defer, start } = serving();

/** Starts a server without a log. */
const started = (options: ServerOptions, listen: ListenOptions = {}) =>
  start({ log: undefined as never, ...options }, listen);

describe.each(TRANSPORTS)('a server without a log, over %s', (transport) => {
  it.each<[string, () => ServerOptions]>([
    ['also without metrics', () => ({})],
    ['with metrics', () => ({ metrics: new Registry() })],
  ])('writes the place of a bug alone to standard error, %s', async (_, createOptions) => {
    const texts: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
    defer(() => write.mockRestore());
    const bug = {
      description: '',
      arguments: {},
      handler: ({ str1 }: { readonly str1: string }) => {
        throw new RangeError(`with ${str1}\n    at ${str1} (file:///${str1}:1:1)`);
      },
    };
    const { callers } = await started({ ...createOptions(), operations: { bug } });
    for (const code of ['echo', 'none', 'bug']) {
      const { details } = await callers[transport].call({ code, str1: 'secret' });
      expect(details.includes('The server failed at this call and reported the error to its log.')).toBe(
        code === 'bug',
      );
    }
    await expect.poll(() => texts.length).toBe(1);
    expect(texts[0]).not.toContain('secret');
    const { error, ...line } = JSON.parse(texts[0] ?? '') as CallLogLine;
    expect(line).toMatchObject({ event: 'call', code: 'bug', status: 'INTERNAL' });
    expect(error).toEqual({ name: 'RangeError', stack: expect.any(Array) });
    expect(error?.stack[0]).toMatch(/^at .*observability\.test\.ts:\d+:\d+/);
  });
});

describe('metrics', () => {
  it('count calls by operation, status, success and transport', async () => {
    const metrics = new Registry();
    const { callers } = await started({ metrics });
    await callers.gRPC.call({ code: 'echo' });
    await callers.gRPC.call({ code: 'echo' });
    await callers['gRPC-Web'].call({ code: 'expand', str1: '{' });
    await callers['gRPC-Web'].call({ code: 'made-up-by-the-caller' });
    await callers.gRPC.call({ code: 'echo', str1: 'x'.repeat(1_048_577) });
    await callers['gRPC-Web'].call({ code: 'echo', str1: 'x'.repeat(5_000_000) });
    const text = await metrics.metrics();
    expect(text.split('\n').filter((line) => /^callapi_calls_total.* [1-9]/.test(line))).toEqual([
      'callapi_calls_total{operation="echo",status="OK",success="true",transport="grpc"} 2',
      'callapi_calls_total{operation="echo",status="INVALID_ARGUMENT",success="",transport="grpc"} 1',
      'callapi_calls_total{operation="expand",status="OK",success="false",transport="grpc-web"} 1',
      'callapi_calls_total{operation="none",status="OK",success="false",transport="grpc-web"} 1',
      'callapi_calls_total{operation="none",status="RESOURCE_EXHAUSTED",success="",transport="grpc-web"} 1',
    ]);
    const histogram = text.split('\n').filter((line) => /^callapi_call_dur.*echo.*"grpc",arguments/.test(line));
    expect(histogram.filter((line) => /_count/.test(line))).toEqual([
      'callapi_call_duration_seconds_count{operation="echo",transport="grpc",arguments="small"} 2',
      'callapi_call_duration_seconds_count{operation="echo",transport="grpc",arguments="large"} 1',
    ]);
    expect(histogram.filter((line) => /le="(120|\+Inf)"/.test(line))).toEqual([
      'callapi_call_duration_seconds_bucket{le="120",operation="echo",transport="grpc",arguments="small"} 2',
      'callapi_call_duration_seconds_bucket{le="+Inf",operation="echo",transport="grpc",arguments="small"} 2',
      'callapi_call_duration_seconds_bucket{le="120",operation="echo",transport="grpc",arguments="large"} 1',
      'callapi_call_duration_seconds_bucket{le="+Inf",operation="echo",transport="grpc",arguments="large"} 1',
    ]);
    expect(text).not.toContain('made-up');
  });

  it('exist with 0 from the start, for each operation, end and transport, as the first failure has to show', async () => {
    const metrics = new Registry();
    const custom = { description: '', arguments: {}, handler: () => '' };
    const { callers } = await started({ metrics, operations: { custom } });
    const list = async (name: string) =>
      (await metrics.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
    const calls = await list('callapi_calls_total');
    const operations = ['echo', 'build', 'expand', 'operations', 'custom', 'none'];
    // 16 failures, none, and two of OK.
    expect(calls).toHaveLength(operations.length * 2 * 19);
    for (const operation of operations)
      for (const transport of ['grpc', 'grpc-web'])
        expect(calls).toContain(
          `callapi_calls_total{operation="${operation}",status="INTERNAL",success="",transport="${transport}"} 0`,
        );
    expect(await list('callapi_bugs_total')).toHaveLength(operations.length * 2);
    expect(calls.filter((line) => !line.endsWith(' 0'))).toEqual([]);
    await callers.gRPC.call({ code: 'custom' });
    expect(await list('callapi_calls_total')).toHaveLength(calls.length);
    const typed = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(typed).toEqual([
      '# TYPE callapi_calls_total counter',
      '# TYPE callapi_bugs_total counter',
      '# TYPE callapi_calls_in_flight gauge',
      '# TYPE callapi_call_duration_seconds histogram',
    ]);
  });

  it.each(builtInOperations.flatMap(({ name, task }) => (task ? [{ name, task }] : [])))(
    'call arguments small that $name reads at once',
    ({ name, task }) => {
      for (const length of [0, quickArguments / 2, quickArguments]) {
        const [str1, str2] = ['x'.repeat(length), 'x'.repeat(quickArguments - length)];
        expect(task.isQuick({ code: name, str1, str2, intValue: 0 })).toBe(true);
      }
    },
  );

  it('count as bugs the errors of operations alone', async () => {
    const metrics = new Registry();
    const operations = {
      bug: { description: '', arguments: {}, handler: () => JSON.parse('{') },
      failed: { description: '', arguments: {}, handler: () => Promise.reject(new OperationError('no')) },
      refused: { description: '', arguments: {}, handler: () => Promise.reject(new CallError(status.INTERNAL, 'no')) },
    };
    const { callers } = await started({ metrics, operations });
    for (const code of ['bug', 'failed', 'refused', 'unknown']) await callers.gRPC.call({ code });
    await callers['gRPC-Web'].call({ code: 'bug' });
    const text = await metrics.metrics();
    expect(text.split('\n').filter((line) => /^callapi_bugs_total.* [1-9]/.test(line))).toEqual([
      'callapi_bugs_total{operation="bug",transport="grpc"} 1',
      'callapi_bugs_total{operation="bug",transport="grpc-web"} 1',
    ]);
  });

  it('show the calls in flight', async () => {
    const metrics = new Registry();
    let open: (message: string) => void = () => undefined;
    const wait = { description: '', arguments: {}, handler: () => new Promise<string>((resolve) => (open = resolve)) };
    const { callers } = await started({ metrics, operations: { wait } });
    const inFlight = async (): Promise<string | undefined> =>
      /^callapi_calls_in_flight (\d+)$/m.exec(await metrics.metrics())?.[1];
    expect(await inFlight()).toBe('0');
    const call = callers.gRPC.call({ code: 'wait' });
    await expect.poll(inFlight).toBe('1');
    open('done');
    expect(status[(await call).code]).toBe('OK');
    expect(await inFlight()).toBe('0');
  });

  it('are served on a port of loopback, with those of the process, only on request', async () => {
    const { metrics = '', callers } = await started({}, { metricsPort: 0 });
    expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    await callers.gRPC.call({ code: 'echo' });
    const response = await fetch(metrics);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200, 'text/plain; version=0.0.4; charset=utf-8',
    ]); // prettier-ignore
    const text = await response.text();
    expect(text).toContain('callapi_calls_total{operation="echo"');
    expect(text).toContain('process_resident_memory_bytes');
    expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404);
    expect((await started({})).metrics).toBeUndefined();
  });

  it('that can’t be collected are a 503, which a scraper reports', async () => {
    const registry = new Registry();
    registry.metrics = () => Promise.reject(new Error('broken'));
    const { metrics = '' } = await started({ metrics: registry }, { metricsPort: 0 });
    const response = await fetch(metrics);
    expect([response.status, await response.text()]).toEqual([503, 'The metrics could not be collected.\n']);
  });
});
