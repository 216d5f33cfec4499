/**
 * The architecture as arrows: which area may import which. The lint rule `borders/arrows` enforces this table.
 *
 * A file belongs to the area with the longest matching path (without the extension of a module); `*` is the name of one folder. An area
 * imports itself and its `imports`: other areas, packages by name, and
 *
 * - `node:`, every module of Node;
 * - `dependencies`, the packages that the area's `package.json` declares;
 * - `packages`, every package;
 * - `anything`.
 */

/**
 * @typedef {object} Area
 * @property {readonly string[]} imports
 * @property {readonly string[]} [tests] more imports of its tests, beside those of every test
 */

/** Building a request, without the areas on top of it. */
const BUILDER = ['lib', 'lib/addresses', 'lib/errors', 'lib/options', 'lib/request', 'lib/template', 'lib/types'];

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  lib: { imports: [...BUILDER, 'lib/package.json'] },
  'lib/package.json': { imports: [] },
  'lib/addresses': { imports: [] },
  'lib/errors': { imports: ['lib/addresses'] },
  'lib/options': { imports: ['lib/types'] },
  'lib/types': { imports: ['lib/options'] },
  'lib/template': { imports: ['lib/errors'] },
  'lib/request': { imports: ['lib/template', 'lib/options', 'lib/errors', 'lib/types'] },
  'lib/explain': { imports: BUILDER },
  'lib/adapters': { imports: BUILDER },
  // For its types alone.
  'lib/adapters/octokit': { imports: [...BUILDER, 'lib/adapters', '@octokit/types'] },
  'lib/snippets': { imports: [...BUILDER, 'lib/adapters'] },
  'lib/openapi': { imports: BUILDER },
  // All that a script tag gets, in one file.
  'lib/script-tag': { imports: ['lib', 'lib/adapters'] },
  // The build bundles the parser into the command's file, so the package keeps having no dependencies.
  'lib/cli': { imports: ['node:', 'endpoint.js', '@apidevtools/json-schema-ref-parser', 'lib/package.json'] },
  'lib/cli/vite.config': { imports: ['node:', 'packages', 'dev/commands/third-party-notices'] },

  client: { imports: ['dependencies', 'proto/gen/web'] },
  'client/vite.config': { imports: ['node:', 'packages', 'dev/commands/third-party-notices', 'client/package.json'] },
  'client/package.json': { imports: [] },
  server: { imports: ['node:', 'dependencies', 'proto/gen', 'server/process'] },
  // Starts Envoy in front of the server.
  'server/process': { imports: ['node:', 'dependencies', 'proto/gen', 'server', 'envoy', 'process'] },
  // Generated, and not linted.
  'proto/gen': { imports: [] },
  'proto/gen/web': { imports: [] },
  // The bridges' tests compare Envoy with the server's gateway, those of traces send the server's as its command does.
  process: { imports: ['node:'] },
  envoy: { imports: ['node:', 'process'], tests: ['server', 'server/process'] },

  'playground/src': { imports: ['packages', 'playground/src/app'] },
  'playground/src/app': {
    imports: [
      'packages',
      'playground/src/features/*',
      'playground/src/ui',
      'playground/src/json',
      'playground/src/secrets',
      'playground/src/storage',
      'playground/src/variables',
    ],
  },
  'playground/src/features/*': {
    imports: [
      'packages',
      'playground/src/ui',
      'playground/src/json',
      'playground/src/secrets',
      'playground/src/storage',
      'playground/src/variables',
    ],
  },
  'playground/src/ui': {
    imports: ['react', 'playground/src/json', 'playground/src/secrets', 'playground/src/storage'],
  },
  'playground/src/json': { imports: [] },
  'playground/src/secrets': { imports: [] },
  'playground/src/storage': { imports: [] },
  'playground/src/variables': { imports: [] },
  'playground/build': { imports: ['node:', 'packages'] },
  'playground/service-worker': { imports: [] },

  e2e: {
    imports: [
      'node:',
      'packages',
      'envoy',
      'process',
      'dev/testing',
      'dev/setup',
      'dev/full',
      'dev/support',
      'dev/commands/build',
      'dev/commands/pack',
    ],
  },
  'e2e/engines': {
    imports: [
      'node:',
      'packages',
      'e2e',
      'envoy',
      'process',
      'lib/package.json',
      'dev/testing',
      'dev/setup',
      'dev/support',
      'dev/commands/build',
    ],
    tests: ['lib'],
  },
  examples: { imports: ['node:', 'packages'] },
  docs: { imports: ['node:', 'packages'], tests: ['lib/explain', 'dev/docs'] },
  // The site renders the pages by the rules of `dev/docs`.
  'docs/.vitepress': { imports: ['node:', 'packages', 'dev/docs', 'dev/commands/build'] },
  deploy: { imports: ['node:', 'dev/commands/third-party-notices'], tests: ['server', 'server/process'] },

  dev: { imports: ['anything'] },
  'dev/commands/build': { imports: ['anything'] },
  'dev/commands/pack': { imports: ['anything'] },
  'dev/commands/third-party-notices': { imports: ['node:', 'packages'] },
  'dev/docs': { imports: ['anything'] },
  'dev/full': { imports: ['anything'] },
  'dev/setup': { imports: ['anything'] },
  'dev/support': { imports: ['anything'] },
  'dev/testing': { imports: ['anything'] },
  'vite.config': {
    imports: ['node:', 'packages', 'playground/build', 'dev/testing', 'dev/commands/third-party-notices'],
  },
};

/** Imports of every test, and of the configuration of Vite in each folder. Files in `test/` are for tests alone. */
export const IMPORTS_OF_TESTS = [
  'node:',
  'packages',
  'lib/package.json',
  'proto/gen',
  'proto/gen/web',
  'envoy',
  'process',
  'dev/commands/build',
  'dev/commands/pack',
  'dev/full',
  'dev/setup',
  'dev/support',
  'dev/testing',
  'e2e/engines',
];
