/** Serves the pages of the measurement: one with a frame for each contender. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FRAME = fileURLToPath(new URL('frame.mjs', import.meta.url));

const PAGE = `<!doctype html><title>Bench</title><script>
const search = new URLSearchParams(location.search);
for (let index = 0; index < Number(search.get('contenders')); index++) {
  const frame = document.createElement('iframe');
  frame.src = 'frame.html?' + search.get('question') + '&' + index;
  document.documentElement.append(frame);
}
const contenders = () => Array.from(frames, ({ contender }) => contender);
function prepare() {
  // First, as routes never seen differ after the warm-up.
  const all = contenders().map(({ results }) => results());
  for (const { warmUp } of contenders()) warmUp();
  return all;
}
const takeTurn = () => contenders().map(({ sample }) => sample());
</script>`;

/** @type {Readonly<Record<string, string>>} pages with nothing of other sites have a finer clock */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};

/** Starts a server on any free port. */
export async function servePages() {
  const script = await bundleFrame();
  /** @type {Readonly<Record<string, [type: string, text: string]>>} */
  const files = {
    '/': ['text/html; charset=utf-8', PAGE],
    '/frame.html': ['text/html; charset=utf-8', '<!doctype html><script src="frame.js"></script>'],
    '/frame.js': ['text/javascript; charset=utf-8', script],
  };
  const server = createServer(({ url = '/' }, response) => {
    const [type, text] = files[new URL(url, 'http://localhost').pathname] ?? ['text/plain', undefined];
    response.writeHead(text === undefined ? 404 : 200, { ...HEADERS, 'content-type': type }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns {Promise<string>} the contenders, as a page loads them: the built package and its peer in one minified script */
async function bundleFrame() {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry: FRAME, formats: ['iife'], name: 'frame' } },
  });
  const [bundle] = /** @type {{ output: { code: string }[] }[]} */ (Array.isArray(result) ? result : [result]);
  const code = bundle?.output[0]?.code;
  if (code === undefined) throw new Error('Vite returned no script.');
  return code;
}
