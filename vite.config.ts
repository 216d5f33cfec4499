import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CHUNKS, modules, serviceWorker } from './playground/build.js';

// The packages are imported by their public names, and resolve to their sources through this condition.
const SOURCE_CONDITION = 'endpoint.js-source';

/**
 * Nothing inline and nothing of third parties; the page may call any bridge that its user names.
 * In the build only: Vite's development server injects inline scripts and styles.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src http: https:',
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Adds the licences of the workers' packages: `build.license` reads the bundle of the page alone. */
function workerLicenses(): { collect: Plugin; write: Plugin } {
  const folders = new Set<string>();
  const collect: Plugin = {
    name: 'collect-packages-of-workers',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      for (const id of ids) folders.add(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? '');
      folders.delete('');
    },
  };
  const write: Plugin = {
    name: 'licenses-of-workers',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const notices = bundle[NOTICES];
        if (notices?.type !== 'asset') throw new Error(`${NOTICES} is missing.`);
        for (const folder of folders) {
          const { name, version, license } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
          const title = `\n## ${name} - ${version} (${license})\n`;
          if (!String(notices.source).includes(title))
            notices.source += `${title}\n${readFileSync(`${folder}LICENSE`, 'utf8')}`;
        }
      },
    },
  };
  return { collect, write };
}

const FOLDERS = [
  'lib',
  'client',
  'server',
  'process',
  'envoy',
  'playground',
  'dev',
  'docs',
  'examples',
  'findings',
  'deploy',
  'e2e',
];
const folders = `{${FOLDERS.join()}}`;

/** A test that mocks modules, spies on what all tests share, or counts steps from the first: it runs in a separate process. */
const ALONE = /\bvi\.(?:mock|hoisted|spyOn\((?:globalThis|process|console)\b)|\bcountSteps\(/;
/** So does one that replaces what all tests share, and doesn't restore it. */
const REPLACES = /\bvi\.(?:useFakeTimers|stub\w+)\(/;
const RESTORES = /\bvi\.(?:useRealTimers|unstubAll\w+)\(/;
const TEST = /(?<!\.(?:full|quiet))\.test\.(?:tsx?|mjs)$/;
const isolated = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => TEST.test(path) && !path.includes('/node_modules/'))
      .filter((path) => {
        const text = readFileSync(new URL(path, import.meta.url), 'utf8');
        return ALONE.test(text) || (REPLACES.test(text) && !RESTORES.test(text));
      }),
  );
/** Files of `npm run test:full` only. */
const FULL = [`${folders}/**/*.full.test.{ts,tsx,mjs}`];
/** Those that measure waiting: nothing runs beside them. */
const QUIET = [`${folders}/**/*.quiet.test.ts`];

// `vite` builds and serves the playground; `vitest` runs the tests of all folders.
export default defineConfig(({ command, mode }) => {
  // A build that a test runner starts would otherwise contain React's development version.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return mode === 'test' ? tests() : playground();
});

function playground() {
  const licenses = workerLicenses();
  return {
    root: fileURLToPath(new URL('playground', import.meta.url)),
    // Relative, so that the built files work from any folder of any host.
    base: './',
    plugins: [react(), modules, contentSecurityPolicy, licenses.write, serviceWorker],
    // Browsers parse JSON in a string much faster than the same as an object literal.
    json: { stringify: true },
    resolve: { conditions: [SOURCE_CONDITION, 'module', 'browser', 'development|production'] },
    // Modules, so that what few documents need is a separate file there too.
    worker: { format: 'es' as const, plugins: () => [licenses.collect] },
    build: {
      outDir: 'dist',
      license: { fileName: NOTICES },
      // As in docs/guides/support.md.
      target: ['chrome120', 'firefox125', 'safari17'],
      // These engines preload modules by themselves.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
  };
}

async function tests() {
  // Imported only here: it also sets up fast-check.
  const { full } = await import('./dev/testing/full.js');
  const { buildStartedFiles } = await import('./dev/testing/built.js');
  const alone = isolated();
  return {
    plugins: [buildStartedFiles],
    resolve: { conditions: [SOURCE_CONDITION] },
    ssr: { resolve: { conditions: [SOURCE_CONDITION] } },
    test: {
      // No clock decides, but a test that waits for ever is named: the longest takes seconds, in full minutes.
      testTimeout: full ? 1_200_000 : 300_000,
      hookTimeout: full ? 1_200_000 : 300_000,
      setupFiles: ['dev/testing/full.ts'],
      expect: { poll: { timeout: 120_000 } },
      // Many tests of the full run wait for processes and browsers.
      maxWorkers: full ? 3 : 2,
      projects: [
        {
          extends: true as const,
          test: {
            name: 'together',
            // Loading the modules anew for each file would take as long as half of the tests.
            isolate: false,
            include: [`${folders}/**/*.test.{ts,tsx,mjs}`],
            exclude: ['**/node_modules/**', ...FULL, ...QUIET, ...alone],
          },
        },
        { extends: true as const, test: { name: 'apart', include: full ? [...alone, ...FULL] : alone } },
        { extends: true as const, test: { name: 'quiet', include: full ? QUIET : [], fileParallelism: false } },
      ],
    },
  };
}
