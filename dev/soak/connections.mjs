/** Connections that occupy a server and do nothing. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describeCalls, SERVER, startBridge, startLoad, startProgram } from './stack.mjs';
import { median, rounded } from '../commands/test/figures.mjs';

/** Limits of envoy.yaml in seconds, and shorter ones, to see them hold in less than five minutes. */
const LIMITS = { idle_timeout: [300, 4], request_headers_timeout: [10, 3], request_timeout: [30, 5] };
/** How many times longer other callers may wait; measured in turns with and without the crowd, so that other work affects both. */
const MAX_SLOWDOWN = 3;
const TURNS = 3;
const DRIP_MS = 500;
/** Far fewer than the 511 connections that Node queues to be accepted. */
const AT_ONCE = 100;
const HEAD = 'POST /api.ApiService/CallApi HTTP/1.1\r\nHost: h\r\nContent-Type: application/grpc-web+proto\r\n';

/** The first bytes of each kind of connection; the slow ones send another byte now and then. */
const KINDS = [
  { name: 'idle', begin: '', drip: '' },
  { name: 'slow head', begin: HEAD, drip: 'x' },
  { name: 'slow body', begin: `${HEAD}Content-Length: 1000\r\n\r\n`, drip: '\0' },
];

/**
 * @param {{ idle: number, slow: number, calmCalls: number, atGateway: boolean }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function connections({ atGateway, ...profile }) {
  const server = await startProgram(SERVER, ['--port', '0', '--gateway-port', '0']);
  const envoy = await startBridge([server.grpc], shortened);
  const load = startLoad();
  try {
    const rows = [
      await crowd({ name: 'Envoy (its limits shortened)', url: envoy.url, seconds: 5, raw: true }, profile, load),
    ];
    if (atGateway) {
      // A browser's client is slow, so a few calls suffice.
      const few = { ...profile, calmCalls: profile.calmCalls / 4 };
      rows.push(await crowd({ name: 'the gateway', url: server.gateway ?? '', seconds: 30, raw: false }, few, load));
    }
    return rows;
  } finally {
    await Promise.all([load.stop(), envoy.stop(), server.stop()]);
  }
}

/**
 * @param {{ name: string, url: string, seconds: number, raw: boolean }} target `seconds`: the longest of its limits
 * @param {{ idle: number, slow: number, calmCalls: number }} profile
 * @param {ReturnType<typeof startLoad>} load
 * @returns {Promise<import('../commands/test/figures.mjs').Figure>}
 */
async function crowd({ name, url, seconds, raw }, { idle, slow, calmCalls }, load) {
  const port = Number(new URL(url).port);
  const p99 = async () => {
    const job = { target: { grpcWeb: url }, raw, calls: calmCalls, concurrency: 16 };
    const result = await load.run(job);
    if (result.answered !== calmCalls) throw new Error(`Other callers at ${name}: ${describeCalls(result)}.`);
    return result.p99;
  };
  await p99();
  /** @type {number[]} */
  const calm = [];
  /** @type {number[]} */
  const crowded = [];
  for (let round = 0; round < TURNS; round += 1) {
    calm.push(await p99());
    const held = await hold(port, idle, slow);
    crowded.push(await p99());
    held.leave();
  }
  const cut = await (await hold(port, idle, slow)).cutOff();
  const ratio = median(crowded.map((crowdedP99, round) => crowdedP99 / (calm[round] ?? NaN)));
  return {
    what: `${rounded(idle)} connections that send nothing and ${slow} slow senders at ${name}`,
    bar: `other callers' p99 within ${MAX_SLOWDOWN} times that without them, the median of ${TURNS} turns; all cut off`,
    measured: `p99 ${rounded(median(calm))} → ${rounded(median(crowded))} ms, ${ratio.toFixed(2)} times; ${cut.ended} of ${idle + slow} cut off, the last after ${rounded(cut.seconds)} s, of ${seconds} s`,
    met: ratio <= MAX_SLOWDOWN && cut.ended === idle + slow,
  };
}

/** @param {string} config */
function shortened(config) {
  return Object.entries(LIMITS).reduce((text, [name, [before, after]]) => {
    const [old, now] = [` ${name}: ${before}s`, ` ${name}: ${after}s`];
    if (!text.includes(old)) throw new Error(`envoy.yaml no longer has "${old.trim()}".`);
    return text.replace(old, now);
  }, config);
}

/**
 * Opens connections that do nothing useful.
 *
 * @param {number} port
 * @param {number} idle
 * @param {number} slow
 */
async function hold(port, idle, slow) {
  const start = performance.now();
  let ended = 0;
  let lastEnd = start;
  /** @type {Set<{ socket: import('node:net').Socket, drip: string }>} */
  const open = new Set();
  const openOne = (/** @type {number} */ number) => {
    const kind = number < idle ? KINDS[0] : KINDS[1 + (number % 2)];
    const { begin = '', drip = '' } = kind ?? {};
    const socket = connect({ port, host: '127.0.0.1' });
    const entry = { socket, drip };
    open.add(entry);
    // Envoy's answer before it closes (408) doesn't matter, nor does a byte that came too late.
    socket.resume().on('error', () => undefined);
    socket.on('close', () => {
      open.delete(entry);
      ended += 1;
      lastEnd = performance.now();
    });
    return new Promise((resolve) => socket.once('connect', () => resolve(socket.write(begin))));
  };
  const numbers = Array.from({ length: idle + slow }, (_, number) => number);
  // A system silently drops connections beyond its queue: the server never had them, and can't cut them off.
  while (numbers.length > 0) {
    await Promise.all(numbers.splice(0, AT_ONCE).map(openOne));
    await delay(50);
  }
  const timer = setInterval(() => {
    for (const { socket, drip } of open) if (drip !== '' && socket.writable) socket.write(drip);
  }, DRIP_MS);
  const leave = () => {
    clearInterval(timer);
    for (const { socket } of open) socket.destroy();
  };
  return {
    leave,
    /** Waits until all are cut off, or a minute has passed. */
    async cutOff() {
      const deadline = start + 60_000;
      while (open.size > 0 && performance.now() < deadline) await delay(100);
      const result = { ended, seconds: (lastEnd - start) / 1000 };
      leave();
      return result;
    },
  };
}
