/** The heap of GitHub's routes, beside a router's, in processes that measureRoutesMemory forks and that send their results. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPathRoutes, TABLES, toRequests } from './routes.mjs';

/** @typedef {{ compiled: number, found: number }} Heap bytes of a table, and once each of its routes was found */

const MOST_FOUND = 2_000_000;
/** So many that what the engine allocates elsewhere hardly counts. */
const TABLES_COUNT = 5;

/** @param {string} contender @returns {Promise<Heap>} */
async function measureApart(contender) {
  const child = fork(fileURLToPath(import.meta.url), [contender], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${contender} ended with ${code}.`)));
  const [heap] = /** @type {[Heap]} */ (await Promise.race([once(child, 'message'), ended]));
  child.kill();
  return heap;
}

/** @returns {Promise<import('../commands/test/figures.mjs').Figure[]>} */
export async function measureRoutesMemory() {
  const [ours, peers] = [await measureApart('endpoint.js/uri-template'), await measureApart('rou3')];
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

/** @returns {Promise<number>} bytes in use after a collection of garbage */
async function heapUsed() {
  // What the last task used is free in the next one.
  await setTimeout(20);
  /** @type {() => void} */ (globalThis.gc)();
  return process.memoryUsage().heapUsed;
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
  const before = await heapUsed();
  const tables = Array.from({ length: TABLES_COUNT }, () => TABLES[contender](routes));
  const compiled = await heapUsed();
  tables.forEach(findAll);
  const found = await heapUsed();
  return { compiled: (compiled - before) / TABLES_COUNT, found: (found - before) / tables.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.send?.(await measure(/** @type {keyof typeof TABLES} */ (process.argv[2])));
