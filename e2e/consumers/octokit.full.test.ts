/**
 * `endpoint.js/octokit` below real versions of `@octokit/request`, and below `@octokit/core` with its usual plugins: a server receives the
 * same requests as from `@octokit/endpoint`. The project follows docs/guides/migrating.md, and the hook is from docs/recipes/octokit.md.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../dev/commands/build.mjs';
import { recordSupport } from '../../dev/support/tables.mjs';
import { run } from '../../process/processes.mjs';
import { CALLS, CHANGES } from '../../lib/test/octokit-calls.mjs';
import { DIFFERENCES } from '../../lib/test/octokit-differences.mjs';
import { installProject } from './project.js';

interface Sent {
  received: { method: string; url: string; headers: Record<string, string>; body: string }[];
  result?: string;
  error?: string;
}

const VERSIONS = [5, 6, 7, 8, 9, 10];
const NEWEST = 10;
const TIMEOUT = 180_000;

let project: string;
let original: Record<string, Sent[]>;
let dropIn: Record<string, Sent[]>;

/** Runs a program of a project and returns its output. */
async function execute(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { failure, output } = await run(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } });
  if (failure !== undefined) throw new Error(`${args.join(' ')} ${failure}:\n${output}`);
  return output;
}

/** Compiles a file of the project, and returns what the compiler prints. */
async function typeCheck(file: string, options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    noEmit: true,
    types: [],
    skipLibCheck: true,
    ...options,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const compiler = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  return execute(project, [compiler, '-p', 'tsconfig.json']);
}

async function send(folder: string): Promise<Record<string, Sent[]>> {
  const sources = ['send.mjs', 'server.mjs', 'stack.mjs'].map((name) =>
    join(ROOT, 'e2e', 'consumers', 'octokit', name),
  );
  const cases = ['octokit-calls.mjs', 'octokit-differences.mjs'].map((name) => join(ROOT, 'lib', 'test', name));
  for (const path of [...sources, ...cases]) cpSync(path, join(folder, path.slice(path.lastIndexOf('/') + 1)));
  await execute(folder, ['send.mjs', 'sent.json']);
  return JSON.parse(readFileSync(join(folder, 'sent.json'), 'utf8')) as Record<string, Sent[]>;
}

beforeAll(async () => {
  project = await installProject('octokit', ['lib']);
  dropIn = await send(project);
  original = await send(await installProject('octokit-original', []));
}, TIMEOUT);

