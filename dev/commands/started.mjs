import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Whether Node was started with a module, which others may also import.
 *
 * @param {string} url the module's `import.meta.url`
 */
export function isStarted(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
