/**
 * The memory of routes that the builder remembers, in a process that measureMemory forks and that sends its result.
 */
import { fileURLToPath } from 'node:url';
import { endpoint } from 'endpoint.js';
import { GITHUB_MIX } from '../testing/github-routes.mjs';
import { heapUsed, measureApart } from './apart.mjs';

/** The engine allocates too, for code that it compiles: most of it for the first routes, which aren't counted. */
const FIRST = 200;
/** With the first ones, fewer than the builder remembers. */
const COUNTED = 400;
const MILLION = 1_000_000;

const MOST_BYTES = 4000;
const MOST_MEGABYTES = 5;

/** @typedef {{ bytes: number, growth: number }} Memory `bytes` of a route; `growth` in bytes, after a million routes */

/** @returns {Promise<import('../commands/test/figures.mjs').Figure[]>} */
export async function measureMemory() {
  const { bytes, growth } = /** @type {Memory} */ (await measureApart(import.meta.url));
  return [
    {
      what: 'memory of a remembered route',
      measured: `${(bytes / 1000).toFixed(2)} kB`,
      bar: `≤ ${MOST_BYTES / 1000} kB`,
      met: bytes <= MOST_BYTES,
    },
    {
      what: 'memory after a million routes',
      measured: `${(growth / 1e6).toFixed(2)} MB more`,
      bar: `≤ ${MOST_MEGABYTES} MB`,
      met: growth <= MOST_MEGABYTES * 1e6,
    },
  ];
}

/** @returns {Memory} */
function measure() {
  buildNewRoutes(0, FIRST);
  const before = heapUsed();
  // They are remembered from the second time on.
  for (let time = 0; time < 2; time++) buildNewRoutes(FIRST, FIRST + COUNTED);
  const bytes = (heapUsed() - before) / COUNTED;
  buildNewRoutes(FIRST + COUNTED, MILLION);
  return { bytes, growth: heapUsed() - before };
}

/** @param {number} from @param {number} to */
function buildNewRoutes(from, to) {
  for (let index = from; index < to; index++) {
    const [route, options] = /** @type {typeof GITHUB_MIX[number]} */ (GITHUB_MIX[index % GITHUB_MIX.length]);
    const { url } = endpoint(route.replace(' /', ` /${index}/`), options);
    if (!url.startsWith(`https://api.github.com/${index}/`)) throw new Error(`${url} is wrong.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.send?.(measure());
