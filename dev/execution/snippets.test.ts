/**
 * Snippets, run for real: hostile values in every place of a request, each target with its own program, against a server that
 * records what arrives. `npm test` runs those of `curl` and `fetch`, `npm run test:full` all of them. Python's tests fail where
 * there is no Python, unless ENDPOINTJS_NO_PYTHON=1 rules it out; other languages are
 * installed where that is possible, and a skipped test reports why they didn't run.
 * ENDPOINTJS_ALL_SNIPPETS=1 runs every value in every place with every target, which takes minutes.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EndpointError } from 'endpoint.js';
import { type SnippetTarget, snippetTargets, toSnippet } from 'endpoint.js/snippets';
import { run } from '../../process/processes.mjs';
import { quoteShell } from '../../lib/snippets/languages/shell.js';
import { prepare } from '../setup/install.mjs';
import { NOT_RUN } from '../setup/programs.mjs';
import { full, runs, sample } from '../testing/full.js';
import { type Case, createCases, readFields } from './cases.js';
import { type Received, startEcho } from './echo.mjs';
import { findRunners } from './runners/index.js';
import { javascript, typescript } from './runners/javascript.js';
import { type Runner, runShell, type Sandbox } from './runners/runner.js';

/** Enough for everything at once, and for pip. */
const LIMIT_MS = 400_000;
const all = process.env['ENDPOINTJS_ALL_SNIPPETS'] === '1';
const SECRET = 'content-of-the-canary-file';

let echo: Awaited<ReturnType<typeof startEcho>>;
let sandbox: Sandbox;
let cases: readonly Case[];

beforeAll(async () => {
  await prepare(['lib'], console.error);
  echo = await startEcho();
  const folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  const {
    http_proxy: _1,
    https_proxy: _2,
    HTTP_PROXY: _3,
    HTTPS_PROXY: _4,
    ALL_PROXY: _5,
    all_proxy: _6,
    ...env
  } = process.env;
  sandbox = {
    folder,
    env: { ...env, HOME: folder, NO_PROXY: '*', no_proxy: '*', NODE_OPTIONS: '', LC_ALL: 'C.UTF-8' },
  };
  await writeFile(join(folder, 'canary-file'), SECRET);
  // requests and HTTPie look for credentials there.
  await writeFile(join(folder, '.netrc'), `machine 127.0.0.1 login netrc password ${SECRET}\n`, { mode: 0o600 });
  cases = createCases(echo.origin);
}, LIMIT_MS);

afterAll(async () => {
  await echo?.close();
  if (sandbox) await rm(sandbox.folder, { recursive: true, force: true });
});

/** Targets that refuse some of the cases: `lib/snippets/snippets.test.ts` has the refusals. */
const REFUSING: ReadonlySet<SnippetTarget> = new Set(['java', 'csharp']);

/** The snippet; undefined for a refusal. */
function write({ request, source, form }: Case, target: SnippetTarget, withSource: boolean): string | undefined {
  try {
    return toSnippet(request, target, withSource ? source : undefined, form);
  } catch (error) {
    if (REFUSING.has(target) && error instanceof EndpointError) return undefined;
    throw error;
  }
}

/**
 * Runs the runner's share of the cases, all that the builder doesn't make, and in full all forms, and compares what arrives with the options.
 * @param withSource whether the snippets are written from the source of their request, which only those of the builder have
 */
