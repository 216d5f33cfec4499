/** Catalogues of large real documents: three compilers accept them, and reject mistakes. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveFull } from '../../dev/full/packages.mjs';
import { runCommand, type Outcome } from '../test/cli-io.js';

const { resolve } = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('../../.cache/catalogues/', import.meta.url));

const DOCUMENTS = [
  { name: 'github', path: resolveFull('@octokit/openapi/generated/api.github.com.json'), routes: 1223 },
  { name: 'netlify', path: resolveFull('@netlify/open-api'), routes: 181 },
  { name: 'figma', path: resolveFull('@figma/rest-api-spec/openapi/openapi.yaml'), routes: 54 },
];

/** Calls that each compiler accepts, and calls that each rejects. */
const PROBE = `
import { createEndpoint } from 'endpoint.js';
import type { Routes as GitHub } from './github.js';
import type { Routes as Netlify } from './netlify.js';
import type { Routes as Figma } from './figma.js';

const github = createEndpoint<GitHub>();
const netlify = createEndpoint<Netlify>();
const figma = createEndpoint<Figma>();

github('GET /repos/{owner}/{repo}', { owner: 'octokit', repo: 'endpoint.js' });
github('GET /repos/{owner}/{repo}/contents/{+path}', { owner: 'o', repo: 'r', path: 'a/b', ref: 'main' });
github('GET /orgs/{org}/repos', { org: 'o', type: 'all', per_page: 100 });
github('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', title: 't', labels: ['a', { name: 'b', color: null }] });
github('PATCH /app/hook/config', { [github.in]: { body: { url: 'https://h' } }, secret: 's' });
github('GET /user');
github.defaults({ owner: 'o' })('GET /repos/{owner}/{repo}', { repo: 'r' });
const method: 'patch' = github('PATCH /app/hook/config', {}).method;
// @ts-expect-error -- no such route
github('GET /repos/{owner}/{nope}', {});
// @ts-expect-error -- a parameter is missing
github('GET /repos/{owner}/{repo}', { owner: 'o' });
// @ts-expect-error -- all are missing
github('GET /repos/{owner}/{repo}');
// @ts-expect-error -- not one of its values
github('GET /orgs/{org}/repos', { org: 'o', type: 'some' });
// @ts-expect-error -- no such parameter
github('GET /orgs/{org}/repos', { org: 'o', nope: 1 });
// @ts-expect-error -- of another type
github('GET /orgs/{org}/repos', { org: 'o', per_page: '100' });
// @ts-expect-error -- the body lacks a title
github('POST /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r' });
// @ts-expect-error -- null isn't a value for a path
github('GET /orgs/{org}/repos', { org: null });

netlify('GET /sites', { filter: 'owner', page: 2 });
netlify('PUT /sites/{site_id}/assets/{asset_id}', { site_id: 's', asset_id: 'a', [netlify.in]: { query: { state: 'uploaded' } } });
// @ts-expect-error -- a query parameter that is required
netlify('PUT /sites/{site_id}/assets/{asset_id}', { site_id: 's', asset_id: 'a' });
// @ts-expect-error -- not one of its values
netlify('GET /sites', { filter: 'nobody' });
// Every key of this body is optional.
netlify('POST /sites');

figma('GET /v1/files/{file_key}', { file_key: 'k', depth: 2 });
figma('POST /v2/webhooks', { event_type: 'PING', context: 'team', context_id: '1', endpoint: 'https://h', passcode: 'p' });
// @ts-expect-error -- not one of its values, in a separate type
figma('POST /v2/webhooks', { event_type: 'PONG', context: 'team', context_id: '1', endpoint: 'https://h', passcode: 'p' });
// @ts-expect-error -- of another type
figma('GET /v1/files/{file_key}', { file_key: 1 });
export { method };
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  // The written files are declarations too, and must be checked.
  skipLibCheck: false,
  types: [],
  lib: ['ES2022'],
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
};

const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path } of DOCUMENTS) {
    const outcome = await runCommand(['types', path, '--output', `${FOLDER}${name}.d.ts`]);
    outcomes.set(name, outcome);
  }
  writeFileSync(`${FOLDER}probe.ts`, PROBE);
  writeFileSync(`${FOLDER}tsconfig.json`, JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
}, 120_000);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('large documents', () => {
  test.each(DOCUMENTS)('$name has all of its $routes routes', ({ name, routes }) => {
    expect(outcomes.get(name)).toStrictEqual({ code: 0, stdout: '', stderr: '' });
    const written = readFileSync(`${FOLDER}${name}.d.ts`, 'utf8');
    expect(written.match(/^ {2}"(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) [^"]+": \{/gm)).toHaveLength(routes);
  });

  test.each(['@typescript/native', 'typescript', 'typescript59'])(
    '%s accepts them and the correct calls, and rejects the others',
    async (compiler) => {
      const compiled = promisify(execFile)(process.execPath, [
        resolve(`${compiler}/package.json`).replace(/package.json$/, 'bin/tsc'),
        '-p',
        FOLDER,
      ]);
      await expect(compiled).resolves.toMatchObject({ stdout: '', stderr: '' });
    },
    120_000,
  );
});
