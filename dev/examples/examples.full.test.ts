/**
 * Each example with a package.json, installed from our packed packages and run by the commands of its README. Needs the registry.
 * `tsconfig.node.json`, `knip.json` and `dev/commands/test/types.test.mjs` exclude those whose packages the root lacks.
 */
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'endpoint.js-server';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { findChromium } from '../setup/chromium.mjs';
import { attempt, buildGoProgram } from '../setup/go.mjs';
import { EXAMPLE_NOT_RUN, findMissing } from '../setup/programs.mjs';
import { type Api, FILES, ISSUES, RELEASES, startApi } from './api.js';
import { type Example, type Examples, prepareExamples, readCommands } from './example.js';
import { type Model, startModel } from './test/model.js';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

const ESCAPES = 'would make the path segment "..", which escapes the path.';
const EMPTY = 'is empty; pass a value.';

const folder = makeTemporaryFolder();
let examples: Examples;
let api: Api;
let browser: Browser;
beforeAll(async () => {
  examples = await prepareExamples(folder);
  api = await startApi();
  const executablePath = await findChromium({ env: process.env, log: console.error });
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await api.stop();
  await examples.stop();
});
beforeEach(() => void api.take());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const install = (name: string): Promise<Example> => examples.install(name);

/** Starts a command, which ends with its test; returns what it prints for the groups of a text. */
async function start(example: Example, ...args: Parameters<Example['start']>) {
  const started = await example.start(...args);
  ends.push(started.stop);
  return started;
}

/** Opens a page that closes with its test, and in which no script may fail. */
async function open(url: string): Promise<Page> {
  const page = await browser.newPage();
  // Development servers compile a page when it is asked for.
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  ends.push(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });
  await page.goto(url);
  return page;
}

const receivedUrls = (): string[] => api.take().map(({ url }) => url);
const text = (page: Page, selector: string) => expect.poll(() => page.locator(selector).allTextContents());

describe('node-script', () => {
  let example: Example;
  beforeAll(async () => {
    example = await install('node-script');
  });
  const env = () => ({ API_URL: api.url, GITHUB_TOKEN: 'secret' });

  test('prints every page of the list, and asks again while the API is busy', async () => {
    api.fail(503, 429);
    const { failure, stdout, output } = await example.run('npm start', env());
    expect({ failure, output: failure && output }).toEqual({});
    const lines = ISSUES.map(({ number, title }) => `#${number} ${title}`);
    expect(stdout).toContain([...lines, `${ISSUES.length} issues`, ''].join('\n'));
    const received = api.take();
    expect(received.map(({ url }) => new URL(url, api.url).searchParams.get('page'))).toEqual([
      '1',
      '1',
      '1',
      '2',
      '3',
    ]);
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer secret']));
  });

  test('has the labels and the error that the README states', async () => {
    const labelled = await example.run('node issues.mjs nodejs undici bug', env());
    expect(labelled.stdout).toBe(`#100 ${ISSUES[99]?.title}\n#200 ${ISSUES[199]?.title}\n2 issues\n`);
    api.take();
    const { code, output } = await example.run('node issues.mjs nodejs ..', env());
    expect([code, output, receivedUrls()]).toEqual([2, `repo: ${ESCAPES}\n`, []]);
    expect(example.readme).toContain(output.trim());
  });
});

