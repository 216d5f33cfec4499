import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRunning, killTree, run, start, stop } from './processes.mjs';
import { withProgress } from './progress.mjs';

const node = process.execPath;

/** @param {string} path */
const url = (path) => JSON.stringify(new URL(path, import.meta.url).href);

/** @param {number} pid */
async function hasEnded(pid) {
  const deadline = Date.now() + 60_000;
  while (isRunning(pid) && Date.now() < deadline) await delay(20);
  return !isRunning(pid);
}

describe('run', () => {
  test('keeps both outputs, and passes no input', async () => {
    const script = `console.log('out'); console.error('err'); process.stdin.on('end', () => process.exit(3)).resume()`;
    const { code, output, stdout, failure } = await run(node, ['-e', script]);
    expect([code, stdout, failure]).toEqual([3, 'out\n', 'ended with code 3']);
    expect(output).toContain('err');
  });

  test('reports a missing program like any other failure', async () => {
    expect(await run('no-such-program-anywhere', [])).toEqual({
      code: null,
      output: '',
      stdout: '',
      failure: 'not found',
    });
  });

  test('ends a program that takes too long', async () => {
    const { failure } = await run(node, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 50 });
    expect(failure).toBe('took longer than 0.05 s and was ended');
  });

  test('ends the program with its children when it is aborted', async () => {
    const inner = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
    const script = `console.log(${inner}.pid); setInterval(() => {}, 1000)`;
    const abort = new AbortController();
    const onOutput = () => abort.abort('not needed any more');
    const { stdout, failure } = await run(node, ['-e', script], { signal: abort.signal, onOutput });
    expect(failure).toBe('not needed any more');
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(await hasEnded(Number(stdout))).toBe(true);
  });
});

test('starts nothing once everything is being stopped', async () => {
  const script = `
    import { run, start, stopAll } from ${url('processes.mjs')};
    const stopped = stopAll();
    try { start('node', []); } catch (error) { console.log(error.message); }
    console.log((await run('node', [])).failure);
    await stopped;
  `;
  const { stdout } = await run(node, ['--input-type=module', '-e', script]);
  const reason = 'not started, because everything is being stopped';
  expect(stdout).toBe(`node: ${reason}.\n${reason}\n`);
});

test('stop asks first, then forces', async () => {
  const polite = start(node, [
    '-e',
    `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')`,
  ]);
  await once(polite.stdout, 'data');
  await stop(polite);
  expect(polite.exitCode).toBe(process.platform === 'win32' ? 1 : 7);

  const deaf = start(node, ['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`]);
  await once(deaf.stdout, 'data');
  await stop(deaf, 200);
  expect(deaf.exitCode ?? deaf.signalCode).not.toBe(0);
  expect(isRunning(deaf.pid ?? 0)).toBe(false);
});

test.each([
  ['EPERM', true],
  ['ESRCH', false],
])('a process that reports %s to a signal: isRunning is %s', (code, expected) => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(isRunning(1)).toBe(expected);
});

describe('killTree', () => {
  /** @param {NodeJS.Platform} platform */
  const createSystem = (platform) => {
    const killer = new EventEmitter();
    return { platform, killer, spawn: vi.fn(() => killer), kill: vi.fn() };
  };
  /** @param {ReturnType<typeof createSystem>} system @returns {any} a system in which nothing is ended */
  const inject = (system) => system;

  test.each(/** @type {const} */ (['linux', 'darwin']))('on %s signals the group of a process', (platform) => {
    const system = createSystem(platform);
    killTree(7, 'SIGTERM', inject(system));
    expect(system.kill.mock.calls).toEqual([[-7, 'SIGTERM']]);
    expect(system.spawn).not.toHaveBeenCalled();
  });

  test('on Windows ends a process and its children by force', () => {
    const system = createSystem('win32');
    killTree(7, 'SIGTERM', inject(system));
    expect(system.spawn.mock.calls).toEqual([
      ['taskkill', ['/pid', '7', '/T', '/F'], { stdio: 'ignore', windowsHide: true }],
    ]);
    expect(system.kill).not.toHaveBeenCalled();
    expect(() => system.killer.emit('error', Object.assign(new Error('x'), { code: 'EPERM' }))).toThrow('x');
  });

  /** @type {[NodeJS.Platform, code: string, thrown: string | undefined][]} */
  const responses = [
    ['linux', 'ESRCH', undefined],
    ['linux', 'EPERM', 'EPERM'],
    ['darwin', 'ESRCH', undefined],
    ['darwin', 'EPERM', undefined],
    ['darwin', 'EINVAL', 'EINVAL'],
  ];
  test.each(responses)('on %s, of a group that reports %s, throws %s', (platform, code, expected) => {
    const system = createSystem(platform);
    system.kill.mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    const end = () => killTree(7, 'SIGKILL', inject(system));
    if (expected === undefined) end();
    else expect(end).toThrow(expected);
  });
});

test('the guard ends the processes whose starter is killed', async () => {
  const script = `
    const { setGuard, start } = await import(${url('processes.mjs')});
    const { startGuard } = await import(${url('shutdown.mjs')});
    setGuard(startGuard(${JSON.stringify(fileURLToPath(new URL('guard.mjs', import.meta.url)))}));
    console.log(start(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(node, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = await once(parent.stdout.setEncoding('utf8'), 'data');
  const pid = Number(text);
  expect(isRunning(pid)).toBe(true);
  await delay(300);
  parent.kill('SIGKILL');
  expect(await hasEnded(pid)).toBe(true);
});

test('withProgress reports the start, the elapsed time and the end', async () => {
  /** @type {string[]} */
  const lines = [];
  const log = (/** @type {string} */ line) => lines.push(line.replace(/[\d.]+ s/, '… s'));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hint = () => (lines.length === 1 ? '; wait' : '');
  const options = { everyMs: 50, hint };
  const working = withProgress(
    log,
    'Working',
    () => new Promise((resolve) => setTimeout(resolve, 130, 'result')),
    options,
  );
  await vi.advanceTimersByTimeAsync(130);
  expect(await working).toBe('result');
  await expect(withProgress(log, 'Trying', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lines).toEqual([
    'Working …',
    'Working … … s; wait',
    'Working … … s',
    'Working: done in … s',
    'Trying …',
    'Trying: failed after … s',
  ]);
});
