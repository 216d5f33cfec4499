/**
 * Which files may import which, as rules of dependency-cruiser: `npm run lint`.
 *
 * A file follows the first row of `SOURCES` or `TESTS` that matches its path. It may import what the row lists, and the other files of the
 * row. Paths are regular expressions from the start of a path.
 */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';

/** @param {string} folder */
const readManifest = (folder) =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8'));

/** @param {string} folder @returns {string[]} the packages that a package depends on, and what it bundles */
const dependencies = (folder) => [
  ...Object.keys(readManifest(folder).dependencies).map((name) => `node_modules/${name}/`),
  ...(folder === 'server' ? listEntries('lib') : []),
  'lib/strict\\.ts$',
];

/** @param {string} folder @returns {string[]} the sources of a package's entries: what its public names stand for */
const listEntries = (folder) =>
  Object.values(readManifest(folder).exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : entry['endpoint.js-source'].replace('./', `${folder}/`),
  );

const NODE = `(?:${builtinModules.join('|')})$`;
/** What is checked, as a regular expression. */
export const FOLDERS = 'client|deploy|dev|docs|e2e|envoy|examples|findings|lib|playground|process|proto|server';
/** Everything that isn't in a folder of the repository: packages and modules of Node. */
const PACKAGES = String.raw`(?!(?:${FOLDERS})/|[^/]+\.\w+$)`;
const PUBLIC = ['lib', 'client', 'server'].flatMap(listEntries);
/** Building a request, without the areas on top of it. */
const BUILDER = ['lib/(?!script-tag|send)[^/]+$', 'lib/(?:request|template|types)/'];
/** What every part of the page may use. */
const PAGE = [`(?!${NODE})${PACKAGES}`, ...PUBLIC, 'playground/src/(?:json|secrets|storage)/'];
/** What imports nothing. */
const LEAVES = 'lib/(?:errors|strict)\\.ts$';
const HELPERS = '(?:client|envoy|lib|server)/test/';

/** @type {readonly (readonly [files: string, ...imports: readonly string[]])[]} */
const SOURCES = [
  [
    '(?:|client/|lib/|lib/cli/|server/)vite\\.config\\.ts$',
    PACKAGES,
    '(?:client|lib|server)/package\\.json$',
    'playground/build\\.ts$',
    'dev/testing/',
  ],
  ['process/', NODE],
  ['envoy/', NODE, 'process/'],

  ['lib/(errors|strict)\\.ts$'],
  ['lib/options\\.ts$', 'lib/types/'],
  ['lib/types/', 'lib/options\\.ts$'],
  ['lib/template/', LEAVES],
  ['lib/routes/', 'lib/(?:request|template)/', LEAVES, 'lib/options\\.ts$'],
  ['lib/request/', 'lib/template/', LEAVES, 'lib/options\\.ts$', 'lib/types/'],
  ['lib/script-tag\\.ts$', 'lib/(?:index|send)\\.ts$', 'lib/adapters/'],
  ['lib/uri-template\\.ts$', LEAVES, 'lib/(?:routes|template)/'],
  ['lib/send\\.ts$', ...BUILDER, 'lib/adapters/'],
  // For its types alone.
  ['lib/adapters/octokit\\.ts$', ...BUILDER, 'lib/adapters/', '@octokit/types$', 'node_modules/@octokit/types/'],
  ['lib/snippets/', ...BUILDER, 'lib/adapters/'],
  ['lib/tools/', ...BUILDER, 'lib/openapi/', 'lib/tools/'],
  ['lib/(adapters|explain|openapi)/', ...BUILDER, 'lib/$1/'],
  // The build bundles the parser into the command's file, so the package has no dependencies.
  ['lib/cli/', NODE, ...listEntries('lib'), 'lib/package\\.json$', 'node_modules/@apidevtools/json-schema-ref-parser/'],
  ['lib/', ...BUILDER],

  ['client/grpc-web/', ...dependencies('client')],
  ['client/failures/', 'client/grpc-web/', ...dependencies('client')],
  ['client/', 'client/', 'proto/gen/web/', ...dependencies('client')],

  ['server/observability/', NODE, ...dependencies('server')],
  ['server/service/', NODE, ...dependencies('server'), 'proto/gen/', 'server/(?:observability|operations)/'],
  ['server/operations/', NODE, ...dependencies('server'), 'server/observability/'],
  ['server/transports/', NODE, ...dependencies('server'), 'proto/gen/', 'server/(?:observability|service)/'],
  ['server/process/', NODE, ...dependencies('server'), 'server/', 'envoy/', 'process/'],
  ['server/', NODE, ...dependencies('server'), 'server/(?!process/)'],

  ['playground/src/(json|secrets|storage)/', 'playground/src/$1/'],
  ['playground/src/ui/', 'node_modules/react', 'playground/src/(?:json|secrets|storage)/'],
  ['playground/src/features/([^/]+)/', ...PAGE, 'playground/src/ui/', 'playground/src/features/$1/'],
  ['playground/src/', ...PAGE, 'playground/src/(?:app|features|ui)/'],
  ['playground/', PACKAGES],

  ['examples/', PACKAGES, ...PUBLIC],
  ['dev/', '(?!(?:deploy|docs|e2e|findings)/)'],
  ['docs/', PACKAGES, ...PUBLIC, 'dev/'],
  ['deploy/', NODE],
  ['findings/(?:receivers|sdks)/[^/]+/', PACKAGES, ...PUBLIC],
  ['findings/', NODE, 'dev/support/marked\\.mjs$'],
  ['e2e/', PACKAGES, ...PUBLIC, 'lib/package\\.json$', 'process/', 'dev/', HELPERS],
];

