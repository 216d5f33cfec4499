/**
 * The table of docs/guides/envoy.md: which of some two hundred requests, odd and broken ones among them, gRPC, Envoy and the embedded
 * gateway respond to differently. The test writes the table, and the file of all responses: `npx vitest run envoy/differences -u`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectCleanups, envoyPath, FIND_MS, noEnvoy } from './test/envoy.js';
import { compareWays, startWays, writeTable, type Compared } from './test/three-ways.js';

const GUIDE = fileURLToPath(new URL('../docs/guides/envoy.md', import.meta.url));
const OUTCOMES = fileURLToPath(new URL('test/outcomes.txt', import.meta.url));
const { defer } = collectCleanups();

describe.skipIf(noEnvoy)('gRPC, Envoy and gateway', () => {
  let compared: readonly Compared[] = [];

  beforeAll(async () => {
    compared = await compareWays(await startWays(await envoyPath(), defer));
  }, FIND_MS);

  test('each has its response, with its end', async () => {
    const lines = compared.map(({ family, name, outcomes }) => `${family}: ${name} | ${outcomes.join(' | ')}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(OUTCOMES);
  });

  test('the guide lists those that differ', async () => {
    const guide = readFileSync(GUIDE, 'utf8');
    const [before = '', rest = ''] = guide.split(/(?<=these differ:\n\n)/);
    const after = rest.replace(/^(?:\|.*\n)*/, '');
    await expect(before + writeTable(compared) + after).toMatchFileSnapshot(GUIDE);
  });
});
