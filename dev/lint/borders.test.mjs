import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { AREAS, IMPORTS_OF_TESTS } from './arrows.mjs';
import { lintPlanted } from './planted.mjs';

/**
 * @typedef {object} Border
 * @property {string} area its name in the table
 * @property {string} file planted
 * @property {readonly string[]} allowed
 * @property {readonly string[]} forbidden
 */

const NOTHING_BUT_ITSELF = ['node:fs', 'fs', 'yaml', 'endpoint.js', 'endpoint.js/fetch'];

/** @type {readonly Border[]} */
const BORDERS = [
  {
    area: 'lib',
    file: 'lib/planted.ts',
    allowed: [
      './options.js',
      './errors.js',
      './package.json',
      './request/build.js',
      './template/parse.js',
      './types/x.js',
    ],
    forbidden: [
      ...NOTHING_BUT_ITSELF,
      './explain/index.js',
      './adapters/fetch.js',
      './snippets/index.js',
      './openapi/index.js',
      './cli/main.js',
      '../server/index.js',
      '../client/index.js',
      '../proto/gen/web/api.js',
      '../envoy/config.mjs',
      '../playground/src/main.js',
      '../dev/testing/full.js',
      './test/arbitraries.js',
      './test/peers.cases.js',
    ],
  },
  {
    area: 'lib/addresses',
    file: 'lib/addresses.ts',
    allowed: [],
    forbidden: ['node:util', './errors.js', './options.js', './index.js', './package.json'],
  },
  {
    area: 'lib/errors',
    file: 'lib/errors.ts',
    allowed: ['./addresses.js'],
    forbidden: ['node:util', './options.js', './index.js', './request/route.js'],
  },
  {
    area: 'lib/options',
    file: 'lib/options.ts',
    allowed: ['./types/x.js'],
    forbidden: ['node:util', './index.js', './request/route.js'],
  },
  {
    area: 'lib/types',
    file: 'lib/types/planted.ts',
    allowed: ['./x.js', '../options.js'],
    forbidden: ['node:util', '../endpoint.js', '../request/route.js', '../template/ast.js'],
  },
  {
    area: 'lib/template',
    file: 'lib/template/planted.ts',
    allowed: ['./ast.js', './match/match.js', '../errors.js'],
    forbidden: [
      ...NOTHING_BUT_ITSELF,
      '../request/route.js',
      '../options.js',
      '../types/x.js',
      '../endpoint.js',
      '../../server/index.js',
    ],
  },
  {
    area: 'lib/template',
    file: 'lib/template/match/planted.ts',
    allowed: ['./match.js', '../ast.js', '../../errors.js'],
    forbidden: [...NOTHING_BUT_ITSELF, '../../request/route.js', '../../options.js', '../../../dev/testing/full.js'],
  },
  {
    area: 'lib/request',
    file: 'lib/request/planted.ts',
    allowed: ['./route.js', '../template/ast.js', '../options.js', '../errors.js', '../types/x.js'],
    forbidden: [
      ...NOTHING_BUT_ITSELF,
      '../endpoint.js',
      '../index.js',
      '../explain/index.js',
      '../adapters/fetch.js',
      '../../server/index.js',
    ],
  },
  {
    area: 'lib/explain',
    file: 'lib/explain/warnings/planted.ts',
    allowed: ['../index.js', '../../endpoint.js', '../../request/route.js', '../../template/ast.js'],
    forbidden: [...NOTHING_BUT_ITSELF, '../../adapters/fetch.js', '../../snippets/index.js', '../../cli/main.js'],
  },
  {
    area: 'lib/adapters',
    file: 'lib/adapters/planted.ts',
    allowed: ['./fetch.js', '../options.js', '../request/content.js', '../template/values.js'],
    forbidden: [...NOTHING_BUT_ITSELF, '../explain/index.js', '../snippets/index.js', '../../server/index.js'],
  },
  {
    area: 'lib/adapters/octokit',
    file: 'lib/adapters/octokit.ts',
    allowed: ['@octokit/types', './fetch.js', '../options.js'],
    forbidden: [...NOTHING_BUT_ITSELF, '@octokit/core', '../explain/index.js'],
  },
  {
    area: 'lib/snippets',
    file: 'lib/snippets/shell/planted.ts',
    allowed: ['../options.js', '../../options.js', '../../adapters/har.js'],
    forbidden: [...NOTHING_BUT_ITSELF, '../../explain/index.js', '../../openapi/index.js', '../../../server/index.js'],
  },
  {
    area: 'lib/openapi',
    file: 'lib/openapi/planted.ts',
    allowed: ['./document.js', '../options.js', '../template/ast.js'],
    forbidden: [
      ...NOTHING_BUT_ITSELF,
      '@apidevtools/json-schema-ref-parser',
      '../explain/index.js',
      '../snippets/index.js',
      '../cli/main.js',
    ],
  },
  {
    area: 'lib/script-tag',
    file: 'lib/script-tag.ts',
    allowed: ['./index.js', './adapters/fetch.js'],
    forbidden: ['node:fs', './explain/index.js', './snippets/index.js'],
  },
  {
    area: 'lib/cli',
    file: 'lib/cli/openapi/planted.ts',
    allowed: [
      '../run.js',
      '../../package.json',
      'node:fs',
      'endpoint.js',
      'endpoint.js/explain',
      '@apidevtools/json-schema-ref-parser',
    ],
    forbidden: [
      'yaml',
      'endpoint.js-server',
      '../../index.js',
      '../../explain/index.js',
      '../../../dev/commands/build.mjs',
      '../test/io.js',
    ],
  },
  {
    area: 'lib/cli/vite.config',
    file: 'lib/cli/vite.config.ts',
    allowed: ['node:fs', 'node:path', 'vite'],
    forbidden: ['./run.js', '../index.js', '../../server/index.js'],
  },
  {
    area: 'client/vite.config',
    file: 'client/vite.config.ts',
    allowed: ['node:path', 'vite', '../dev/commands/third-party-notices.mjs'],
    forbidden: ['../server/index.js', './index.js'],
  },
  {
    area: 'client',
    file: 'client/grpc-web/planted.ts',
    allowed: [
      './frames.js',
      '../index.js',
      '@improbable-eng/grpc-web',
      'google-protobuf',
      '../../proto/gen/web/api.js',
    ],
    forbidden: [
      'node:http',
      'http',
      'endpoint.js',
      'endpoint.js-server',
      '@grpc/grpc-js',
      '../../proto/gen/node/api.js',
      '../../lib/index.js',
      '../../server/index.js',
      '../../envoy/config.mjs',
      '../../dev/testing/full.js',
      '../test/calls.js',
    ],
  },
  {
    area: 'server',
    file: 'server/service/planted.ts',
    allowed: [
      '../index.js',
      '../process/drain.js',
      'node:http',
      '@grpc/grpc-js',
      'endpoint.js/fetch',
      '../../proto/gen/node/api.js',
    ],
    forbidden: [
      'yaml',
      'endpoint.js-client',
      '../../lib/index.js',
      '../../client/index.js',
      '../../envoy/config.mjs',
      '../../envoy/launcher/launch.mjs',
      '../../dev/setup/install.mjs',
      '../test/callers.js',
    ],
  },
  {
    area: 'server/process',
    file: 'server/process/planted.ts',
    allowed: [
      '../server.js',
      '../service/limits.js',
      'node:http',
      '../../envoy/config.mjs',
      '../../envoy/launcher/launch.mjs',
    ],
    forbidden: [
      'yaml',
      '../../lib/index.js',
      '../../client/index.js',
      '../../envoy/test/envoy.js',
      '../../dev/setup/install.mjs',
    ],
  },
  {
    area: 'proto',
    file: 'proto/planted.mjs',
    allowed: ['./gen/node/api.js'],
    forbidden: [
      'node:fs',
      'yaml',
      './generate.mjs',
      '../lib/index.js',
      '../server/index.js',
      '../dev/setup/install.mjs',
    ],
  },
  {
    area: 'proto/generate',
    file: 'proto/generate.mjs',
    allowed: [
      'node:fs',
      '@bufbuild/protobuf',
      './openapi.mjs',
      '../envoy/launcher/process/processes.mjs',
      '../dev/full/packages.mjs',
    ],
    forbidden: ['../lib/index.js', '../server/index.js', '../dev/soak/main.mjs'],
  },
  {
    area: 'proto/openapi',
    file: 'proto/openapi.mjs',
    allowed: ['@bufbuild/protobuf'],
    forbidden: ['node:fs', '../lib/index.js', '../server/index.js', './generate.mjs'],
  },
  {
    area: 'envoy',
    file: 'envoy/launcher/process/planted.mjs',
    allowed: ['node:fs', './lines.mjs', '../find.mjs', '../../config.mjs'],
    forbidden: [
      'yaml',
      'endpoint.js',
      '../../../server/index.js',
      '../../../dev/setup/install.mjs',
      '../../test/envoy.js',
    ],
  },
  {
    area: 'playground/src',
    file: 'playground/src/planted.tsx',
    allowed: ['react', './app/App.js'],
    forbidden: [
      'node:fs',
      './features/catalogue/catalogue.js',
      './ui/containers.js',
      '../../lib/index.js',
      '../../dev/testing/full.js',
    ],
  },
  {
    area: 'playground/src/app',
    file: 'playground/src/app/document/planted.ts',
    allowed: ['react', 'endpoint.js', '../App.js', '../../features/catalogue/catalogue.js', '../../ui/containers.js'],
    forbidden: [
      'node:fs',
      '../../main.js',
      '../../../../lib/index.js',
      '../../../../client/index.js',
      '../../../../dev/testing/full.js',
    ],
  },
  {
    area: 'playground/src/features/*',
    file: 'playground/src/features/catalogue/planted.ts',
    allowed: ['react', 'endpoint.js-client', './catalogue.js', '../../ui/containers.js'],
    forbidden: [
      'node:fs',
      '../call-api/call.js',
      '../request-builder/outputs/Outputs.js',
      '../../app/App.js',
      '../../../../proto/gen/web/api.js',
    ],
  },
  {
    area: 'playground/src/features/*',
    file: 'playground/src/features/request-builder/outputs/planted.test.ts',
    allowed: ['node:fs', 'vitest', '../form.js', '../../../ui/containers.js', '../../../../../dev/testing/full.js'],
    forbidden: ['../../catalogue/catalogue.js', '../../../app/App.js', '../../../../../lib/index.js'],
  },
  {
    area: 'playground/src/ui',
    file: 'playground/src/ui/planted.tsx',
    allowed: [
      'react',
      './Code.js',
      './content.css',
      '../json/json.js',
      '../secrets/secrets.js',
      '../storage/prefix.js',
    ],
    forbidden: ['node:fs', 'endpoint.js', '../features/catalogue/catalogue.js', '../app/App.js'],
  },
  {
    area: 'playground/src/json',
    file: 'playground/src/json/planted.ts',
    allowed: ['./json.js'],
    forbidden: [
      'node:fs',
      'react',
      '../secrets/secrets.js',
      '../ui/containers.js',
      '../features/catalogue/catalogue.js',
      '../app/App.js',
    ],
  },
  {
    area: 'playground/src/storage',
    file: 'playground/src/storage/planted.ts',
    allowed: ['./prefix.js'],
    forbidden: ['node:fs', 'react', '../json/json.js', '../ui/containers.js', '../features/saved/library.js'],
  },
  {
    area: 'playground/src/variables',
    file: 'playground/src/variables/planted.ts',
    allowed: ['./substitute.js'],
    forbidden: ['node:fs', 'react', '../json/json.js', '../secrets/secrets.js', '../features/call-api/form/form.js'],
  },
  {
    area: 'playground/src/secrets',
    file: 'playground/src/secrets/planted.ts',
    allowed: ['./secrets.js'],
    forbidden: [
      'node:fs',
      'react',
      '../json/json.js',
      '../ui/containers.js',
      '../features/catalogue/catalogue.js',
      '../app/App.js',
    ],
  },
  {
    area: 'playground/build',
    file: 'playground/build.ts',
    allowed: ['node:fs', 'vite'],
    forbidden: ['./src/main.js', '../dev/commands/build.mjs'],
  },
  {
    area: 'playground/service-worker',
    file: 'playground/service-worker.ts',
    allowed: [],
    forbidden: ['node:fs', 'endpoint.js', './src/main.js'],
  },
  {
    area: 'e2e',
    file: 'e2e/planted.spec.ts',
    allowed: [
      'node:fs',
      '@playwright/test',
      'endpoint.js',
      './support/stack.js',
      '../dev/testing/full.js',
      '../envoy/launcher/launch.mjs',
    ],
    forbidden: [
      '../lib/index.js',
      '../server/index.js',
      '../client/index.js',
      '../playground/src/main.js',
      '../proto/gen/web/api.js',
    ],
  },
  {
    area: 'e2e/engines',
    file: 'e2e/engines/planted.mjs',
    allowed: ['node:fs', 'playwright', 'endpoint.js', '../support/servers.js', '../../dev/setup/engines.mjs'],
    forbidden: [
      '../../lib/index.js',
      '../../client/index.js',
      '../../dev/full/packages.mjs',
      '../../dev/bench/github.mjs',
    ],
  },
  {
    area: 'examples',
    file: 'examples/planted/server.mjs',
    allowed: ['node:module', 'endpoint.js-server'],
    forbidden: ['../../server/index.js', '../../lib/index.js', '../../dev/testing/start.mjs'],
  },
  {
    area: 'docs',
    file: 'docs/planted.mjs',
    allowed: ['node:fs', 'vitepress'],
    forbidden: ['../lib/index.js', '../server/index.js', '../dev/setup/install.mjs'],
  },
  {
    area: 'docs/.vitepress',
    file: 'docs/.vitepress/planted.mjs',
    allowed: [
      'node:fs',
      'vitepress',
      'endpoint.js/explain',
      '../../dev/docs/links.mjs',
      '../../dev/commands/build.mjs',
    ],
    forbidden: ['../../lib/index.js', '../../playground/src/main.js', '../../dev/setup/install.mjs'],
  },
  {
    area: 'deploy',
    file: 'deploy/planted.mjs',
    allowed: ['node:fs'],
    forbidden: ['yaml', '../server/index.js', '../lib/index.js', '../dev/setup/install.mjs', '../dev/soak/main.mjs'],
  },
  {
    area: 'dev',
    file: 'dev/commands/test/planted.mjs',
    allowed: [
      'node:fs',
      'yaml',
      '../build.mjs',
      '../../../lib/index.js',
      '../../../server/test/callers.js',
      '../../bench/main.mjs',
    ],
    forbidden: [],
  },
  {
    area: 'vite.config',
    file: 'vite.config.ts',
    allowed: ['node:fs', 'vite', './playground/build.js', './dev/testing/full.js'],
    forbidden: ['./playground/src/main.js', './lib/index.js', './dev/soak/main.mjs'],
  },
];

