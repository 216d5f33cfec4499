/** Requests that are none, at whoever listens. */
import { malformed } from './malformed.mjs';
import { rounded } from './row.mjs';
import { MEASURED, startBridge, startProgram } from './stack.mjs';

const HEAP_SHARE = 0.1;

/**
 * @param {{ malformedRequests: number }} profile
 * @returns {Promise<import('./row.mjs').Row[]>}
 */
export async function malformedRows({ malformedRequests: count }) {
  const server = await startProgram(MEASURED);
  const envoy = await startBridge([server.grpc]);
  const heap = async () => Number(await (await fetch(server.heap ?? '')).text());
  try {
    const figures = await malformed({
      targets: [
        { name: 'server', protocol: 'grpc', url: `http://${server.grpc}`, heap },
        { name: 'gateway', protocol: 'grpc-web', url: server.gateway ?? '', heap },
        { name: 'Envoy', protocol: 'grpc-web', url: envoy.url, heap },
      ],
      count,
    });
    return figures.map((figure) => row(figure, count));
  } finally {
    await Promise.all([envoy.stop(), server.stop()]);
  }
}

/**
 * @param {import('./malformed.mjs').MalformedFigures} figures
 * @param {number} count
 * @returns {import('./row.mjs').Row}
 */
function row({ name, sent, improper, alive, heapBefore = NaN, heapAfter = NaN }, count) {
  const change = heapAfter / heapBefore - 1;
  const inMiB = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);
  const heap = `heap ${inMiB(heapBefore)} → ${inMiB(heapAfter)} MiB`;
  return {
    what: `${rounded(count)} malformed requests at ${name}`,
    bar: 'a proper status each, alive after them, heap as before ± 10 %',
    measured: `${rounded(sent)} sent, ${improper.length} without a proper answer${improper.length === 0 ? '' : ` (${improper[0]})`}, ${alive ? 'alive' : 'dead'}, ${heap}`,
    ok: sent === count && improper.length === 0 && alive && Math.abs(change) <= HEAP_SHARE,
  };
}
