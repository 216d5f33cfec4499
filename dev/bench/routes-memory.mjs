/** The heap of GitHub's routes, beside a router's, in processes that measureRoutesMemory forks and that send their results. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { heapUsed, measureApart } from './apart.mjs';
import { readPathRoutes, TABLES, toRequests } from './routes.mjs';

/** @typedef {{ compiled: number, found: number }} Heap bytes of a table, and once each of its routes was found */

const MOST_FOUND = 2_000_000;
/** So many that what the engine allocates elsewhere hardly counts. */
const TABLES_COUNT = 5;

/** @param {string} contender @returns {Promise<Heap>} */
const measureContender = async (contender) => /** @type {Heap} */ (await measureApart(import.meta.url, [contender]));

/** @returns {Promise<import('../commands/test/figures.mjs').Figure[]>} */
export async function measureRoutesMemory() {
  const [ours, peers] = [await measureContender('endpoint.js/uri-template'), await measureContender('rou3')];
  const ratio = ours.compiled / peers.compiled;
  return [
    {
      what: 'heap of all routes: endpoint.js/uri-template / rou3 1.0',
      measured: `${ratio.toFixed(2)}, ${(ours.compiled / 1e6).toFixed(2)} MB`,
      bar: '≤ 1.00',
      met: ratio <= 1,
    },
    {
      what: 'heap once each route was found',
      measured: `${(ours.found / 1e6).toFixed(2)} MB`,
      bar: `≤ ${MOST_FOUND / 1e6} MB`,
      met: ours.found <= MOST_FOUND,
    },
  ];
}

/** As {@link heapUsed}, in a later task: what the last one used is free only then. */
async function heapUsedLater() {
  await setTimeout(20);
  return heapUsed();
}

/** @param {keyof typeof TABLES} contender @returns {Promise<Heap>} */
async function measure(contender) {
  const routes = readPathRoutes();
  const requests = toRequests(routes);
  /** @param {import('./routes.mjs').Find} find */
  const findAll = (find) => {
    for (const request of requests) if (find(...request) === undefined) throw new Error(`${request[0]} isn't found.`);
  };
  // The engine's own memory for the code, which the first table needs.
  findAll(TABLES[contender](routes));
  const before = await heapUsedLater();
  const tables = Array.from({ length: TABLES_COUNT }, () => TABLES[contender](routes));
  const compiled = await heapUsedLater();
  tables.forEach(findAll);
  const found = await heapUsedLater();
  return { compiled: (compiled - before) / TABLES_COUNT, found: (found - before) / tables.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.send?.(await measure(/** @type {keyof typeof TABLES} */ (process.argv[2])));