/** @type {readonly Border[]} what tests and the configuration of Vite may import beside what the sources do */
const BORDERS_OF_TESTS = [
  {
    area: 'lib',
    file: 'lib/request/planted.test.ts',
    allowed: [
      'node:fs',
      'fast-check',
      'endpoint.js',
      '../package.json',
      '../test/arbitraries.js',
      '../../dev/testing/full.js',
    ],
    forbidden: ['../endpoint.js', '../../server/index.js', '../../playground/src/main.js', '../../dev/soak/main.mjs'],
  },
  {
    area: 'lib',
    file: 'lib/test/planted.cases.ts',
    allowed: ['fast-check', '../options.js', '../request/build.js'],
    forbidden: ['../../server/index.js'],
  },
  {
    area: 'client',
    file: 'client/test/planted.ts',
    allowed: [
      'node:http',
      'vitest',
      'endpoint.js-server',
      '../index.js',
      '../../envoy/launcher/launch.mjs',
      '../../envoy/test/envoy.js',
    ],
    forbidden: ['../../lib/index.js', '../../server/index.js'],
  },
  {
    area: 'envoy',
    file: 'envoy/planted.test.ts',
    allowed: ['@grpc/grpc-js', './test/wire.js', '../server/transports/gateway.js', '../dev/testing/full.js'],
    forbidden: ['../lib/index.js', '../client/index.js'],
  },
];

