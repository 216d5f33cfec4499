/**
 * The processor time of tools from GitHub's document, in a process that measureTools forks and that sends its result.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTools } from 'endpoint.js/tools';
import { installFullPackages, resolveFull } from '../full/packages.mjs';
import { measureApart } from './apart.mjs';

const MOST_MS = 1000;

/** @typedef {{ ms: number, tools: number }} Measured */

/** @returns {Promise<import('../commands/test/figures.mjs').Figure[]>} */
export async function measureTools() {
  await installFullPackages(console.error);
  const { ms, tools } = /** @type {Measured} */ (await measureApart(import.meta.url));
  return [
    {
      what: `GitHub's document to ${tools} tools`,
      measured: `${ms.toFixed(0)} ms`,
      bar: `≤ ${MOST_MS} ms`,
      met: ms <= MOST_MS,
    },
  ];
}

/** @returns {Measured} */
function measure() {
  const document = JSON.parse(readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8'));
  const before = process.cpuUsage();
  const { tools } = createTools(document);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, tools: tools.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.send?.(measure());
