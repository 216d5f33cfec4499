/**
 * What Kustomize renders from the overlays and components: by the checks of kubernetes.test.ts, and by kubernetes-validate.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../process/processes.mjs';
import { getRenderers, getValidator } from '../dev/setup/kubernetes.mjs';
import { NOT_CHECKED } from '../dev/setup/programs.mjs';
import { FOLDER, type Manifest, ROOT } from './test/manifests.js';
import { checkReferences, listSecrets } from './test/references.js';
import { checkSettings } from './test/settings.js';
import { listTraffic } from './test/traffic.js';
import { COMPONENTS, render, VARIANTS } from './test/variants.js';

const CACHE = join(ROOT, '.cache', 'kustomize');
afterAll(() => rmSync(CACHE, { recursive: true, force: true }));

const { renderers, missing } = await getRenderers();
const [renderer] = renderers;
const validator = await getValidator();
// A missing program leaves tests out; only the sentence that says so is a skipped test.
const variants = renderer === undefined ? [] : VARIANTS;
const validators = renderer !== undefined && 'value' in validator ? [validator.value] : [];
const reasons = [
  ...missing,
  ...(renderer === undefined ? ['no overlay was rendered: there is no kubectl either'] : []),
  ...('missing' in validator ? [validator.missing] : []),
];
test.for(reasons)(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

test('the variants have every overlay and component', () => {
  const list = (folder: string): string[] => readdirSync(join(FOLDER, folder)).toSorted();
  expect(list('components')).toEqual(COMPONENTS.toSorted());
  expect(list('overlays')).toEqual([...new Set(VARIANTS.map(({ overlay }) => overlay))].toSorted());
});

const rendered = new Map<string, { path: string; manifests: Manifest[] }>();

/** What a variant renders to; each is rendered once by each program. */
async function get(name: string, by = renderer) {
  const variant = VARIANTS.find((one) => one.name === name);
  if (!variant || !by) throw new Error(`There is no variant ${name}, or nothing that renders it.`);
  const key = `${by.name} ${name}`;
  const found = rendered.get(key) ?? (await render(variant, by, join(CACHE, key.replaceAll(/[^\w-]+/g, '-'))));
  rendered.set(key, found);
  return found;
}

describe.each(variants)('$name', ({ name, traffic }) => {
  let manifests: Manifest[] = [];
  let path = '';
  beforeAll(async () => {
    ({ manifests, path } = await get(name));
  });

  test.each(renderers.slice(1))('is the same by $name', async (other) => {
    expect((await get(name, other)).manifests).toEqual(manifests);
  });

  test('refers to what exists, and fits the server and Envoy', () => {
    expect(checkReferences(manifests)).toEqual([]);
    expect(checkSettings(manifests)).toEqual([]);
  });

  test('allows no connections but those that it needs', () => {
    expect(listTraffic(manifests).toSorted()).toEqual(traffic.toSorted());
  });

  test('expects secrets that the guide or the component says how to create', () => {
    const guide = readFileSync(join(ROOT, 'docs', 'guides', 'operate.md'), 'utf8');
    const component = readFileSync(join(FOLDER, 'components', 'mutual-tls', 'kustomization.yaml'), 'utf8');
    for (const secret of listSecrets(manifests)) {
      expect(guide + component).toMatch(new RegExp(`create secret (tls|generic) ${secret} `));
    }
  });

  test.each(validators)('matches the schemas', async ({ command, args, env }) => {
    expect(await run(command, [...args, path], { env })).toMatchObject({ failure: undefined });
  });
});

describe.each(validators)('kubernetes-validate', ({ command, args, env }) => {
  test.each([
    ['readinessProbe:', 'readynessProbe:'],
    ['periodSeconds: 5', 'periodSeconds: often'],
  ])('refuses %s as %s', async (from, to) => {
    const { path } = await get('production');
    const broken = `${path}.broken.yaml`;
    writeFileSync(broken, readFileSync(path, 'utf8').replace(from, to));
    expect((await run(command, [...args, broken], { env })).code).toBe(1);
  });
});
