/** Earlier versions of Envoy respond as the one that the table of docs/guides/envoy.md is written with. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { installPythonPackages, isPythonRuledOut } from '../dev/setup/python.mjs';
import { run } from '../process/processes.mjs';
import { ENVOY_VERSION, wheelBinary } from './launcher/cache.mjs';
import { CONFIG_PATH } from './config.mjs';
import { collectCleanups, envoyPath, FIND_MS, noEnvoy } from './test/envoy.js';
import { compareWays, startWays } from './test/three-ways.js';

const FOLDER = fileURLToPath(new URL('test/versions/', import.meta.url));
const versions = readdirSync(FOLDER).map((name) => name.replace(/\.txt$/, ''));
const { defer } = collectCleanups();

async function installVersion(version: string): Promise<string> {
  const advice = 'install it, or set ENDPOINTJS_NO_PYTHON=1';
  const { packages } = await installPythonPackages(`${FOLDER}${version}.txt`, `Envoy ${version}`, advice);
  const path = wheelBinary(packages);
  chmodSync(path, 0o755);
  return path;
}

const compareWith = async (path: string): Promise<readonly (readonly string[])[]> =>
  (await compareWays(await startWays(path, defer))).map(({ words }) => words);

describe.skipIf(noEnvoy || isPythonRuledOut)('Envoy', () => {
  let newest: readonly (readonly string[])[] = [];

  beforeAll(async () => {
    newest = await compareWith(await envoyPath());
  }, FIND_MS);

  test.each(versions)(
    '%s',
    async (version) => {
      const path = await installVersion(version);
      expect((await run(path, ['--version'])).stdout).toContain(`/${version}/`);
      const production = fileURLToPath(new URL('envoy.production.yaml', import.meta.url));
      for (const file of [CONFIG_PATH, production]) {
        const { output } = await run(path, ['--mode', 'validate', '-c', file]);
        expect(output).not.toMatch(/deprecated|unknown field|Unable to parse/i);
      }
      expect(await compareWith(path)).toEqual(newest);
    },
    FIND_MS,
  );

  test('the guide names the first and the last', () => {
    const minor = (version = ''): string => version.split('.', 2).join('.');
    const guide = readFileSync(new URL('../docs/guides/envoy.md', import.meta.url), 'utf8');
    expect(guide).toContain(`for Envoy ${minor(versions[0])} to ${minor(ENVOY_VERSION)}:`);
  });
});
