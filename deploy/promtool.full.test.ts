/** The rules, their examples and the configuration of Prometheus, by Prometheus' own tool. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findMissing, NOT_CHECKED } from '../dev/setup/programs.mjs';
import { run } from '../process/processes.mjs';
import { OBSERVABILITY } from './test/metrics.js';

const reason = await findMissing({
  command: 'promtool',
  probe: ['--version'],
  packages: ['prometheus'],
  advice: 'Install Prometheus',
});
const missing = reason === undefined ? [] : [reason];
const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
cpSync(OBSERVABILITY, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(missing)(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

describe('promtool', () => {
  const cases = [
    ['check rules', 'rules.yaml', 'for: 2m', 'for: soon'],
    ['check config', 'prometheus.yaml', 'scrape_timeout: 5s', 'scrape_timeout: 50s'],
    ['test rules', 'rules.test.yaml', 'values: 900+0x120', 'values: _x120'],
  ] as const;
  test.each(missing.length > 0 ? [] : cases)('%s accepts %s, and finds a fault', async (command, name, from, to) => {
    const check = (file: string) => run('promtool', [...command.split(' '), join(folder, file)], { cwd: folder });
    expect(await check(name)).toMatchObject({ failure: undefined, output: expect.stringContaining('SUCCESS') });
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, `broken-${name}`), text.replace(from, to));
    expect((await check(`broken-${name}`)).failure).toBeDefined();
  });
});