/** Ways to import, each of something forbidden in `lib/`; a line each. */
const FORMS = {
  'lib/forms.ts': [
    "import 'node:fs';",
    "import fs from 'node:fs';",
    "import type { Stats } from 'node:fs';",
    "import { type Stats as S } from 'node:fs';",
    "export { existsSync } from 'node:fs';",
    "export type { Dirent } from 'node:fs';",
    "export * from '../server/index.js';",
    "export * as server from '../server/index.js';",
    "const later = () => import('../server/index.js');",
    'const template = () => import(`../server/index.js`);',
    "let query: import('../server/index.js').Server;",
    "import equals = require('node:fs');",
    "const required = require('node:fs');",
    "export type * from '../server/index.js?raw';",
  ],
  'envoy/forms.mjs': [
    "/** @type {import('../dev/setup/install.mjs').Installed} */",
    "/** @import { Installed } from '../dev/setup/install.mjs' */",
    "/** @param {readonly import('endpoint.js').Method[]} methods */",
  ],
};

/** @type {readonly import('./planted.mjs').Report[]} */
let reports;
beforeAll(async () => {
  const borders = [...BORDERS, ...BORDERS_OF_TESTS].map(({ file, allowed, forbidden }) => [
    file,
    [...allowed, ...forbidden].map((specifier) => `import '${specifier}';`).join('\n'),
  ]);
  const forms = Object.entries(FORMS).map(([file, lines]) => [file, lines.join('\n')]);
  reports = (await lintPlanted(Object.fromEntries([...borders, ...forms]))).filter(
    ({ code }) => code === 'borders(arrows)',
  );
});