describe('tools', () => {
  let example: Example;
  let model: Model;
  const ARGS = { owner: 'nodejs', repo: 'undici' };
  const SENTENCE = '`repo`: would make the path segment ".."; pass a plain value.';
  beforeAll(async () => {
    example = await install('tools');
    model = await startModel([
      ['list_releases', { ...ARGS, repo: '..' }],
      ['list_releases', ARGS],
    ]);
  });
  afterAll(() => model.stop());
  const runFile = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, [file, ...args], {
      cwd: example.folder,
      env: { ...process.env, API_URL: api.url, API_TOKEN: 'secret', ...env },
    });

  test.each(['mcp-server.mjs', 'mcp-server-1.mjs'])(
    '%s lists its tools, calls them, and explains failures',
    async (file) => {
      const call = (args: object, env?: NodeJS.ProcessEnv) =>
        runFile('mcp-client.mjs', [file, 'list_releases', JSON.stringify(args)], env);
      const { stdout } = await runFile('mcp-client.mjs', [file]);
      expect(stdout).toContain('list_issues(owner, repo, labels, per_page): List the issues of a repository');
      expect(stdout).toContain('create_issue(owner, repo, title, body): Open an issue');
      const called = await call(ARGS);
      expect(JSON.parse(called.stdout)).toEqual(RELEASES);
      expect(api.take()).toEqual([
        expect.objectContaining({
          url: '/repos/nodejs/undici/releases',
          headers: expect.objectContaining({ authorization: 'Bearer secret' }) as object,
        }),
      ]);
      const escaping = await call({ ...ARGS, repo: '..' });
      expect([escaping.code, escaping.stdout.trim(), receivedUrls()]).toEqual([2, SENTENCE, []]);
      expect(example.readme).toContain(SENTENCE);
    },
  );

  test.each([
    ['ai-sdk.mjs', '/v1'],
    ['anthropic.mjs', ''],
  ])('%s gives the model results and the sentences of errors', async (file, version) => {
    model.take();
    const { code, stdout } = await runFile(file, [], model.env(version));
    expect([code, stdout]).toEqual([0, 'Done.\n']);
    const [first, , last] = model.take();
    expect(first?.tools.map(({ name }) => name)).toEqual(['list_issues', 'create_issue', 'list_releases']);
    const { content } = last?.messages.at(-1) ?? {};
    expect(content).toEqual([expect.objectContaining({ type: 'tool_result', content: JSON.stringify(RELEASES) })]);
    const { content: refused } = last?.messages.at(-3) ?? {};
    expect(refused).toEqual([
      expect.objectContaining({ is_error: true, content: expect.stringContaining(SENTENCE) as string }),
    ]);
    expect(receivedUrls()).toEqual(['/repos/nodejs/undici/releases']);
  });

  test('policy.mjs asks before it changes something', async () => {
    expect((await runFile('policy.mjs', [])).stdout).toContain(JSON.stringify(RELEASES));
    expect(receivedUrls()).toHaveLength(1);
    // Nothing is typed.
    const asked = await runFile('policy.mjs', ['create_issue', JSON.stringify({ ...ARGS, title: 'Hello' })]);
    expect([asked.code, asked.stdout, receivedUrls()]).toEqual([2, 'A person refused this call.\n', []]);
  });
});

const noCurl = await findMissing({
  command: 'curl',
  probe: ['--version'],
  packages: ['curl'],
  advice: 'Install curl',
});
test.for([noCurl ?? []].flat())(`${EXAMPLE_NOT_RUN}shell: %s`, (_, { skip }) => skip());

describe.skipIf(noCurl)('shell', () => {
  let example: Example;
  beforeAll(async () => {
    example = await install('shell');
  });

  test('prints the files, and ends at a wrong or missing one', async () => {
    const env = { API_URL: api.url };
    const all = await example.run('npm start', env);
    expect(all.failure && all.output).toBeUndefined();
    expect(all.stdout).toContain(Object.values(FILES).join(''));
    expect(receivedUrls()).toHaveLength(2);
    const escaping = await example.run('sh files.sh nodejs undici ../x', env);
    expect([escaping.code, escaping.output]).toEqual([1, expect.stringContaining(`unsafe-value: path: ${ESCAPES}`)]);
    expect(receivedUrls()).toEqual([]);
    const missing = await example.run('sh files.sh nodejs undici missing.md', env);
    expect([missing.code, missing.stdout]).toEqual([22, '']);
    expect(receivedUrls()).toEqual(['/repos/nodejs/undici/contents/missing.md']);
  });
});

describe('plain-page', () => {
  test('shows a list, the error of the builder, and that of the API', async () => {
    const example = await install('plain-page');
    const page = await open(`${pathToFileURL(join(example.folder, 'index.html')).href}?api=${api.url}`);
    const load = async (name: string): Promise<void> => {
      await page.locator('[name=username]').fill(name);
      await page.locator('button').click();
    };
    await load('nodejs');
    await text(page, 'li').toEqual(['nodejs/undici: Requests <from> Node', 'nodejs/quiet']);
    expect(await page.locator('[role=status]').textContent()).toBe(receivedUrls().map((url) => api.url + url)[0]);
    await load('');
    await text(page, '[role=status]').toEqual([`username: ${EMPTY}`]);
    await load('..');
    await text(page, '[role=status]').toEqual([`username: ${ESCAPES}`]);
    expect(receivedUrls()).toEqual([]);
    await load('unknown');
    await text(page, '[role=status]').toEqual(['There is no such user.']);
    await text(page, 'li').toEqual([]);
  });
});

