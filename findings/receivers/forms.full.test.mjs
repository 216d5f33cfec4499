/** The form of a tool arrives as texts and files, whichever runtime sends it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { RUNTIMES } from './cases.mjs';
import { recordForms } from './record-forms.mjs';
import { toParts } from './results.mjs';
import { read, send, withLanguage, withReceiver } from './run.mjs';

/** These install without a package manager of the system. */
const LANGUAGES = ['javascript', 'python'];
const INSTALL_MS = 600_000;
/** They read a file's type from the extension of its name, which has none. */
const WITHOUT_TYPE = new Set(['Bun', 'Elysia']);

/** @type {import('./record-forms.mjs').Sent[]} */
let sent = [];
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  try {
    const outfile = join(folder, 'upload.mjs');
    const entry = fileURLToPath(new URL('test/upload.mjs', import.meta.url));
    // Each runtime runs the sources, in one file.
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', conditions: ['endpoint.js-source'] });
    sent = await recordForms(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, INSTALL_MS);

test('each runtime sends it', () => expect(sent.map(({ runtime }) => runtime)).toStrictEqual(RUNTIMES));

/** What a receiver reads from each runtime. @param {number} port */
async function readAll(port) {
  /** @type {Record<string, unknown>} */
  const arrived = {};
  for (const { runtime, type, body } of sent) {
    const { status, value } = read(await send(port, { method: 'POST', target: '/multipart', type, body }));
    expect([runtime, status]).toStrictEqual([runtime, 200]);
    const { fields, files } = toParts(value) ?? { fields: {}, files: [] };
    const { meta } = fields;
    // Elysia reads JSON in a text.
    const texts = { ...fields, meta: typeof meta === 'string' ? JSON.parse(meta) : meta };
    // A name is enough: which one the tool chooses isn't checked.
    for (const file of files) file[1] = file[1] ? 'named' : null;
    arrived[runtime] = { fields: texts, files };
  }
  return arrived;
}

describe.each(LANGUAGES)('%s', (id) => {
  test(
    'each receiver reads the texts and the file',
    async () => {
      await withLanguage(id, async ({ receivers }, folder) => {
        const readers = receivers.filter(({ multipart }) => multipart !== undefined);
        expect(readers.length).toBeGreaterThanOrEqual(10);
        for (const receiver of readers) {
          const arrived = await withReceiver(receiver, folder, readAll);
          const type = WITHOUT_TYPE.has(receiver.name) ? '' : 'image/png';
          const meant = {
            fields: { title: 'é', note: '', meta: { k: [1, 2] } },
            files: [['photo', 'named', type, 'ü\n']],
          };
          const expected = Object.fromEntries(RUNTIMES.map((runtime) => [runtime, meant]));
          expect({ name: receiver.name, ...arrived }).toStrictEqual({ name: receiver.name, ...expected });
        }
      });
    },
    INSTALL_MS,
  );
});
