import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { IdleWatch, listProcesses, runWatched, treeOf } from './watched.mjs';

const node = process.execPath;
const onWindows = process.platform === 'win32';

/** A program that starts the same as its child, which alone does the work. */
const asChild = (/** @type {string} */ work) => [
  '-e',
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(work)}], { stdio: 'inherit' })`,
];

test.runIf(!onWindows)('a program that hangs is ended, with all that it started', async () => {
  const { code, output, failure } = await runWatched(
    node,
    asChild(`console.log('waits'); setInterval(() => {}, 1e9)`),
    {
      idleMs: 600,
    },
  );
  expect({ code, output, failure }).toEqual({
    code: null,
    output: 'waits\n',
    failure: 'used no processor for 0.6 s and was ended',
  });
});

test.runIf(!onWindows)('a program is not ended while one that it started is busy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const end = join(folder, 'end');
  let readings = 0;
  let before = '';
  /** Reads the processes once they have used a processor: on a busy machine that takes longer than the watch waits. */
  const list = () => {
    // They end after many times the readings that end idle ones.
    if (++readings === 100) writeFileSync(end, '');
    const read = async () => {
      const listed = (await listProcesses()) ?? [];
      const [, ...started] = treeOf(process.pid, listed);
      const earlier = before;
      before = started.map(({ pid, used }) => `${pid} ${used}`).join();
      return (before !== earlier || before === '') && listed;
    };
    return vi.waitUntil(read, { timeout: 240_000, interval: 1 });
  };
  const work = `while (!require('node:fs').existsSync(${JSON.stringify(end)}));`;
  expect(await runWatched(node, asChild(work), { idleMs: 60, list })).toMatchObject({ code: 0, failure: undefined });
  expect(readings).toBeGreaterThanOrEqual(100);
});

test('without a list of processes nothing is ended', async () => {
  const list = () => Promise.resolve(undefined);
  const { failure } = await runWatched(node, ['-e', 'setTimeout(() => {}, 300)'], { idleMs: 12, list });
  expect(failure).toBeUndefined();
});

test('treeOf finds children of children, in any order', () => {
  const listed = [
    [4, 3],
    [3, 2],
    [2, 1],
    [9, 1],
    [5, 2],
  ].map(([pid = 0, parent = 0]) => ({ pid, parent, state: 'S', used: '' }));
  expect(treeOf(2, listed).map(({ pid }) => pid)).toEqual([2, 3, 5, 4]);
});

test.each([
  [
    ['S 1', 'S 1', 'S 1'],
    [0, 1, 2],
  ],
  [
    ['S 1', 'S 1', 'S 2', 'S 2'],
    [0, 1, 0, 1],
  ],
  [
    ['S 1', 'R 1', 'D 1', 'U 1', 'S 1'],
    [0, 0, 0, 0, 1],
  ],
  [
    ['Ss 1', 'T 1', 'Z 1'],
    [0, 1, 2],
  ],
])('IdleWatch counts the idle readings in succession: %j', (texts, counts) => {
  const watch = new IdleWatch();
  const read = (/** @type {string} */ text) => {
    const [state = '', used = ''] = text.split(' ');
    return watch.read([{ pid: 1, parent: 0, state, used }]);
  };
  expect(texts.map(read)).toEqual(counts);
});

test('a process that started or ended is no idle reading', () => {
  const watch = new IdleWatch();
  const [first, second] = [1, 2].map((pid) => ({ pid, parent: 0, state: 'S', used: '1' }));
  expect(
    [[first], [first, second], [first, second], [second]].map((tree) => watch.read(/** @type {any} */ (tree))),
  ).toEqual([0, 0, 1, 0]);
});
