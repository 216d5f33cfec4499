/** Installs each package beside other packages whose versions differ from those that ours depend on. Needs the registry. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { ROOT } from './build.mjs';
import { packAll } from './pack.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

/** A warning about the user's npm settings. */
const OWN_SETTINGS = /^npm warn Unknown \w+ config /;

const folder = makeTemporaryFolder();
/** @type {Map<string, string>} the tarball of each package */
let tarballs;
beforeAll(async () => {
  tarballs = await packAll(folder, console.error);
});

const NAMES = ['endpoint.js', 'endpoint.js-client', 'endpoint.js-server'];

/** Package managers by name, which npm installs, and how each installs the project of its folder without running scripts. */
const MANAGERS = [
  ['npm', 'npm@10.9.8', 'npm/bin/npm-cli.js', ['install', '--engine-strict', '--ignore-scripts', '--no-audit']],
  ['pnpm', 'pnpm@10.34.8', 'pnpm/bin/pnpm.cjs', ['install', '--config.engine-strict=true', '--ignore-scripts']],
  ['Yarn 1', 'yarn@1.22.22', 'yarn/bin/yarn.js', ['install', '--ignore-scripts', '--non-interactive']],
  ['Yarn 4', '@yarnpkg/cli-dist@4.18.1', '@yarnpkg/cli-dist/bin/yarn.js', ['install', '--mode=skip-build']],
];

/** The path of a package's manifest in `node_modules`. */
const MANIFEST = /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/;

describe('the newest packages that ours accept, without a lock file', () => {
  /** The least Node of our package.json. */
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'server', 'package.json'), 'utf8'));
  const tools = () => join(folder, 'tools');
  beforeAll(async () => {
    mkdirSync(tools());
    writeFileSync(join(tools(), 'package.json'), '{ "private": true }');
    const [npm, ...args] = npmCommand();
    const versions = [...MANAGERS.map(([, version]) => String(version)), 'semver@7.8.6'];
    const { failure, output } = await run(npm, [...args, 'install', '--ignore-scripts', ...versions], { cwd: tools() });
    if (failure !== undefined) throw new Error(output);
  });

  test.each(MANAGERS)(`%s installs for Node ${engines.node}`, async (name, _, path, args) => {
    const project = join(folder, `newest-${String(name).replaceAll(' ', '-')}`);
    mkdirSync(project);
    const files = Object.fromEntries(NAMES.map((each) => [each, `file:${tarballs.get(each)}`]));
    const manifest = {
      name: 'project',
      private: true,
      dependencies: files,
      resolutions: files,
      pnpm: { overrides: files },
    };
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(project, '.yarnrc.yml'),
      'nodeLinker: node-modules\nenableTelemetry: false\nenableGlobalCache: false\n',
    );
    writeFileSync(join(project, 'yarn.lock'), '');
    const env = { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', CI: '' };
    const command = [join(tools(), 'node_modules', String(path)), ...args];
    const { failure, output } = await run(process.execPath, command, { cwd: project, env });
    expect({ failure, output }).toMatchObject({ failure: undefined });
    expect(findTooNew(join(project, 'node_modules'))).toEqual([]);
    writeFileSync(join(project, 'program.mjs'), PROGRAM);
    const ran = await run(process.execPath, ['program.mjs'], { cwd: project });
    expect(ran.output.trim()).toBe('https://api.github.com/a /a/1');
  });

  /** Lists the packages of a tree whose "engines" don't admit the least Node of ours. @param {string} modules */
  function findTooNew(modules) {
    /** @type {{ minVersion: (range: string) => object, satisfies: (version: object, range: string) => boolean }} */
    const { minVersion, satisfies } = createRequire(join(tools(), 'package.json'))('semver');
    const least = minVersion(engines.node);
    const paths = readdirSync(modules, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    const manifests = paths.filter((path) => MANIFEST.test(path));
    expect(manifests.length).toBeGreaterThan(30);
    return manifests.flatMap((file) => {
      const { name, version, engines: its } = JSON.parse(readFileSync(join(modules, file), 'utf8'));
      return its?.node === undefined || satisfies(least, its.node) ? [] : [`${name}@${version} needs Node ${its.node}`];
    });
  }
});

/** A program with all three. */
const PROGRAM = `
import { endpoint } from 'endpoint.js';
import { createCallClient } from 'endpoint.js-client';
import { createServer } from 'endpoint.js-server';

const server = createServer();
const { gateway } = await server.listen({ port: 0, gatewayPort: 0, metricsPort: 0 });
const { message } = await createCallClient({ host: gateway }).call({ code: 'expand', str1: '/a{/b}', str2: '{"b":1}' });
console.log(endpoint('/a').url, message);
await server.drain();
`;

test.each([
  [['google-protobuf@4', '@connectrpc/connect@1', '@bufbuild/protobuf@1', 'prom-client@14', '@grpc/grpc-js@1.9']],
  [['@connectrpc/connect-web@latest', '@apidevtools/swagger-parser@13']],
])('all three packages are installed without a warning beside %j, and work together', async (neighbours) => {
  const project = mkdtempSync(join(folder, 'all-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }));
  const [npm, ...args] = npmCommand();
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const command = [...args, 'install', ...tarballs.values(), ...neighbours, ...flags];
  const { failure, output } = await run(npm, command, { cwd: project });
  const complaints = output.split('\n').filter((line) => /^npm (?:warn|error)/.test(line) && !OWN_SETTINGS.test(line));
  expect({ failure, complaints }).toEqual({ failure: undefined, complaints: [] });
  writeFileSync(join(project, 'program.mjs'), PROGRAM);
  const ran = await run(process.execPath, ['program.mjs'], { cwd: project });
  expect(ran.output.trim()).toBe('https://api.github.com/a /a/1');
});
