/** The packed files are those of the list, and each bill of materials is complete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { checkPacked, RELEASE } from './packed.mjs';
import { createSboms, validateSbom, writeSboms } from './sbom.mjs';

test('the packed files are those of dev/release/contents.json; else run `npm run generate -- contents`', async () => {
  expect(await checkPacked()).toStrictEqual([]);
});

test('the bills of packages and image are valid, and name all that ships', async () => {
  expect(await writeSboms()).toStrictEqual([]);
  const bills = await createSboms();
  expect([...bills.keys()]).toEqual(['endpoint.js', 'endpoint.js-client', 'endpoint.js-server', 'calls-image']);
  for (const [name, bom] of bills) {
    const written = JSON.parse(readFileSync(join(RELEASE, 'sbom', `${name}.cdx.json`), 'utf8'));
    // The same commit gives the same bill.
    expect(written).toEqual(bom);
    expect(bom.metadata.component.name).toBe(name === 'calls-image' ? 'calls' : name);
  }
  /** @param {string} name */
  const list = (name) => bills.get(name)?.components.map((each) => each.name) ?? [];
  expect(list('endpoint.js')).toContain('@apidevtools/json-schema-ref-parser');
  expect(new Set(list('endpoint.js-client'))).toEqual(
    new Set(['@improbable-eng/grpc-web', 'browser-headers', 'google-protobuf']),
  );
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));
  const names = list('endpoint.js-server');
  expect(names.length).toBeGreaterThan(40);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(list('calls-image')).toEqual(expect.arrayContaining([...names, 'endpoint.js', 'node']));
});

test('a bill with a fault is refused', async () => {
  const bills = await createSboms();
  const bom = structuredClone(bills.get('endpoint.js-client'));
  if (bom === undefined) throw new Error('no bill');
  bom.components = bom.components.filter(({ name }) => name !== 'google-protobuf');
  Object.assign(bom.components[0] ?? {}, { licenses: [] });
  expect(validateSbom(bom)).toEqual([
    expect.stringMatching(/: has no licence\.$/),
    expect.stringMatching(/^google-protobuf@3\.21\.4: is needed and not listed\.$/),
  ]);
});