async function expectArrival(
  target: SnippetTarget,
  { every, first, run: runAll }: Pick<Runner, 'every' | 'first' | 'run'>,
  withSource = false,
): Promise<void> {
  const chosen = cases
    .filter(
      ({ source, fields }, index) =>
        all || (full && fields) || index % (full ? every : 4 * every) === first || (!source && !withSource),
    )
    .flatMap((one) => {
      const snippet = write(one, target, withSource);
      return snippet === undefined ? [] : [{ one, snippet }];
    });
  expect(chosen.length).toBeGreaterThan(full ? 200 : 50);
  echo.take();
  const snippets = chosen.map(({ one: { key }, snippet }) => [key, snippet] as const);
  const failure = await runAll(snippets, sandbox).catch((error: unknown) => String(error).slice(0, 5000));
  const received = echo.take();
  const differences: unknown[] = [];
  for (const { one, snippet } of chosen) {
    const { name, key, expected } = one;
    const [message, ...more] = received.get(key) ?? [];
    const pair = message ? toComparable(one, message, snippet, target) : { expected, arrived: undefined };
    if (more.length > 0 || JSON.stringify(pair.expected) !== JSON.stringify(pair.arrived))
      differences.push({ name, snippet: snippet.slice(0, 2000), ...pair, more });
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(failure).toBeUndefined();
  expect(existsSync(join(sandbox.folder, 'executed'))).toBe(false);
  expect(JSON.stringify([...received])).not.toContain(SECRET);
  expect(JSON.stringify([...received])).not.toContain(Buffer.from(SECRET).toString('hex'));
}

test.each(snippetTargets)('$target has a runner', (info) => expect(findRunners(info).length).toBeGreaterThan(0));

const pairs = snippetTargets.flatMap((info) =>
  findRunners(info)
    .map((runner) => ({ title: `${info.target} in ${runner.program}`, target: info.target, runner }))
    .filter(({ title }) => full || title === 'curl in sh' || title === 'fetch in Node'),
);

// Before the tests, so that the name of a skipped one has the reason.
const missing = new Map<Runner, string>();
for (const { runner } of pairs) {
  const reason = await runner.missing?.();
  if (reason !== undefined) missing.set(runner, reason);
}

test.for(Array.from(missing, ([{ program }, reason]) => `${program}: ${reason}`))(`${NOT_RUN}%s`, (_, { skip }) =>
  skip(),
);

describe('the message that the options describe arrives from', () => {
  for (const isRuledOut of [false, true]) {
    test
      .skipIf(isRuledOut)
      .each(pairs.filter(({ runner }) => !missing.has(runner) && (runner.isRuledOut ?? false) === isRuledOut))(
      '$title',
      ({ target, runner }) => expectArrival(target, runner),
      LIMIT_MS,
    );
  }

  test.each(
    sample(
      [
        { target: 'endpoint.js' as const, runner: javascript },
        { target: 'typescript' as const, runner: typescript },
      ],
      0,
    ),
  )(
    '$target with the source of its request',
    ({ target, runner }) => expectArrival(target, { ...runner, first: 1 }, true),
    LIMIT_MS,
  );
});

describe('quoted text is read back unchanged by', () => {
  const RUNS = { numRuns: runs(1), endOnFailure: true };
  const texts = (text: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
    fc.array(text, { minLength: 400, maxLength: 400 });
  const special = fc.constantFrom(...`'"\\$\`!%@-=~#*?[]{}()<>|&;: \n\r\t\x1b\u202e\u2028aé💥1`);
  const hostile = fc.oneof(fc.string({ unit: special }), fc.string({ unit: 'binary' }));

  test.each(sample(['sh', 'bash']))('%s', async (shell) => {
    await fc.assert(
      fc.asyncProperty(texts(hostile.map((text) => text.replaceAll('\0', ''))), async (list) => {
        const { stdout, failure } = await run(shell, ['-c', `printf '%s\\0' ${list.map(quoteShell).join(' ')}`]);
        expect(failure).toBeUndefined();
        expect(stdout.split('\0').slice(0, -1)).toEqual(list);
      }),
      RUNS,
    );
  });
});

test('the canary detects an injected command and a read file', async () => {
  await runShell(
    'sh',
    [['x', `curl -s -H "x-case: x" -H "x: $(touch executed)" -d @canary-file ${echo.origin}\n`]],
    sandbox,
  );
  expect(existsSync(join(sandbox.folder, 'executed'))).toBe(true);
  expect(echo.take().get('x')?.[0]?.body).toBe(Buffer.from(SECRET).toString('hex'));
});

/** Fields that every program sends in any case, and those that `fetch` does. */
const ADDED_FIELDS = ['host', 'connection', 'content-length'];
const FIELDS_OF_FETCH = ['accept-language', 'accept-encoding', 'sec-fetch-mode'];
const FETCH_TARGETS: ReadonlySet<SnippetTarget> = new Set(['fetch', 'endpoint.js', 'typescript']);

/** The differences that a snippet's own comments announce. */
function readRemarks(snippet: string) {
  const comments = snippet.split('\n').filter((line) => /^(?:\/\/|#) /.test(line));
  const find = (pattern: RegExp): string | undefined => comments.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  return {
    added: find(/adds headers that the request lacks: (.*)/)?.split(', ') ?? [],
    dropped: find(/Left out, because \S+ can't send these headers: (.*)/)?.split(', ') ?? [],
    requested: find(/fetch normalises the url, and requests (.*)/),
    isRewritten: find(/(requests|HTTPie|Java) changes the url/) !== undefined,
    isTrimmed: find(/HTTPie removes the (Unicode) spaces/) !== undefined,
  };
}

/** The changes of requests and HTTPie, which are made on both sides where the snippet announces some. */
const normalize = (target: string): string =>
  target
    .replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent)
    .replace(/%../g, (triplet) => triplet.toUpperCase())
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D')
    .replace(/^\/+/, '/')
    .replace(/\?$/, '');

/** The expected and the arrived message, without the differences that the snippet announces or the program always makes. */
function toComparable(
  { expected, fields }: Case,
  arrived: Received,
  snippet: string,
  target: SnippetTarget,
): { expected: Received; arrived: Received } {
  const { added, dropped, requested, isRewritten, isTrimmed } = readRemarks(snippet);
  const requestedFields = new Set(expected.headers.map(([name]) => name));
  const addedFields = new Set([...ADDED_FIELDS, ...(FETCH_TARGETS.has(target) ? FIELDS_OF_FETCH : []), ...added]);
  const simplify = (message: Received, isCompared: (name: string) => boolean): Received => ({
    ...message,
    target: isRewritten ? normalize(message.target) : message.target,
    headers: message.headers
      .filter(([name]) => name !== 'content-length' && !dropped.includes(name) && isCompared(name))
      .map(([name, value]): [string, string] => [name, isTrimmed ? value.replace(/^[\s\x85]+|[\s\x85]+$/g, '') : value])
      // Mono writes a content type again, with a space; .NET sends it unchanged.
      .map(([name, value]): [string, string] => [
        name,
        target === 'csharp' && name === 'content-type' ? value.replace(/;(?! )/, '; ') : value,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  });
  const path = requested?.replace(/^http:\/\/[^/]*/, '') ?? expected.target;
  const body = fields ? JSON.stringify(fields) : expected.body;
  return {
    expected: simplify({ ...expected, target: path, body }, () => true),
    arrived: simplify(
      fields ? { ...arrived, body: JSON.stringify(readFields(arrived.body)) } : arrived,
      (name) => requestedFields.has(name) || !addedFields.has(name),
    ),
  };
}
