/**
 * Tools from the text of GitHub's document, beside another maker of tools: processor time and peak memory, in processes that measureTools
 * forks and that send their results.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importFull, installFullPackages, resolveFull } from '../full/packages.mjs';
import { measureApart } from './apart.mjs';
import { installNodes } from './nodes.mjs';
import { compareTurns, ratioFigures } from './ratios.mjs';

const OURS = 'endpoint.js/tools';
const PEER = 'openapi-mcp-generator 4.0.1';
/** Its tools have references without their targets otherwise. */
const DEREFERENCED = `${PEER} with dereference`;
const CONTENDERS = [OURS, PEER, DEREFERENCED];
const ROUNDS = 7;
const NODE = 24;

/** @typedef {Record<'CPU time' | 'peak memory', number>} Measured in nanoseconds and bytes */

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
  return [...compare('CPU time', 1.4), ...compare('peak memory', 1, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`)];
}

/** @param {string | undefined} contender @returns {Promise<(document: object) => unknown>} */
async function load(contender) {
  if (contender === OURS) return (await import('endpoint.js/tools')).createTools;
  const { getToolsFromOpenApi } = /** @type {any} */ (await importFull('openapi-mcp-generator/dist/api.js'));
  return (document) => getToolsFromOpenApi(document, { dereference: contender === DEREFERENCED });
}

/** @returns {Promise<Measured>} */
async function measure() {
  const make = await load(process.argv[2]);
  const text = readFileSync(resolveFull('@octokit/openapi/generated/api.github.com.json'), 'utf8');
  const before = process.cpuUsage();
  await make(JSON.parse(text));
  const { user, system } = process.cpuUsage(before);
  return { 'CPU time': (user + system) * 1e3, 'peak memory': process.resourceUsage().maxRSS * 1024 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.send?.(await measure());
