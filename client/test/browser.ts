import { build as bundle } from 'vite';
import { build } from '../../dev/commands/build.mjs';
import { ENGINES, type Engine } from '../../dev/testing/engines/index.mjs';
import { until } from './calls.js';
import { startTestServer } from './server.js';

/** The time to find or download a browser, in milliseconds. */
export const START_MS = 300_000;

const PAGE = '<!doctype html><meta charset="utf-8"><title>Calls</title><script type="module" src="/page.js"></script>';

/** A page in a browser. */
export interface OpenPage {
  /** The result of a promise in the page, by way of JSON. */
  evaluate(expression: string): Promise<unknown>;
  readonly origin: string;
  readonly version: string;
  close(): Promise<void>;
}

/** Bundles a file of this folder with its imports, the built client among them. */
async function bundleScript(file: string): Promise<string> {
  await build(['client'], () => undefined);
  const outputs = await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2020', lib: { entry: `${import.meta.dirname}/${file}`, formats: ['es'] } },
  });
  const [output] = [outputs].flat();
  if (output === undefined || !('output' in output)) throw new Error(`Nothing was bundled from ${file}.`);
  return output.output[0].code;
}

/** Opens a page that runs a script, and waits until the script has set a global. */
export async function openPage(file: string, global: string, engine: Engine = 'Chromium'): Promise<OpenPage> {
  const code = await bundleScript(file);
  const site = await startTestServer();
  site.respond = (response, { url }) => {
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(url === '/' ? PAGE : code);
  };
  const page = await ENGINES[engine](console.error);
  await page.open(site.host);
  let ready = false;
  await until(() => {
    void page.evaluate(`${JSON.stringify(global)} in globalThis`).then((found) => (ready ||= found === true));
    return ready;
  });
  const close = async (): Promise<void> => {
    await page.close();
    await site.close();
  };
  // WebDriver makes null of what is undefined.
  const evaluate = async (expression: string): Promise<unknown> =>
    JSON.parse((await page.evaluate(`(${expression}).then(JSON.stringify)`)) as string);
  return { evaluate, origin: site.host, version: page.version, close };
}