describe.each(VERSIONS)('@octokit/request %i', (version) => {
  const older = CHANGES.filter(({ since }) => since > version).flatMap(({ calls }) => calls);
  const same = CALLS.flatMap((call, index) => (older.includes(call) ? [] : index));

  test('sends the same requests', () => {
    const theirs = original[version];
    const ours = dropIn[version];
    expect(same.length).toBeGreaterThan(150);
    for (const index of same) expect([CALLS[index], ours?.[index]]).toStrictEqual([CALLS[index], theirs?.[index]]);
    expect(same.filter((index) => ours?.[index]?.received.length !== 1)).toStrictEqual([]);
    const newer = older.length > 0 ? `, ${older.length} as newer versions` : '';
    recordSupport('octokit', `@octokit/request ${version}`, {
      'the same requests': `${same.length} of ${CALLS.length}${newer}`,
    });
  });

  test('sends those of newer versions where Octokit has changed', () => {
    const pick = (sent: Sent | undefined): unknown => {
      const { method, url, headers, body } = sent?.received[0] ?? {};
      return { method, url, accept: headers?.['accept'], length: headers?.['content-length'], body };
    };
    for (const call of older) {
      const index = CALLS.indexOf(call);
      const ours = pick(dropIn[version]?.[index]);
      expect([call, ours]).not.toStrictEqual([call, pick(original[version]?.[index])]);
      expect([call, ours]).toStrictEqual([call, pick(original[NEWEST]?.[index])]);
    }
  });

  test('compiles with its types', async () => {
    const nested = `node_modules/request-${version}/node_modules/@octokit/types`;
    const types = existsSync(join(project, nested)) ? nested : 'node_modules/@octokit/types';
    const { version: found } = JSON.parse(readFileSync(join(project, types, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await typeCheck('types.ts', { paths: { '@octokit/types': [`./${types}`] } })).toBe('');
    recordSupport('octokit', `@octokit/request ${version}`, { types: `@octokit/types ${found}` });
  });
});

test('its sources compile with the types of Octokit and its plugins', async () => {
  const options = {
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    checkJs: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  };
  expect(await typeCheck('send.mjs', options)).toBe('');
  recordSupport('octokit', '@octokit/core 7', { types: "its own and its plugins'" });
});

test('the newest version differs in what the guide lists, and in nothing else', () => {
  const differing = DIFFERENCES.filter((_, index) => {
    const at = CALLS.length + index;
    return JSON.stringify(dropIn[NEWEST]?.[at]) !== JSON.stringify(original[NEWEST]?.[at]);
  });
  const listed = DIFFERENCES.filter((difference) => difference.dropIn === 'ours');
  expect(differing.map(({ why }) => why)).toStrictEqual(listed.map(({ why }) => why));
});

test('@octokit/core with plugins sends the same requests, and hands on the same', () => {
  const uses = dropIn['core'] ?? [];
  expect(uses.length).toBeGreaterThan(30);
  for (const [index, sent] of uses.entries()) expect([index, sent]).toStrictEqual([index, original['core']?.[index]]);
  expect(uses.filter(({ error }) => error !== undefined)).toStrictEqual([]);
  recordSupport('octokit', '@octokit/core 7', { 'the same requests': `${uses.length} of ${uses.length}` });
});

describe('the guide', () => {
  const [, guide = ''] = readFileSync(join(ROOT, 'docs', 'guides', 'migrating.md'), 'utf8').split('### Below Octokit');
  const blocks = [...guide.matchAll(/^```(js|json)\n([^]*?)^```$/gm)].map(([, language, code = '']) => ({
    language,
    code,
  }));
  const json = blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code) as object);
  const [manifest, npm, pnpm, yarn] = json;
  const read = (path: string): string => readFileSync(join(ROOT, 'e2e', 'consumers', 'octokit', path), 'utf8');
  /** Requests that the drop-in alone refuses or marks. */
  const probe = `
import { Octokit } from '@octokit/core';
const { endpoint } = new Octokit().request;
console.log(endpoint('PATCH /user', { name: 'a' }).method);
try {
  endpoint('DELETE /repos/{owner}/{repo}', { owner: 'octocat' });
} catch ({ code }) {
  console.log(code);
}
`;

  test('has the package that the project has, and its overrides', () => {
    expect(JSON.parse(read('octokit-endpoint/package.json'))).toStrictEqual(manifest);
    for (const name of ['index.js', 'index.d.ts'])
      expect(read(`octokit-endpoint/${name}`)).toBe(blocks.find(({ language }) => language === 'js')?.code);
    expect(JSON.parse(read('package.json'))).toMatchObject(npm ?? {});
  });

  test.each([
    ['pnpm', () => pnpm, ['node_modules/pnpm/bin/pnpm.cjs', 'install', '--store-dir', 'store']],
    ['Yarn 4', () => yarn, ['node_modules/@yarnpkg/cli-dist/bin/yarn.js', 'install']],
  ])(
    'works with %s',
    async (name, settings, [program = '', ...args]) => {
      const folder = join(project, 'managers', name);
      mkdirSync(folder, { recursive: true });
      cpSync(join(project, 'octokit-endpoint'), join(folder, 'octokit-endpoint'), { recursive: true });
      cpSync(join(project, 'node_modules', 'endpoint.js'), join(folder, 'endpoint.js'), { recursive: true });
      const dependencies = { '@octokit/core': '7.0.6', 'endpoint.js': 'file:endpoint.js' };
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, ...settings() }));
      writeFileSync(join(folder, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
      writeFileSync(join(folder, 'yarn.lock'), '');
      writeFileSync(join(folder, 'probe.mjs'), probe);
      await execute(folder, [join(project, program), ...args], { YARN_GLOBAL_FOLDER: join(folder, 'store'), CI: '' });
      expect(await execute(folder, ['probe.mjs'])).toBe('PATCH\nmissing-parameter\n');
    },
    TIMEOUT,
  );

  test('works with npm', async () => {
    writeFileSync(join(project, 'probe.mjs'), probe);
    expect(await execute(project, ['probe.mjs'])).toBe('PATCH\nmissing-parameter\n');
  });

  test('has a hook that refuses what Octokit would send', async () => {
    const recipe = readFileSync(join(ROOT, 'docs', 'recipes', 'octokit.md'), 'utf8');
    const [, hook = ''] = /^```js\n([^]*?hook\.before[^]*?^\}\);\n)/m.exec(recipe) ?? [];
    const requests = `
for (const options of [{ owner: 'a' }, { owner: 'a', repo: '..' }, { owner: 'a', repo: 'b', request: { fetch: () => Response.json(1) } }])
  await octokit.request('GET /repos/{owner}/{repo}', options).then(({ data }) => console.log(data), ({ code }) => console.log(code));
`;
    // Without the drop-in below Octokit: in the other project.
    const folder = join(project, '..', 'octokit-original');
    cpSync(join(project, 'node_modules', 'endpoint.js'), join(folder, 'node_modules', 'endpoint.js'), {
      recursive: true,
    });
    writeFileSync(join(folder, 'hook.mjs'), hook + requests);
    expect(await execute(folder, ['hook.mjs'])).toBe('missing-parameter\nunsafe-value\n1\n');
  });
});
