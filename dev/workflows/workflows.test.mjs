import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { listReferences, readWorkflows, workflowProblems } from './workflows.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

const GOOD = `
on:
  push:
permissions:
  contents: read
concurrency:
  group: a
jobs:
  a:
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - run: echo "$NAME"
        env:
          NAME: \${{ github.head_ref }}
`;

describe('workflowProblems', () => {
  /** @type {[problem: string, from: string | RegExp, to: string][]} */
  const faults = [
    ['"- uses: actions/checkout@v7" isn\'t pinned', /checkout@.*/, 'checkout@v7'],
    ['"- uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1" isn\'t pinned', / # v7.0.1/, ''],
    ['"uses: a/b@main" isn\'t pinned', '- run: echo', '- name: b\n        uses: a/b@main\n      - run: echo'],
    ['permissions: must be "contents: read"', 'contents: read', 'contents: write'],
    ['permissions: must be "contents: read"', /permissions:\n.*\n/, ''],
    ['concurrency: has no group.', /concurrency:\n.*\n/, ''],
    ['a: has no timeout-minutes.', /.*timeout.*\n/, ''],
    ['a: its checkout keeps the token', /.*with:\n.*\n/, ''],
    ['a: an expression is a part of the script', '"$NAME"', '"${{ github.head_ref }}"'],
    ['secrets: none is needed', 'github.head_ref', 'secrets.NPM_TOKEN'],
    ['on: this event gives strangers the rights', 'push:', 'pull_request_target:'],
  ];
  test.each(faults)('finds: %s', (problem, from, to) => {
    const text = GOOD.replace(from, to);
    expect(text).not.toBe(GOOD);
    expect(workflowProblems(text)).toEqual([expect.stringContaining(problem)]);
  });

  test('finds nothing in a workflow that has all of it', () => {
    expect(workflowProblems(GOOD)).toEqual([]);
  });
});

const workflows = [...readWorkflows()];
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** The files of the repository. */
const files = listFiles(ROOT, { untracked: true });

describe.each(workflows)('%s', (_, text) => {
  test('is pinned, has the least rights, and ends in time', () => {
    expect(workflowProblems(text)).toEqual([]);
  });

  test('names scripts, files and tests that exist', () => {
    const references = listReferences(text);
    expect(references.scripts.filter((name) => !(name in scripts))).toEqual([]);
    expect(references.files.filter((path) => !files.includes(path))).toEqual([]);
    const isTest = /(?<!\.(?:full|quiet))\.test\.(?:tsx?|mjs)$/;
    const unused = references.tests.filter((path) => !files.some((file) => isTest.test(file) && file.includes(path)));
    expect(unused).toEqual([]);
  });
});

test('only workflows that publish nothing run in a container', () => {
  for (const [name, text] of workflows) {
    const { jobs } = /** @type {{ jobs: Record<string, { container?: string, permissions?: object }> }} */ (
      parse(text)
    );
    const contained = Object.values(jobs).filter(({ container }) => container !== undefined);
    expect([name, contained.filter(({ permissions }) => permissions !== undefined)]).toEqual([name, []]);
  }
});

describe.skipIf(process.platform === 'win32')('the script that publishes a tag', () => {
  const { jobs } = parse(readWorkflows().get('release.yml') ?? '');
  const script = jobs.publish.steps.at(-1).run;
  const NAMES = ['endpoint.js', 'endpoint.js-client', 'endpoint.js-server'];
  /** In place of npm: `view` finds what a file lists, and `publish` adds a line to another. */
  const NPM = `#!/bin/sh
case "$1" in
  view) grep -qxF "$2" published && echo "\${2##*@}" ;;
  publish) test "$2" != "$REFUSED" && echo "$@" >>calls ;;
esac
`;

  /** @param {string} tag @param {{ published?: readonly string[], refused?: string }} [registry] */
  async function publish(tag, { published = [], refused = '' } = {}) {
    const folder = makeTemporaryFolder();
    writeFileSync(join(folder, 'npm'), NPM, { mode: 0o755 });
    writeFileSync(join(folder, 'published'), published.map((each) => `${each}\n`).join(''));
    writeFileSync(join(folder, 'calls'), '');
    const env = { PATH: `${folder}:${process.env['PATH']}`, GITHUB_REF_NAME: tag, REFUSED: refused };
    // As GitHub starts it.
    const { code, output } = await run('bash', ['-e', '-c', script], { cwd: folder, env });
    return { code, output, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').filter(Boolean) };
  }
  /** @param {string} name */
  const published = (name, version = '1.2.3', tag = 'latest') =>
    `publish ./release/packages/${name}-${version}.tgz --provenance --access public --tag ${tag}`;

  test('publishes all packages, with provenance', async () => {
    const { code, calls } = await publish('v1.2.3', { published: ['endpoint.js@1.2.2'] });
    expect([code, calls]).toEqual([0, NAMES.map((name) => published(name))]);
  });

  test('publishes none that was published by hand', async () => {
    const { code, output, calls } = await publish('v1.2.3', { published: NAMES.map((name) => `${name}@1.2.3`) });
    expect([code, calls]).toEqual([0, []]);
    expect(output).toBe(NAMES.map((name) => `${name}@1.2.3 is published already.\n`).join(''));
  });

  test('publishes what an interrupted run has not', async () => {
    const interrupted = await publish('v1.2.3', { refused: './release/packages/endpoint.js-client-1.2.3.tgz' });
    expect([interrupted.code, interrupted.calls]).toEqual([1, [published('endpoint.js')]]);
    const { code, calls } = await publish('v1.2.3', { published: ['endpoint.js@1.2.3'] });
    expect([code, calls]).toEqual([0, NAMES.slice(1).map((name) => published(name))]);
  });

  test('gives a candidate the tag next', async () => {
    const { calls } = await publish('v1.2.3-rc.1');
    expect(calls).toEqual(NAMES.map((name) => published(name, '1.2.3-rc.1', 'next')));
  });
});
