import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { resolveFull } from '../dev/full/packages.mjs';
import { serveStatic } from '../dev/testing/static-server.mjs';
import { expect, ROOT, test } from './support/stack.js';
import { readManifest } from '../dev/commands/pack.mjs';
import { install } from '../dev/testing/installed.js';

const ROUTE = `'GET /users/{name}', { name: 'octocat' }`;
const URL_BUILT = 'https://api.github.com/users/octocat';
/** Prints what a user of the package gets. */
const PRINT = `console.log(JSON.stringify([built.url, built.headers['user-agent']]));`;

let project: PackedProject;
test.beforeAll(async () => {
  project = await packProject();
});
test.afterAll(() => project.remove());

const printed = (): string => JSON.stringify([URL_BUILT, `github-endpoint.js/${readManifest('lib').version}`]);

test('every entry of the builder is imported and required by Node, without anything else installed', async () => {
  const names = [...(await builderEntries(project)).keys()];
  expect(names).toContain('endpoint.js');
  const list = JSON.stringify(names);
  const imported = await project.run(
    'members.mjs',
    `for (const name of ${list}) console.log(name, Object.keys(await import(name)).sort().join());`,
  );
  expect(imported.split('\n').filter((line) => / \w/.test(line))).toHaveLength(names.length);
  // A required module has the same members; in Node 20 and 22 a flag may print its name on standard error.
  const requiring = `for (const name of ${list}) console.log(name, Object.keys(require(name)).sort().join());`;
  expect(await project.run('members.cjs', requiring)).toBe(imported);
  const required = `const built = require('endpoint.js').endpoint(${ROUTE}); ${PRINT}`;
  expect(await project.run('required.cjs', required)).toBe(printed());
});

test('Deno runs it, by name and by an import map', { tag: '@full' }, async () => {
  const deno = [process.execPath, resolveFull('deno/bin.cjs'), 'run', '--quiet', '--no-prompt'];
  const code = `import { endpoint } from 'endpoint.js'; const built = endpoint(${ROUTE}); ${PRINT}`;
  expect(await project.run('deno-by-name.mjs', code, [...deno, '--node-modules-dir=manual'])).toBe(printed());
  const imports = [...(await builderEntries(project))].map(([name, file]) => [
    name,
    file.replace('.', './node_modules/endpoint.js'),
  ]);
  await writeFile(join(project.folder, 'map.json'), JSON.stringify({ imports: Object.fromEntries(imports) }));
  expect(await project.run('deno-by-map.mjs', code, [...deno, '--no-config', '--import-map=map.json'])).toBe(printed());
});

test('a page imports every entry by an import map, in a worker too, and loads the script tag by its hash', async ({
  page,
}) => {
  const entries = await builderEntries(project);
  const bundle = await readFile(join(project.packageFolder, 'dist/endpoint.min.js'));
  const integrity = `sha384-${createHash('sha384').update(bundle).digest('base64')}`;
  const imports = Object.fromEntries([...entries].map(([name, file]) => [name, file.replace('./', '/package/')]));
  const server = await serveStatic(
    { '/package/': project.packageFolder },
    {
      '/': `<!doctype html><title>Packed</title>
        <script src="/package/dist/endpoint.min.js" integrity="${integrity}"></script>
        <script type="importmap">${JSON.stringify({ imports })}</script>`,
      '/module-worker.js': `import { endpoint } from '/package/dist/index.js'; postMessage(endpoint(${ROUTE}).url);`,
      '/classic-worker.js': `importScripts('/package/dist/endpoint.min.js'); postMessage(endpointJs.endpoint(${ROUTE}).url);`,
    },
  );
  try {
    await page.goto(server.url);
    const found = await page.evaluate(
      async (names) => {
        const members = await Promise.all(
          names.map(async (name) => Object.keys((await import(name)) as object).length),
        );
        const inWorker = (path: string, type: WorkerType): Promise<unknown> =>
          new Promise((settle, reject) => {
            const worker = new Worker(path, { type });
            worker.addEventListener('message', ({ data }) => settle(data));
            worker.addEventListener('error', ({ message }) => reject(new Error(message)));
          });
        return {
          members,
          scriptTag: typeof (globalThis as { endpointJs?: { endpoint?: unknown } }).endpointJs?.endpoint,
          workers: [await inWorker('/module-worker.js', 'module'), await inWorker('/classic-worker.js', 'classic')],
        };
      },
      [...entries.keys()],
    );
    expect(found.scriptTag).toBe('function');
    expect(found.members.every((count) => count > 0)).toBe(true);
    expect(found.workers).toEqual([URL_BUILT, URL_BUILT]);
  } finally {
    await server.stop();
  }
});