describe('react-vite', () => {
  let example: Example;
  beforeAll(async () => {
    example = await install('react-vite');
  });

  test('matches the types, and is built', async () => {
    const { failure, output } = await example.run('npm run build');
    expect({ failure, output: failure && output }).toEqual({});
  });

  test('shows a list, the errors of builder and API, and an answer of the call service', async () => {
    const server = createServer();
    ends.push(() => server.drain());
    const { gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
    const env = { VITE_API_URL: api.url, VITE_CALL_HOST: gateway };
    const { groups } = await start(example, 'npm start', /Local:\s+(http:\S+)\//, env);
    const [site = ''] = groups;
    server.renew({ origins: [site] });
    const page = await open(site);
    const field = (label: string) => page.getByLabel(label);
    const isMarked = () => field('Owner').getAttribute('aria-invalid');
    const path = '/repos/nodejs/undici/issues';
    await text(page, 'code').toEqual([`${api.url}${path}?per_page=20`]);

    await field('Labels').fill('bug, ');
    await text(page, 'code').toEqual([`${api.url}${path}?labels=bug&per_page=20`]);
    await page.getByRole('button', { name: 'Load' }).click();
    await text(page, 'li').toEqual([`#100 ${ISSUES[99]?.title}`, `#200 ${ISSUES[199]?.title}`]);
    expect(receivedUrls()).toEqual([`${path}?labels=bug&per_page=20`]);

    await field('Owner').fill('..');
    await text(page, '[role=alert]').toEqual([`owner: ${ESCAPES}`]);
    expect([await isMarked(), await page.getByRole('button', { name: 'Load' }).isDisabled()]).toEqual(['true', true]);
    await field('Owner').fill('unknown');
    expect(await isMarked()).toBe('false');
    await page.getByRole('button', { name: 'Load' }).click();
    await text(page, '[role=alert]').toEqual(['There is no such repository.']);

    await page.getByRole('button', { name: 'Call' }).click();
    await text(page, 'output').toEqual(['/users/octocat?page=2']);
  });
});

describe('worker', () => {
  let example: Example;
  beforeAll(async () => {
    example = await install('worker');
    writeFileSync(join(example.folder, '.dev.vars'), `API_URL=${api.url}\nGITHUB_TOKEN=secret\n`);
  });

  test('matches the types', async () => {
    const { failure, output } = await example.run('npm run check');
    expect({ failure, output: failure && output }).toEqual({});
  });

  test('answers as its README states', async () => {
    const { groups } = await start(example, 'npm start', /Ready on (http:\S+)\s/, {
      // wrangler would write its logs into the user's home.
      XDG_CONFIG_HOME: folder,
    });
    const ask = (path: string): Promise<Response> => fetch(`${groups[0]}${path}`);
    const found = await ask('/releases?owner=nodejs&repo=undici&page=1');
    expect([found.status, await found.json(), found.headers.get('set-cookie')]).toEqual([200, RELEASES, null]);
    const [received, ...others] = api.take();
    expect(received?.url).toBe('/repos/nodejs/undici/releases?page=1');
    expect([received?.headers.authorization, others]).toEqual(['Bearer secret', []]);

    const rows = [...example.readme.matchAll(/^\| `(\S+)` +\| (400|404)(?: `([^`]+)`| [^`]*`([^`]+)`)? +\|$/gm)];
    expect(rows.map(([, path]) => path)).toHaveLength(3);
    for (const [, path = '', status, message, upstream] of rows) {
      const answer = await ask(path);
      const asked = receivedUrls();
      expect([path, answer.status]).toEqual([path, Number(status)]);
      expect(asked).toEqual(upstream === undefined ? [] : [upstream]);
      if (message !== undefined) expect(await answer.text()).toBe(`${message}\n`);
    }
    expect((await ask('/')).status).toBe(404);
    expect(receivedUrls()).toEqual([]);
  });
});

describe('next', () => {
  let example: Example;
  const env = () => ({ API_URL: api.url, GITHUB_TOKEN: 'secret', NEXT_TELEMETRY_DISABLED: '1' });
  beforeAll(async () => {
    example = await install('next');
  });

  test('matches the types, and is built', async () => {
    const { failure, output } = await example.run('npm run build', env());
    expect({ failure, output: failure && output }).toEqual({});
  });

  test('shows what its README states', async () => {
    const { groups } = await start(example, 'npm start', /Local:\s+(http:\S+)\s/, env());
    const page = await open(groups[0] ?? '');
    await text(page, 'li').toEqual(RELEASES.map((release) => `${release.tag_name} ${release.published_at}`));
    const [received] = api.take();
    expect(received?.url).toBe('/repos/nodejs/undici/releases?per_page=5');
    expect(received?.headers.authorization).toBe('Bearer secret');
    for (const [path, message] of [
      ['/?owner=..', `owner: ${ESCAPES}`],
      ['/?repo=unknown-name', 'There is no such repository.'],
    ]) {
      expect(example.readme).toMatch(new RegExp(`\`${path?.replaceAll(/[?.]/g, String.raw`\$&`)}\` .*\`${message}\``));
      await page.goto(`${groups[0]}${path}`);
      await text(page, 'main p').toEqual([message]);
    }
  });
});

