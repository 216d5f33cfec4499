/**
 * `npm run docs:build`: writes the site, with the playground, into docs/.vitepress/dist.
 */
import { copyFileSync, cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ROOT } from '../commands/build.mjs';
import { isStarted } from '../commands/started.mjs';
import { errorMessage } from '../../process/error-message.mjs';
import { run } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import { requireNode } from '../setup/node-version.mjs';
import { BASE, DOCS, prepareSite, VITEPRESS } from './prepare.mjs';
import { HOMEPAGE } from './addresses.mjs';

const USAGE = `Usage: npm run docs:build -- [options]

Installs and builds what is missing, then writes the site into docs/.vitepress/dist, the playground into play/ inside of it.

  --base /<path>/  the site's path on its host (${new URL(HOMEPAGE).pathname})
  --out <folder>   another folder
  --help           this text`;

/** The built site. */
export const DIST = join(DOCS, '.vitepress', 'dist');

/**
 * @param {readonly string[]} args
 * @returns {{ base: string, out: string, help: boolean }}
 * @throws {TypeError} for an unknown flag or a wrong value
 */
export function parseFlags(args) {
  const { values } = parseArgs({
    args: [...args],
    options: { base: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const { base = new URL(HOMEPAGE).pathname, out = DIST, help } = values;
  if (!/^\/(?:[\w.~-]+\/)*$/.test(base))
    throw new TypeError(`--base must be a path that begins and ends with a slash, not "${base}".`);
  return { base, out: resolve(out), help };
}

/**
 * Builds the site.
 *
 * @param {{ base?: string, out?: string }} options
 * @param {import('../../process/progress.mjs').Log} log
 * @throws {Error} when a step fails, with its output
 */
export async function buildSite({ base = new URL(HOMEPAGE).pathname, out = DIST }, log) {
  await prepareSite(log);
  await withProgress(log, 'Building the site', async () => {
    const { failure, output } = await run(process.execPath, [VITEPRESS, 'build', '.', '--outDir', out], {
      cwd: DOCS,
      timeoutMs: 600_000,
      env: { ...process.env, [BASE]: base },
    });
    if (failure !== undefined)
      throw new Error(`Building the site failed (vitepress ${failure}):\n${stripVTControlCharacters(output).trim()}`);
  });
  cpSync(join(ROOT, 'playground', 'dist'), join(out, 'play'), { recursive: true });
  // The picture of links to the site.
  copyFileSync(join(DOCS, 'playground.png'), join(out, 'playground.png'));
}

if (isStarted(import.meta.url)) {
  requireNode();
  try {
    const flags = parseFlags(process.argv.slice(2));
    if (flags.help) console.log(USAGE);
    else {
      await buildSite(flags, console.error);
      console.log(flags.out);
    }
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