/** Files in `test/` are for tests alone. */
const TEST = String.raw`^(?!dev/).*(?:\.(?:test|test-d|cases|spec)\.\w+$|/test/)`;
const FOR_TESTS = [PACKAGES, ...PUBLIC, 'lib/package\\.json$', 'proto/gen/', 'envoy/', 'process/', 'dev/', HELPERS];

/** @type {typeof SOURCES} */
const TESTS = [
  ['(deploy|envoy)/', ...FOR_TESTS, 'server/', '$1/'],
  ['docs/', ...FOR_TESTS, 'lib/'],
  ['playground/src/features/([^/]+)/', ...FOR_TESTS, 'playground/src/(?!app/|features/(?!$1/))'],
  ['(client|e2e|examples|findings|lib|playground|process|server)/', ...FOR_TESTS, '$1/'],
];

/** @param {readonly string[]} paths */
const fromStart = (paths) => paths.map((path) => `^${path}`);

/** @param {string} files the path of a row @param {readonly string[]} earlier those of the rows before it */
function ownFiles(files, earlier) {
  // A row with a group names them by `$1`.
  if (/\((?!\?)/.test(files)) return [];
  const others = earlier.filter((path) => path.startsWith(files));
  return [others.length === 0 ? files : `(?!${others.join('|')})${files}`];
}

/** @param {typeof SOURCES} rows @param {{ path?: string, pathNot?: string }} files the files that the rows are about */
const rules = (rows, { path, pathNot }) =>
  rows.map(([files, ...imports], index) => {
    const earlier = rows.slice(0, index).map((row) => row[0]);
    return {
      name: `${path === undefined ? '' : 'tests of '}${files.replaceAll(/\\|\$$/g, '')}`,
      severity: /** @type {const} */ ('error'),
      from: {
        path: path === undefined ? `^${files}` : `^(?=${files})(?:${path.slice(1)})`,
        pathNot: [...fromStart(earlier), ...(pathNot === undefined ? [] : [pathNot])],
      },
      to: { pathNot: fromStart([...ownFiles(files, earlier), ...imports]) },
    };
  });

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [
  ...rules(SOURCES, { pathNot: TEST }),
  ...rules(TESTS, { path: TEST }),
  {
    name: 'packages are imported by their public names',
    severity: 'error',
    from: { path: '^(client|examples|e2e|lib/cli|playground|server)/', pathNot: [TEST, 'vite\\.config\\.ts$'] },
    to: {
      path: '^(?:client|lib|server)/',
      pathNot: ['^$1/', '/package\\.json$', '^lib/strict\\.ts$', `^${HELPERS}`],
      // A public name is an alias, or undetermined in a folder with its own package.json.
      dependencyTypesNot: ['aliased-workspace', 'undetermined'],
    },
  },
  {
    name: 'a source imports no test',
    severity: 'error',
    from: { path: '^(?:client|deploy|envoy|findings|lib|playground|process|server)/', pathNot: TEST },
    to: { path: TEST },
  },
  { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
];

/** @type {import('dependency-cruiser').ICruiseOptions} */
export const options = {
  skipAnalysisNotInRules: true,
  doNotFollow: { path: ['node_modules', '^proto/gen/'] },
  exclude: { path: ['(?:^|/)dist/'] },
  parser: 'tsc',
  // Types too, also those that a comment imports.
  tsPreCompilationDeps: true,
  detectJSDocImports: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['endpoint.js-source', 'import', 'require', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
  },
};