describe('custom-operation', () => {
  test('serves the operation that its script calls', async () => {
    const example = await install('custom-operation');
    const env = { PORT: '0', GATEWAY_PORT: '0' };
    const { groups, output } = await start(
      example,
      'npm start',
      /Listening on \S+; for gRPC-Web on (http:\S+)\. /,
      env,
    );
    const [, [call = ''] = []] = readCommands('custom-operation');
    const { failure, stdout } = await example.run(call, { CALL_HOST: groups[0] ?? '' });
    const [, expected] = /^```text\n([^]*?)\n```$/m.exec(example.readme) ?? [];
    expect([failure, stdout.trimEnd().split('\n').at(-1)]).toEqual([undefined, expected]);
    await expect.poll(output).toContain('"code":"slugify"');
  });
});

const GRPCURL = { module: 'github.com/fullstorydev/grpcurl', version: 'v1.9.4', main: '/cmd/grpcurl' };
const grpcurl = await attempt(() => buildGoProgram('grpcurl', GRPCURL));
const noGrpcurl = 'missing' in grpcurl ? [grpcurl.missing] : [];
test.for(noGrpcurl)(`${EXAMPLE_NOT_RUN}opentelemetry: %s`, (_, { skip }) => skip());

describe('opentelemetry', () => {
  let example: Example;
  beforeAll(async () => {
    example = await install('opentelemetry');
  });

  test.skipIf('missing' in grpcurl)("traces a server's calls as parts of their callers' traces", async () => {
    const { groups, output, stop } = await start(example, 'npm start', /Listening on (\S+);/, { PORT: '0' });
    const [, [command = ''] = []] = readCommands('opentelemetry');
    const [, traceId = '', spanId = ''] = /'traceparent: 00-(\w+)-(\w+)-01'/.exec(command) ?? [];
    const folders = ['value' in grpcurl ? dirname(grpcurl.value) : '', process.env['PATH']];
    const address = ['127.0.0.1:50051', groups[0] ?? ''] as const;
    const called = await example.run(command, { PATH: folders.join(delimiter) }, address);
    expect(called.failure && called.output).toBeUndefined();
    expect(JSON.parse(called.stdout)).toMatchObject({ success: true });
    await stop();
    for (const printed of [
      "name: 'grpc.api.ApiService/CallApi'",
      `traceId: '${traceId}'`,
      `'${spanId}'`,
      "'service.name': 'calls'",
      "'rpc.grpc.status_code': 0",
      // The server's own log line names the same trace.
      `"traceId":"${traceId}"`,
    ]) {
      expect(output()).toContain(printed);
    }
    expect(traceId).toHaveLength(32);
  });
});