test('the script tag has a source map with its sources', async () => {
  const bundle = await readFile(join(project.packageFolder, 'dist/endpoint.min.js'), 'utf8');
  const [, name = ''] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(bundle) ?? [];
  const map = JSON.parse(await readFile(join(project.packageFolder, 'dist', name), 'utf8')) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  expect(map.sources.length).toBeGreaterThan(10);
  expect(map.sourcesContent.every((content) => (content ?? '').length > 0)).toBe(true);
});

const execute = promisify(execFile);

/** The builder's package as npm would publish it, installed in an empty project. */
interface PackedProject {
  readonly folder: string;
  /** The package's folder in it. */
  readonly packageFolder: string;
  /** Runs code in a file of the project, and returns its output. */
  run(file: string, code: string, command?: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the built package and installs it in an empty project. */
async function packProject(): Promise<PackedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'endpoint.js-packed-'));
  await install(folder, { packages: ['lib'] });
  return {
    folder,
    packageFolder: join(folder, 'node_modules', 'endpoint.js'),
    async run(file, code, command = [process.execPath]) {
      await writeFile(join(folder, file), code);
      const [program = '', ...before] = command;
      return (await execute(program, [...before, file], { cwd: folder })).stdout.trim();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The entries of the builder, which need nothing else, and the file of each. */
async function builderEntries({ packageFolder }: PackedProject): Promise<ReadonlyMap<string, string>> {
  const { exports } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [[`endpoint.js${entry.slice(1)}`, target.default] as const],
    ),
  );
}

/** A page without a bundler. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>No bundler</title>
    <script src="/dist/endpoint.min.js"></script>
  </head>
  <body>
    <pre id="options"></pre>
    <pre id="response"></pre>
    <pre id="error"></pre>
    <script>
      const { createEndpoint, endpoint, EndpointError, toFetch } = endpointJs;
      document.getElementById('options').textContent = JSON.stringify(
        endpoint('GET /repos/{owner}/{repo}/issues{?labels}', { owner: 'nodejs', repo: 'undici', labels: ['bug'] }),
      );
      const things = createEndpoint({ baseUrl: '/api' });
      fetch(...toFetch(things('PATCH /things/{id}', { id: 7, name: 'seven' })))
        .then((response) => response.text())
        .then((text) => (document.getElementById('response').textContent = text));
      try {
        things('GET /things/{id}');
      } catch (error) {
        document.getElementById('error').textContent = [error instanceof EndpointError, error.code, error.parameter].join(' ');
      }
    </script>
  </body>
</html>
`;

test('the pages of the guide to script tags work', async ({ untilEnd, page }) => {
  const guide = await readFile(`${ROOT}/docs/guides/script-tag.md`, 'utf8');
  const [byTag = '', byMap = ''] = Array.from(guide.matchAll(/^```html\n([^]*?)^```$/gm), ([, html = '']) => html);
  const server = untilEnd(
    await serveStatic(
      { '/node_modules/endpoint.js/': project.packageFolder },
      { '/tag.html': byTag, '/map.html': byMap },
    ),
  );
  await page.route('https://unpkg.com/**', (route) => {
    const [, file = ''] = /@[\d.]+\/(.*)$/.exec(route.request().url()) ?? [];
    return route.fulfill({ path: `${project.packageFolder}/${file}` });
  });
  await page.route('https://api.github.com/users/nodejs/repos?per_page=5', (route) =>
    route.fulfill({ json: [1, 2, 3, 4, 5], headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.goto(`${server.url}/tag.html`);
  await expect(page).toHaveTitle('5 repositories');
  await page.goto(`${server.url}/map.html`);
  await expect(page).toHaveTitle('https://api.github.com/users/7');
});

test('the script-tag bundle works in a plain page', async ({ untilEnd, page }) => {
  const server = untilEnd(await serveStatic({ '/dist/': `${ROOT}/lib/dist` }, { '/': PAGE }));
  const sent: unknown[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    sent.push([
      request.method(),
      new URL(request.url()).pathname,
      request.postDataJSON(),
      request.headers()['content-type'],
    ]);
    await route.fulfill({ body: 'patched' });
  });
  await page.goto(server.url);
  expect(JSON.parse((await page.locator('#options').textContent()) ?? '')).toEqual({
    method: 'get',
    url: 'https://api.github.com/repos/nodejs/undici/issues?labels=bug',
    headers: {
      accept: 'application/vnd.github.v3+json',
      'user-agent': expect.stringMatching(/^github-endpoint\.js\//),
    },
  });
  await expect(page.locator('#error')).toHaveText('true missing-parameter id');
  await expect(page.locator('#response')).toHaveText('patched');
  expect(sent).toEqual([['PATCH', '/api/things/7', { name: 'seven' }, 'application/json; charset=utf-8']]);
});
