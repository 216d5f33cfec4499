/** Servers that are killed under load, and servers that are stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeCalls, startBridge, startLoad, startPair } from './stack.mjs';
import { rounded } from '../commands/test/figures.mjs';

/** How long a killed server stays away. */
const AWAY_MS = 300;
const CONCURRENCY = 64;
/** As deployed: Envoy stops using a server once two of its checks, 2 s apart, have failed. */
const DRAIN = { delayMs: 5000, graceMs: 5000 };
/** The time in which a process ends after its drain, also on a busy machine; then it is killed, which its exit code shows. */
const EXIT_MS = 10_000;

/**
 * @param {{ calls: number, retriedCalls: number, kills: number }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function restarts({ calls, retriedCalls, kills }) {
  const plain = await underKills({ calls, kills });
  const retried = await underKills({ calls: retriedCalls, kills, attempts: 8 });
  const what = (/** @type {number} */ count) =>
    `${rounded(count)} calls, ${CONCURRENCY} at a time, through Envoy to two servers, ${kills} times one is killed and restarted`;
  return [
    {
      what: what(calls),
      bar: '0 wrong, 0 lost without an error',
      measured: `${describeCalls(plain.result)}; ${plain.killed} kills`,
      met: plain.result.wrong === 0 && plain.result.lost === 0 && plain.killed === kills,
    },
    {
      what: `${what(retriedCalls)}; client with retries`,
      bar: '0 errors',
      measured: `${describeCalls(retried.result)}; ${retried.killed} kills`,
      met: retried.result.answered === retriedCalls && retried.killed === kills,
    },
  ];
}

/**
 * @param {{ calls: number, kills: number, attempts?: number }} options without `attempts`, by plain HTTP/2, which is faster than the client
 */
async function underKills({ calls, kills, attempts }) {
  const pair = await startPair();
  const envoy = await startBridge(pair.servers.map(({ grpc }) => grpc));
  const load = startLoad();
  let killed = 0;
  let last = Promise.resolve();
  const killOne = async () => {
    await pair.servers[0]?.kill();
    killed += 1;
    await delay(AWAY_MS);
    await pair.restart(0);
  };
  try {
    const job = { target: { grpcWeb: envoy.url }, calls, concurrency: CONCURRENCY };
    const result = await load.run(attempts === undefined ? { ...job, raw: true } : { ...job, attempts }, (ended) => {
      const due = Math.floor((ended * (kills + 1)) / calls);
      if (due > killed && killed < kills) last = last.then(() => (due > killed ? killOne() : undefined));
    });
    await last;
    return { result, killed };
  } finally {
    await Promise.all([load.stop(), envoy.stop(), last.then(pair.stop)]);
  }
}

/** @param {{ drainCalls: number }} profile @returns {Promise<import('../commands/test/figures.mjs').Figure>} */
export async function drain({ drainCalls: calls }) {
  const pair = await startPair(['--drain-delay-ms', `${DRAIN.delayMs}`, '--drain-grace-ms', `${DRAIN.graceMs}`]);
  const envoy = await startBridge(pair.servers.map(({ grpc }) => grpc));
  const load = startLoad();
  const maxMs = DRAIN.delayMs + DRAIN.graceMs + EXIT_MS;
  let stopped = /** @type {Promise<number> | undefined} */ (undefined);
  const stopOne = async () => {
    const start = performance.now();
    await pair.servers[0]?.stop(maxMs);
    return performance.now() - start;
  };
  try {
    const result = await load.run(
      { target: { grpcWeb: envoy.url }, raw: true, calls, concurrency: CONCURRENCY },
      (ended) => {
        if (ended > calls / 4) stopped ??= stopOne();
      },
    );
    const [ms = Infinity, [code]] = [await stopped, /** @type {[number]} */ (await pair.servers[0]?.ended)];
    return {
      what: `SIGTERM to one of two servers under load, ${rounded(calls)} calls through Envoy`,
      bar: 'each call answered, exit with 0',
      measured: `${describeCalls(result)}; exit with ${code} after ${rounded(ms / 1000)} s`,
      met: result.answered === calls && code === 0,
    };
  } finally {
    await Promise.all([load.stop(), envoy.stop(), pair.stop()]);
  }
}
