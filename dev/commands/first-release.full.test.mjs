/** npm accepts the commands by which a person publishes, with the settings of our packages: they ask for a provenance. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { startServer } from '../testing/static-server.mjs';
import { STEPS } from './first-release.mjs';
import { PACKAGES, readManifest } from './pack.mjs';

test('the packed files are published by hand, in their order', async () => {
  /** @type {string[]} */
  const published = [];
  const registry = await startServer((request, response) => {
    if (request.method === 'PUT') published.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 201 : 404).end('{}'));
  });
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true });
  });
  const userconfig = join(folder, 'npmrc');
  writeFileSync(userconfig, `registry=${registry.url}\n${registry.url.replace(/^http:/, '')}/:_authToken=a\n`);
  // As on a person's machine, and without the settings of the npm that runs the tests.
  const env = Object.entries(process.env).filter(([name]) => !/^(?:CI|GITHUB_.*|GITLAB_.*|npm_.*)$/i.test(name));
  const npm = (/** @type {string[]} */ ...args) => {
    const [program, ...before] = npmCommand();
    const options = { cwd: folder, env: { ...Object.fromEntries(env), npm_config_userconfig: userconfig } };
    return run(program, [...before, ...args], options);
  };

  mkdirSync(join(folder, 'packages', 'latest'), { recursive: true });
  const names = PACKAGES.map((name) => readManifest(name).name);
  for (const name of PACKAGES) {
    // Small ones, with the settings of ours.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...readManifest(name), scripts: {}, files: [] }));
    const { stdout } = await npm('pack', '--json');
    renameSync(
      join(folder, JSON.parse(stdout)[0].filename),
      join(folder, 'packages', 'latest', `${readManifest(name).name}.tgz`),
    );
  }
  rmSync(join(folder, 'package.json'));

  const { commands } = STEPS.find(({ text }) => text.startsWith('Publish')) ?? {};
  const publish = commands?.('0.1.0').filter((command) => command.startsWith('npm publish ')) ?? [];
  for (const command of publish) {
    const { failure, output } = await npm(...command.split(' ').slice(1));
    expect([command, failure, failure && output]).toEqual([command, undefined, undefined]);
  }
  expect(published).toEqual(names.map((name) => `/${name}`));
  // Without that flag, npm refuses a person's machine, so that no later version lacks its provenance.
  const { output } = await npm('publish', './packages/latest/endpoint.js.tgz');
  expect(output).toContain('provenance');
  expect(published).toHaveLength(names.length);
});
