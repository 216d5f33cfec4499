/** In every engine, `send` makes the same of a response as in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { build, ROOT, SCRIPT_TAG } from '../../dev/commands/build.mjs';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import { findWrongSends } from '../../lib/test/send.cases.js';
import { startSendServer, type SendServer } from '../../lib/test/send-server.js';

/** The bodies that engines report as complete, though their connections closed before their ends; and those that a status excludes. */
const UNNOTICED: Partial<Record<Engine, readonly string[]>> = {
  'Firefox ESR': ['an error shorter than its length'],
  // By their network library on Linux, libsoup.
  WebKitGTK: ['a chunked body without its end', '205 with a body'],
  'WPE WebKit 2.38': ['a chunked body without its end', '205 with a body'],
};

let server: SendServer;

beforeAll(async () => {
  await build(['script-tag'], console.error);
  const { outputFiles } = await bundle({
    entryPoints: [join(ROOT, 'lib', 'test', 'send.cases.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'cases',
    target: 'es2020',
  });
  const scripts = [readFileSync(join(ROOT, SCRIPT_TAG), 'utf8'), outputFiles[0]?.text ?? ''];
  const page = `<!doctype html><meta charset="utf-8">${scripts.map((code) => `<script>${code}</script>`).join('')}`;
  server = await startSendServer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  return () => server.stop();
});

test.each(Object.keys(ENGINES) as Engine[])('in %s', async (engine) => {
  const page = await ENGINES[engine](console.error);
  await page.open(server.url);
  const wrong = await page.evaluate(`cases.${findWrongSends.name}(endpointJs, location.origin)`);
  await page.close();
  expect(Object.keys(wrong as object).filter((name) => !UNNOTICED[engine]?.includes(name))).toEqual([]);
});
