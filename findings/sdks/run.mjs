/**
 * Passes the tools of real documents to SDKs and constrained decoders, and writes what they send to `results/` and the guide:
 * `npm run sdks` (after `npm run build -- lib`). No provider is reached.
 *
 *     npm run sdks -- --only llguidance,zod      these consumers
 *     npm run sdks -- --maker ours               the tools of endpoint.js alone
 *     npm run sdks -- --tools file.json          the tools of this file; prints the counts and writes nothing
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { count } from './classify.mjs';
import { CONSUMERS, MAKERS } from './consumers.mjs';
import { DOCUMENTS } from './documents.mjs';
import { installAll, readVersion, runProgram } from './environment.mjs';
import { readResult, writeResult } from './results.mjs';
import { writeGuide } from './table.mjs';

const MAKER_MS = 1_800_000;
const CONSUMER_MS = 1_200_000;
const FOLDER = mkdtempSync(join(tmpdir(), 'sdks-'));

/** @typedef {import('./classify.mjs').Tool} Tool */
/** @typedef {import('./results.mjs').Result} Result */

const { values } = parseArgs({
  options: { only: { type: 'string' }, maker: { type: 'string' }, tools: { type: 'string' } },
});

/** @template Value @param {Readonly<Record<string, Value>>} all @param {string | undefined} names */
function choose(all, names) {
  const chosen = names?.split(',') ?? Object.keys(all);
  const unknown = chosen.find((name) => all[name] === undefined);
  if (unknown !== undefined) throw new Error(`${unknown} is unknown; known are ${Object.keys(all).join(', ')}`);
  return chosen;
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} id of a maker @returns {Promise<Pick<Result, 'tools' | 'missing'> & { list: Tool[] }>} */
async function makeTools(id) {
  const program = `makers/${MAKERS[id]?.program}`;
  const output = join(FOLDER, 'document.json');
  /** @type {{ list: Tool[], tools: Record<string, number>, missing: Record<string, string> }} */
  const made = { list: [], tools: {}, missing: {} };
  for (const [document, path] of Object.entries(DOCUMENTS)) {
    console.info(`${id}: ${document}`);
    try {
      await runProgram(program, [path, output], MAKER_MS);
    } catch (error) {
      if (id === 'ours' || !(error instanceof Error)) throw error;
      made.missing[document] = error.message.slice(0, 200);
      continue;
    }
    /** @type {Tool[]} */
    const tools = readJson(output);
    made.tools[document] = tools.length;
    for (const tool of tools) made.list.push(tool);
  }
  return made;
}

/** @param {string} id of a consumer @param {Tool[]} tools @param {string} file that has them */
async function consume(id, tools, file) {
  const { program = '', packages = [] } = CONSUMERS[id] ?? {};
  const [name = '', member = ''] = program.split(' ');
  const seenFile = join(FOLDER, 'seen.jsonl');
  const args = [name.replace(/\.\w+$/, ''), member, file, seenFile];
  await runProgram(name.endsWith('.py') ? 'python/main.py' : 'javascript/main.mjs', args, CONSUMER_MS);
  const seen = readFileSync(seenFile, 'utf8').trimEnd().split('\n');
  return {
    versions: packages.map(readVersion),
    ...count(
      tools,
      seen.map((line) => JSON.parse(line)),
    ),
  };
}

/** @param {string} maker @param {string[]} consumers */
async function runMaker(maker, consumers) {
  const { list, ...about } = await makeTools(maker);
  const file = join(FOLDER, 'tools.json');
  writeFileSync(file, JSON.stringify(list));
  const { package: packageName = '' } = MAKERS[maker] ?? {};
  /** @type {Result} */
  const result = { version: readVersion(packageName), ...about, consumers: readResult(maker)?.consumers ?? {} };
  for (const id of consumers) {
    const counts = await consume(id, list, file);
    result.consumers[id] = counts;
    console.info(`${maker}: ${id}: ${counts.unchanged} / ${counts.changed} / ${counts.refused}`);
    writeResult(maker, result);
  }
}

try {
  const consumers = choose(CONSUMERS, values.only);
  installAll();
  if (values.tools === undefined) {
    for (const maker of choose(MAKERS, values.maker)) await runMaker(maker, consumers);
    writeGuide();
  } else {
    if (!existsSync(values.tools)) throw new Error(`There is no ${values.tools}`);
    for (const id of consumers) console.info(id, await consume(id, readJson(values.tools), values.tools));
  }
} finally {
  rmSync(FOLDER, { recursive: true, force: true });
}
