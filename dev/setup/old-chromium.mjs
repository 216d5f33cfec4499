/**
 * Unpacks the Chromiums of earlier years, which packages of `dev/full/` contain for Linux on x64, compressed.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { resolveFull } from '../full/packages.mjs';
import { withLock } from '../../process/lock.mjs';
import { ROOT } from '../commands/build.mjs';

/** @typedef {92 | 106} OldVersion */

/** @type {Readonly<Record<OldVersion, string>>} */
const PACKAGES = { 92: 'chrome-aws-lambda', 106: '@sparticuz/chromium' };

/**
 * @param {OldVersion} version
 * @returns {Promise<string>} the path of the program
 * @throws {Error} where the packages of `dev/full/` aren't installed
 */
export async function findOldChromium(version) {
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  const packed = join(dirname(resolveFull(`${PACKAGES[version]}/package.json`)), 'bin');
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await unpack(packed, folder);
  });
  return join(folder, 'chromium');
}

/**
 * @param {string} packed the folder with the compressed files
 * @param {string} folder a new one
 */
async function unpack(packed, folder) {
  // Under another name until it is complete.
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  /** @param {string} name @param {string} target @param {number} mode */
  const decompress = (name, target, mode) =>
    pipeline(
      createReadStream(join(packed, name)),
      createBrotliDecompress(),
      createWriteStream(join(partial, target), { mode }),
    );
  await decompress('chromium.br', 'chromium', 0o755);
  await decompress('swiftshader.tar.br', 'swiftshader.tar', 0o644);
  execFileSync('tar', ['-xf', 'swiftshader.tar'], { cwd: partial });
  rmSync(join(partial, 'swiftshader.tar'));
  renameSync(partial, folder);
}
