import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import { CallError } from './call.js';
import type { Task } from '../operations/built-in.js';
import { type OperationArguments, OperationError } from '../operations/operation.js';
import { builtInOperations } from '../operations/index.js';
import { createWorkPool, type WorkPool, type WorkPoolOptions, workerOptions } from './work-pool.js';

const maxMessageBytes = 4_194_304;
const pools: WorkPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()));
});

function pool(options: Partial<WorkPoolOptions> = {}): WorkPool {
  const made = createWorkPool({ maxMessageBytes, ...options });
  pools.push(made);
  return made;
}

/** For tasks without side effects. */
const shared = createWorkPool({ maxMessageBytes });
afterAll(() => shared.close());

/** Finds the task of a built-in operation. */
function findTask(name: string): Task {
  const task = builtInOperations.find((operation) => operation.name === name)?.task;
  if (!task) throw new Error(`${name} has no task.`);
  return task;
}
const [echo, build, expand] = ['echo', 'build', 'expand'].map(findTask) as [Task, Task, Task];

const never = { signal: new AbortController().signal };
const args = (str1: string, str2 = '', intValue = 0): OperationArguments => ({ code: 'x', str1, str2, intValue });
/** Takes some 100 ms in a worker: long enough to come second. */
const slow = args(
  '{&a*}'.repeat(3000),
  `{"a":{${Array.from({ length: 60_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}}`,
);

it('runs small arguments at once, without a worker and without reading the signal', () => {
  const context = {
    get signal(): AbortSignal {
      throw new Error('The signal is read.');
    },
  };
  expect(pool().run(expand, args('/{a}', '{"a":1}'), context)).toBe('/1');
  expect(pool().run(echo, args('a'), context)).toBe('{"code":"x","str1":"a","str2":"","int_value":0}');
});

const text = 'é'.repeat(20_000);
it.each<[Task, OperationArguments, unknown]>([
  [echo, args('x'.repeat(70_000)), JSON.stringify({ code: 'x', str1: 'x'.repeat(70_000), str2: '', int_value: 0 })],
  [expand, args('{a}', JSON.stringify({ a: text })), encodeURIComponent(text)],
  [build, args('POST https://h/', JSON.stringify({ a: text }), 2), expect.stringContaining(`\n    "a": "${text}"`)],
])('$0.name runs large arguments in a worker, with the same result', async (task, large, expected) => {
  const result = shared.run(task, large, never);
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toEqual(expected);
}); // prettier-ignore

describe.each([
  ['on the thread', ''],
  ['in a worker', ' '.repeat(10_000)],
])('%s', (_, space) => {
  it.each<[string, Task, OperationArguments, string]>([
    ['malformed JSON', build, args('GET /', `{"a":1,}${space}`), 'str2: '],
    ['a malformed template', expand, args(`{${space}`), '{'],
    ['an indent', build, args('GET /', space, 11), 'int_value is the JSON indent'],
  ])('%s fails the operation', async (__, task, input, message) => {
    const run = async (): Promise<unknown> => shared.run(task, input, never);
    await expect(run()).rejects.toThrow(OperationError);
    await expect(run()).rejects.toThrow(message);
  }); // prettier-ignore

  it.each<[string, Task, OperationArguments]>([
    ['indent', build, args('POST /', `{"a":${'['.repeat(90)}${'0,'.repeat(5000)}0${']'.repeat(90)}}${space}`, 10)],
    ['escapes', echo, args('\u0001'.repeat(800_000), space)],
    ['a long expansion', expand, args('{a}'.repeat(5000), `{"a":"${'é'.repeat(20_000)}"}${space}`)],
    ['members that write nothing', expand, args('{a}'.repeat(5000), `{"a":[${'null,'.repeat(200_000)}1]}${space}`)],
  ])('refuses a result that %s makes too large', async (__, task, input) => {
    const run = async (): Promise<unknown> => shared.run(task, input, never);
    await expect(run()).rejects.toThrow(CallError);
    await expect(run()).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  });
});

it('ends an aborted task, and runs others that wait', async () => {
  const work = pool();
  const controller = new AbortController();
  const aborted = work.run(expand, slow, controller);
  const other = work.run(echo, args('x'.repeat(70_000)), never);
  const reason = new CallError(status.CANCELLED, 'gone');
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await expect(other).resolves.toContain('xxx');
});

it('ends a task that takes too long', async () => {
  const run = pool({ maxTaskMs: 1 }).run(echo, args('x'.repeat(1_000_000)), never);
  await expect(run).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    message: expect.stringContaining('1 ms'),
  });
});

it('refuses tasks beyond its bound, and still runs small ones', async () => {
  const work = pool({ maxTasks: 2 });
  const large = args('x'.repeat(70_000));
  const accepted = [work.run(echo, large, never), work.run(echo, large, never)];
  await expect(work.run(echo, large, never)).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  expect(work.run(echo, args('a'), never)).toContain('"a"');
  await Promise.all(accepted.map(async (result) => result));
  await expect(work.run(echo, large, never)).resolves.toContain('xxx');
});

it('rejects large arguments once closed', async () => {
  const closed = pool();
  await closed.close();
  await expect(closed.run(echo, args('x'.repeat(70_000)), never)).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
  });
});

/** Ends workers at several moments of their start, whose duration the first worker shows. */
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

describe.each(sample(['workers whose modules take long to link'], 0))('%s', () => {
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
    // The machine decides which moments are within the linking; none may end the process.
    for (const result of others) expect(['AbortError', 'worked']).toContain(result);
  });
});
