/**
 * Measures the cost of a clone: the time and the size of a first `npm ci`, from a registry whose packages npm has in its cache.
 */
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { formatFigure, writeFigures } from '../commands/test/figures.mjs';
import { PACKAGES } from '../commands/pack.mjs';
import { npmCommand } from './install.mjs';

const MOST_SECONDS = 60;
const MOST_MEGABYTES = 500;

const FILES = ['package.json', 'package-lock.json', '.npmrc', ...PACKAGES.map((folder) => `${folder}/package.json`)];

/**
 * @param {string} path a file, a link or a folder
 * @returns {number} bytes
 */
function measureSize(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + measureSize(join(path, name)), 0);
}

/** @param {string} what @param {number} value @param {string} unit @param {number} most */
const compare = (what, value, unit, most) => ({
  what,
  measured: `${value.toFixed(0)} ${unit}`,
  bar: `≤ ${most} ${unit}`,
  met: value <= most,
});

const clone = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
try {
  for (const file of FILES) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  const [npm, ...args] = npmCommand();
  const start = performance.now();
  const { failure, output } = await run(npm, [...args, 'ci', '--no-audit', '--no-fund'], { cwd: clone });
  const seconds = (performance.now() - start) / 1000;
  if (failure !== undefined) throw new Error(`npm ci ${failure}:\n${output}`);
  const megabytes = measureSize(join(clone, 'node_modules')) / 1e6;
  const figures = [
    compare('npm ci of a new clone', seconds, 's', MOST_SECONDS),
    compare('node_modules of a new clone', megabytes, 'MB', MOST_MEGABYTES),
  ];
  for (const figure of figures) console.log(formatFigure(figure));
  writeFigures(figures);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