/** @param {string} file */
function reportedLines(file) {
  const lines = reports.filter(({ filename }) => filename === file).map(({ line }) => line);
  return lines.toSorted((a, b) => a - b);
}

test.each([...BORDERS, ...BORDERS_OF_TESTS])(
  'reports the forbidden imports of $file alone',
  ({ file, allowed, forbidden }) => {
    const specifiers = [...allowed, ...forbidden];
    expect(reportedLines(file).map((line) => specifiers[line - 1])).toEqual(forbidden);
  },
);

test.each(Object.entries(FORMS))('reports each form of import in %s', (file, lines) => {
  expect(reportedLines(file)).toEqual(lines.map((_, index) => index + 1));
});

test('names the import, the area, and the table', () => {
  expect(reports.map(({ message }) => message)).toContain(
    '"../../server/index.js": lib/request doesn\'t import server; see dev/lint/arrows.mjs.',
  );
});

describe('the table', () => {
  const areas = Object.keys(AREAS);

  test('has a planted violation of each area', () => {
    const planted = new Set(BORDERS.map(({ area }) => area));
    const unheld = areas.filter((area) => !planted.has(area) && !/^(dev\/|proto\/gen)|package\.json$/.test(area));
    expect(unheld).toEqual([]);
  });

  test('names only areas that exist', () => {
    const exists = (/** @type {string} */ area) => {
      const path = join(ROOT, area.replace('/*', ''));
      return existsSync(path) || ['.ts', '.mjs'].some((extension) => existsSync(path + extension));
    };
    expect(areas.filter((area) => !exists(area))).toEqual([]);
  });

  test('has every folder of the repository', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^(node_modules|test-results|coverage)$/.test(entry.name))
      .map(({ name }) => name);
    const covered = new Set(areas.map((area) => area.split('/')[0]));
    expect(folders.filter((folder) => !covered.has(folder))).toEqual([]);
  });

  test('imports only areas, packages, and its words', () => {
    const words = new Set(['node:', 'dependencies', 'packages', 'anything']);
    const imports = [
      ...Object.values(AREAS).flatMap(({ imports: names, tests = [] }) => names.concat(tests)),
      ...IMPORTS_OF_TESTS,
    ];
    const isKnown = (/** @type {string} */ name) =>
      words.has(name) || areas.includes(name) || existsSync(join(ROOT, 'node_modules', name));
    expect(imports.filter((name) => !isKnown(name))).toEqual([]);
  });
});
