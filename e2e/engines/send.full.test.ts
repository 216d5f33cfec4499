/** In every engine, `send` makes the same of a response as in Node. */
import { beforeAll, expect, test } from 'vitest';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import { findWrongSends } from '../../lib/test/send.cases.js';
import { startSendServer, type SendServer } from '../../lib/test/send-server.js';
import { writePage } from './page.js';

/** The bodies that engines report as complete, though their connections closed before their ends; and those that a status excludes. */
const UNNOTICED: Partial<Record<Engine, readonly string[]>> = {
  'Firefox ESR': ['an error shorter than its length'],
  // By their network library on Linux, libsoup.
  WebKitGTK: ['a chunked body without its end', '205 with a body'],
  'WPE WebKit 2.38': ['a chunked body without its end', '205 with a body'],
};

let server: SendServer;

beforeAll(async () => {
  const page = await writePage('send.cases.ts');
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
