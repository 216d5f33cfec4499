/** Malformed requests at the server, its gateway and Envoy. */
import { setTimeout as delay } from 'node:timers/promises';
import { malformed } from './malformed.mjs';
import { rounded } from './row.mjs';
import { MEASURED, startBridge, startProgram } from './stack.mjs';

const HEAP_SHARE = 0.1;
const READINGS = 5;
const PAUSE_MS = 300;

/**
 * @param {{ malformedRequests: number }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function malformedRows({ malformedRequests: count }) {
  const server = await startProgram(MEASURED);
  const envoy = await startBridge([server.grpc]);
  const readHeap = async () => Number(await (await fetch(server.heap ?? '')).text());
  // Memory is released a little after a call ends: the least of some readings counts.
  const heap = async () => {
    let least = Infinity;
    for (let index = 0; index < READINGS; index += 1) {
      least = Math.min(least, await readHeap());
      await delay(PAUSE_MS);
    }
    return least;
  };
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
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function row({ name, sent, improper, alive, heapBefore = NaN, heapAfter = NaN }, count) {
  const change = heapAfter / heapBefore - 1;
  const inMiB = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);
  const heap = `heap ${inMiB(heapBefore)} → ${inMiB(heapAfter)} MiB`;
  return {
    what: `${rounded(count)} malformed requests at ${name}`,
    bar: 'a proper status for each, alive after them, heap at most 10 % larger',
    measured: `${rounded(sent)} sent, ${improper.length} without a proper answer${improper.length === 0 ? '' : ` (${improper[0]})`}, ${alive ? 'alive' : 'dead'}, ${heap}`,
    met: sent === count && improper.length === 0 && alive && change <= HEAP_SHARE,
  };
}
