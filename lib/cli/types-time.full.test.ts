/** The command reads and writes the largest published documents in less than two seconds of CPU time, from its start to its end. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { build } from '../../dev/commands/build.mjs';
import { resolveFull } from '../../dev/full/packages.mjs';

const PROGRAM = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const LIMIT_MS = 2000;
const RUNS = 5;

/** Prints the CPU time of the process and all of its threads when it ends, in microseconds. */
const MEASURE =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error(user+system)})';

const json = resolveFull('@octokit/openapi/generated/api.github.com.json');
const folder = mkdtempSync(join(tmpdir(), 'types-time-'));
const yaml = join(folder, 'github.yaml');

beforeAll(async () => {
  await build(['lib', 'cli'], console.error);
  writeFileSync(yaml, stringify(JSON.parse(readFileSync(json, 'utf8')), { aliasDuplicateObjects: false }));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The least time of some runs, each in a process of its own. */
async function measureLeast(document: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const output = join(folder, `routes-${run}.d.ts`);
    const args = ['--import', MEASURE, PROGRAM, 'types', document, '--output', output];
    const { stderr } = await promisify(execFile)(process.execPath, args);
    expect(stderr).toMatch(/^\d+\n$/);
    expect(statSync(output).size).toBeGreaterThan(1_000_000);
    times.push(Number(stderr) / 1000);
  }
  return Math.min(...times);
}

test.each([
  ['13 MB of JSON', json, 12_500_000],
  ['the same as YAML', yaml, 10_000_000],
])(
  '%s',
  async (title, document, bytes) => {
    expect(statSync(document).size).toBeGreaterThan(bytes);
    const least = await measureLeast(document);
    console.log(`types, ${title}: ${Math.round(least)} ms of CPU time`);
    expect(least).toBeLessThan(LIMIT_MS);
  },
  120_000,
);
