/** Installs the pinned packages, and runs the programs in them. */
import { spawn, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/sdks/', import.meta.url));
const VENV = join(CACHE, 'python');
const PYTHON = join(VENV, 'bin', 'python');
const STAMP = join(CACHE, 'installed');

/** @param {string} program @param {string[]} args @param {string} [cwd] */
const install = (program, args, cwd = HERE) => execFileSync(program, args, { cwd, stdio: 'inherit' });

/** Installs what isn't as the pins say. */
export function installAll() {
  const pins = ['package-lock.json', 'requirements.txt'].map((name) => readFileSync(join(HERE, name), 'utf8'));
  const stamp = createHash('sha256').update(pins.join()).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp && existsSync(join(HERE, 'node_modules'))) return;
  mkdirSync(CACHE, { recursive: true });
  install('npm', ['ci', '--ignore-scripts']);
  install('python3', ['-m', 'venv', '--clear', VENV]);
  install(PYTHON, ['-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt']);
  writeFileSync(STAMP, stamp);
}

/** @param {string} name with the prefix `pypi:` for one of Python @returns {string} */
export function readVersion(name) {
  const python = /^pypi:(.*)$/.exec(name)?.[1];
  if (python !== undefined) {
    const code = 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))';
    return execFileSync(PYTHON, ['-c', code, python], { encoding: 'utf8' }).trim();
  }
  const path = name === 'endpoint.js' ? '../../lib' : `node_modules/${name}`;
  return JSON.parse(readFileSync(join(HERE, path, 'package.json'), 'utf8')).version;
}

/** No SDK sends anything elsewhere. */
const QUIET = {
  DO_NOT_TRACK: '1',
  FASTMCP_CHECK_FOR_UPDATES: 'off',
  LANGSMITH_TRACING: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
};

/**
 * @param {string} program a path from this folder, of a module or a program of Python
 * @param {string[]} args
 * @param {number} timeoutMs
 * @throws {Error} with the last lines that it printed
 */
export async function runProgram(program, args, timeoutMs) {
  const command = program.endsWith('.py') ? PYTHON : process.execPath;
  const child = spawn(command, [join(HERE, program), ...args], {
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-2000)));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ended) => resolve(ended));
  });
  if (code !== 0) throw new Error(signal ? `no result in ${timeoutMs / 1000} s` : `${program}: ${errors}`);
}
