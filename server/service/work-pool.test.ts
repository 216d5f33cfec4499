import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from './call.js';
import { type OperationArguments, OperationError } from './operation.js';
import type { TaskName, Workbench } from '../operations/tasks.js';
import { createWorkPool, type WorkPoolOptions, workerOptions } from './work-pool.js';

const maxMessageBytes = 4_194_304;
const pools: Workbench[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()));
});

function pool(options: Partial<WorkPoolOptions> = {}): Workbench {
  const made = createWorkPool({ maxMessageBytes, ...options });
  pools.push(made);
  return made;
}

/** For tasks that leave nothing behind. */
const shared = createWorkPool({ maxMessageBytes });
afterAll(() => shared.close());

const never = { signal: new AbortController().signal };
const args = (str1: string, str2 = '', intValue = 0): OperationArguments => ({ code: 'x', str1, str2, intValue });
const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
/** Takes some 100 ms in a worker: long enough to come second. */
const slow = args(
  '{&a*}'.repeat(3000),
  `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}`,
);

it('small arguments are worked on at once, without a worker and without asking for a signal', () => {
  const context = {
    get signal(): AbortSignal {
      throw new Error('The signal is asked for.');
    },
  };
  expect(pool().run('expand', args('/{a}', '{"a":1}'), context)).toBe('/1');
  expect(pool().run('echo', args('a'), context)).toBe('{"code":"x","str1":"a","str2":"","int_value":0}');
});

const text = 'é'.repeat(20_000);
it.each<[TaskName, OperationArguments, unknown]>([
  ['echo', args('x'.repeat(70_000)), JSON.stringify({ code: 'x', str1: 'x'.repeat(70_000), str2: '', int_value: 0 })],
  ['expand', args('{a}', JSON.stringify({ a: text })), encodeURIComponent(text)],
  ['build', args('POST https://h/', JSON.stringify({ a: text }), 2), expect.stringContaining(`\n    "a": "${text}"`)],
  ['request', args('POST https://h/', JSON.stringify({ a: text })), expect.objectContaining({ url: 'https://h/', method: 'POST', body: JSON.stringify({ a: text }) })],
])('%s of large arguments is worked on in a worker, to the same result', async (name, given, expected) => {
  const result = shared.run(name, given, never);
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toEqual(expected);
}); // prettier-ignore

describe.each([
  ['on the thread', ''],
  ['in a worker', ' '.repeat(10_000)],
])('%s', (_, space) => {
  it.each<[string, TaskName, OperationArguments, string]>([
    ['malformed JSON', 'build', args('GET /', `{"a":1,}${space}`), 'str2: '],
    ['a malformed template', 'expand', args(`{${space}`), '{'],
    ['a relative url', 'request', args('GET /a', `{"baseUrl":""}${space}`), 'is not absolute'],
    ['too many headers', 'request', args('GET https://h/', `{"headers":{"a":"${'x'.repeat(70_000)}"}}${space}`), 'The headers have'],
    ['an indent', 'build', args('GET /', space, 11), 'int_value is the JSON indent'],
  ])('%s fails the operation', async (__, name, given, message) => {
    const run = async (): Promise<unknown> => shared.run(name, given, never);
    await expect(run()).rejects.toThrow(OperationError);
    await expect(run()).rejects.toThrow(message);
  }); // prettier-ignore

  it.each<[string, TaskName, OperationArguments]>([
    ['indent', 'build', args('POST /', `${deep(1500)}${space}`, 10)],
    ['escapes', 'echo', args('\u0001'.repeat(800_000), space)],
    ['a long expansion', 'expand', args('{a}'.repeat(5000), `{"a":"${'é'.repeat(20_000)}"}${space}`)],
    ['members that write nothing', 'expand', args('{a}'.repeat(5000), `{"a":[${'null,'.repeat(200_000)}1]}${space}`)],
  ])('a result that %s makes too large is refused', async (__, name, given) => {
    const run = async (): Promise<unknown> => shared.run(name, given, never);
    await expect(run()).rejects.toThrow(CallError);
    await expect(run()).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  });
});

it('an aborted task is ended, and others that wait are worked on', async () => {
  const work = pool();
  const controller = new AbortController();
  const aborted = work.run('expand', slow, controller);
  const other = work.run('echo', args('x'.repeat(70_000)), never);
  const reason = new CallError(status.CANCELLED, 'gone');
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await expect(other).resolves.toContain('xxx');
});

it('a task that takes too long is ended', async () => {
  const run = pool({ maxTaskMs: 1 }).run('echo', args('x'.repeat(1_000_000)), never);
  await expect(run).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    message: expect.stringContaining('1 ms'),
  });
});

it('more tasks than it can take are refused, and small ones still are not', async () => {
  const work = pool({ maxTasks: 2 });
  const large = args('x'.repeat(70_000));
  const accepted = [work.run('echo', large, never), work.run('echo', large, never)];
  await expect(work.run('echo', large, never)).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  expect(work.run('echo', args('a'), never)).toContain('"a"');
  await Promise.all(accepted.map(async (result) => result));
  await expect(work.run('echo', large, never)).resolves.toContain('xxx');
});

it('a closed pool accepts no large arguments', async () => {
  const closed = pool();
  await closed.close();
  await expect(closed.run('echo', args('x'.repeat(70_000)), never)).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
  });
});

/** Ends workers at several moments of their start, whose length the first worker tells. */
const endsStartingWorkers = `
  import { Piscina } from 'piscina';
  const [options, filename] = process.argv.slice(1);
  async function startAndEnd(signal) {
    const pool = new Piscina({ ...JSON.parse(options), filename, minThreads: 1, maxThreads: 1 });
    pool.on('error', () => {});
    const result = await pool.run(0, { signal }).catch((error) => error.name);
    await pool.destroy();
    return result;
  }
  const start = performance.now();
  const results = [await startAndEnd()];
  const whole = performance.now() - start;
  for (const part of [0.3, 0.4, 0.5, 0.6, 0.7]) results.push(await startAndEnd(AbortSignal.timeout(Math.round(whole * part))));
  console.log(JSON.stringify(results));
`;

describe('workers whose modules take long to link', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'endpointjs-'));
    // Each name is looked for in each module.
    const names = Array.from({ length: 5000 }, (_, index) => `name${index}`);
    const others = Array.from({ length: 200 }, (_, index) => `export * from './empty.mjs?${index}';`);
    const files = {
      'worker.mjs': `import { ${names.join()} } from './all.mjs';\nexport default () => 'worked';`,
      'all.mjs': [...others, `export * from './names.mjs';`].join('\n'),
      'empty.mjs': '',
      'names.mjs': `const value = 0;\nexport { ${names.map((name) => `value as ${name}`).join()} };`,
    };
    await Promise.all(Object.entries(files).map(([name, source]) => writeFile(join(folder, name), source)));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('do not end the process when they are ended meanwhile', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      endsStartingWorkers,
      JSON.stringify(workerOptions),
      pathToFileURL(join(folder, 'worker.mjs')).href,
    ]);
    const [first, ...others]: string[] = JSON.parse(stdout);
    expect(first).toBe('worked');
    // Which moments are within the linking depends on the machine; none may end the process.
    for (const result of others) expect(['AbortError', 'worked']).toContain(result);
  });
});
