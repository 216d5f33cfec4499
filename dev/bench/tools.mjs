/**
 * Tools from the text of GitHub's document, beside a maker whose users have the references replaced: processor time and peak memory, in
 * processes that measureTools forks and that send their results.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importFull, installFullPackages, resolveFull } from '../full/packages.mjs';
import { measureApart } from './apart.mjs';
import { installNodes } from './nodes.mjs';
import { compareTurns, ratioFigures } from './ratios.mjs';

const PEER = 'openapi-mcp-generator';
const CONTENDERS = ['endpoint.js/tools', PEER];
const ROUNDS = 7;
const NODE = 24;

/** @typedef {Record<'nanoseconds' | 'bytes', number>} Measured */

/** @returns {Promise<import('../commands/test/figures.mjs').Figure[]>} */
export async function measureTools() {
  await installFullPackages(console.error);
  const execPath = (await installNodes(console.error))(NODE);
  /** @type {Measured[][]} */
  const rounds = Array.from({ length: ROUNDS }, () => []);
  for (const round of rounds)
    for (const name of CONTENDERS)
      round.push(/** @type {Measured} */ (await measureApart(import.meta.url, [name], execPath)));
  /** @param {keyof Measured} key @param {number} atMost @param {(amount: number) => string} [format] */
  const compare = (key, atMost, format) => {
    const turns = rounds.map((round) => round.map((measured) => measured[key]));
    const what = `GitHub's document to tools, Node ${NODE}, ${key}`;
    return ratioFigures(what, compareTurns(CONTENDERS, turns), { [PEER]: { atMost } }, format);
  };
  return [...compare('nanoseconds', 1.4), ...compare('bytes', 1, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`)];
}

/** @param {string | undefined} contender @returns {Promise<(document: object) => unknown>} */
async function load(contender) {
  if (contender !== PEER) return (await import('endpoint.js/tools')).createTools;
  const { getToolsFromOpenApi } = /** @type {any} */ (await importFull(`${PEER}/dist/api.js`));
  return (document) => getToolsFromOpenApi(document, { dereference: true });
}

/** @returns {Promise<Measured>} */
async function measure() {
  const make = await load(process.argv[2]);
  const text = readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8');
  const before = process.cpuUsage();
  await make(JSON.parse(text));
  const { user, system } = process.cpuUsage(before);
  return { nanoseconds: (user + system) * 1e3, bytes: process.resourceUsage().maxRSS * 1024 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.send?.(await measure());
