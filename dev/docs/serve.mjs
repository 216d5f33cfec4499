/**
 * `npm run docs`: serves the site from its sources, updated at every edit.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { errorMessage } from '../../process/error-message.mjs';
import { requireNode } from '../setup/node-version.mjs';
import { DOCS, prepareSite } from './prepare.mjs';

const USAGE = `Usage: npm run docs -- [options]

Installs and builds what is missing, then serves the site and updates it as you edit its pages. The API reference and the
playground stay as they are at the start.

  --port <n>  the first port to try (5174)
  --help      this text`;

/**
 * @param {readonly string[]} args
 * @throws {TypeError} for an unknown flag or a wrong value
 */
function parseFlags(args) {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '5174' }, help: { type: 'boolean', default: false } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new TypeError(`--port must be a number from 1 to 65535, not "${values.port}".`);
  return { port, help: values.help };
}

requireNode();
try {
  const { port, help } = parseFlags(process.argv.slice(2));
  if (help) console.log(USAGE);
  else {
    await prepareSite(console.log);
    // Imported only now: it exists once the packages of docs are installed.
    const vitepress = createRequire(join(DOCS, 'package.json')).resolve('vitepress/dist/node/index.js');
    const { createServer } = await import(pathToFileURL(vitepress).href);
    const server = await createServer(DOCS, { port, host: '127.0.0.1' });
    await server.listen();
    console.log(`\nOpen ${server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${server.config.server.port}/`}`);
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
