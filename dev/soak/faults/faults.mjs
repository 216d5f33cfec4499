/** What happens to servers, and to what they need, and the table of it: lost, wrong and slow calls of each. */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { startNameServer, useNameServer } from '../../../envoy/test/name-server.mjs';
import { rounded } from '../../commands/test/figures.mjs';
import { EXPIRED, VALID } from '../certificates.mjs';
import { readRssBytes } from '../stack.mjs';
import { startSilentProxy } from './silent-proxy.mjs';
import { callDuring, SLOW_MS, startStage } from './stage.mjs';

const AWAY_MS = 500;
const STEP_MS = 2000;
/** As deployed: Envoy stops using a server once two of its checks, 2 s apart, have failed. */
const DRAIN = ['--drain-delay-ms', '5000', '--drain-grace-ms', '5000'];

/**
 * @typedef {{ seconds: number }} Profile `seconds`: how long a silent server stays silent, twice as long as other faults
 * @typedef {{ results: Awaited<ReturnType<typeof callDuring>>, also?: string, met?: boolean }} Outcome `also`: other observations;
 *   `met`: whether they are right
 * @typedef {{ name: string, run: (profile: Profile) => Promise<Outcome> }} Fault
 */

/**
 * @param {Parameters<typeof startStage>[0]} options
 * @param {(stage: import('./stage.mjs').Stage) => Promise<void>} fault
 * @returns {Promise<Outcome['results']>}
 */
async function onStage(options, fault) {
  const stage = await startStage(options);
  try {
    return await callDuring(stage, () => fault(stage));
  } finally {
    await stage.stop();
  }
}

/** @type {Fault} */
const killServer = {
  name: 'kill: SIGKILL of one of two servers, started again',
  run: async () => ({
    results: await onStage({}, async ({ pair }) => {
      await pair.servers[0]?.kill();
      await delay(AWAY_MS);
      await pair.restart(0);
    }),
  }),
};

/** @type {Fault} */
const drainServer = {
  name: 'drain: SIGTERM to one of two servers, started again',
  run: async () => {
    /** @type {unknown} */
    let code;
    const results = await onStage({ flags: DRAIN }, async ({ pair }) => {
      const [server] = pair.servers;
      process.kill(server?.pid ?? 0, 'SIGTERM');
      [code] = (await server?.ended) ?? [];
      await pair.restart(0);
    });
    return { results, also: `it ended with ${String(code)}`, met: code === 0 && results.plain.failed === 0 };
  },
};

/** @type {Fault} */
const stopServer = {
  name: 'stop: SIGSTOP of one of two servers, and SIGCONT',
  run: async ({ seconds }) => ({
    results: await onStage({}, async ({ pair }) => {
      const pid = pair.servers[0]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      await delay(seconds * 1000);
      process.kill(pid, 'SIGCONT');
    }),
  }),
};

/** @type {Fault} */
const partition = {
  name: 'partition: the network to one of two servers carries nothing, and then new connections again',
  run: async ({ seconds }) => {
    /** @type {Awaited<ReturnType<typeof startSilentProxy>> | undefined} */
    let proxy;
    const route = async (/** @type {string[]} */ [first = '', ...others]) => {
      proxy = await startSilentProxy(first);
      return [proxy.address, ...others];
    };
    try {
      const results = await onStage({ route }, async () => {
        proxy?.silence();
        await delay(seconds * 1000);
        proxy?.heal();
      });
      return { results };
    } finally {
      proxy?.close();
    }
  },
};

/** @type {Fault} */
const stalledLogs = {
  name: 'slow disk of logs: no one reads the logs of both servers and of Envoy',
  run: async ({ seconds }) => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    const path = join(folder, 'log');
    execFileSync('mkfifo', [path]);
    const log = createReadStream(path);
    log.resume();
    const stream = "'@type': type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog";
    const file = `'@type': type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
                      path: ${path}`;
    const edits = /** @type {const} */ ([
      ['envoy.access_loggers.stdout', 'envoy.access_loggers.file'],
      [stream, file],
    ]);
    let grown = '';
    try {
      const results = await onStage({ edits }, async ({ pair, envoy }) => {
        const pids = { Envoy: envoy.pid, 'a server': pair.servers[0]?.pid ?? 0 };
        const before = Object.values(pids).map(readRssBytes);
        const outputs = [log, ...pair.servers.map(({ output }) => output)];
        for (const output of outputs) output.pause();
        await delay(seconds * 500);
        grown = Object.entries(pids)
          .map(([name, pid], index) => `${name} ${mebibytes(readRssBytes(pid) - (before[index] ?? NaN))}`)
          .join(', ');
        for (const output of outputs) output.resume();
      });
      return { results, also: `memory in the meantime: ${grown}` };
    } finally {
      log.destroy();
      rmSync(folder, { recursive: true });
    }
  },
};

/** @param {number} bytes */
const mebibytes = (bytes) => `${bytes < 0 ? '−' : '+'}${Math.abs(bytes / 2 ** 20).toFixed(0)} MiB`;

/** @type {Fault} */
const namesOfServers = {
  name: "DNS outage: Envoy's name server stops answering",
  run: async ({ seconds }) => {
    const names = await startNameServer(['127.0.0.1']);
    try {
      const edits = /** @type {const} */ ([['dns_refresh_rate: 5s', useNameServer(names.port)]]);
      const route = async (/** @type {string[]} */ addresses) =>
        addresses.map((address) => address.replace('127.0.0.1', 'servers.example'));
      let asked = 0;
      const results = await onStage({ edits, route }, async () => {
        const before = names.asked;
        names.addresses = undefined;
        await delay(seconds * 500);
        asked = names.asked - before;
        names.addresses = ['127.0.0.1'];
      });
      return { results, also: `${asked} questions without a response`, met: asked > 0 };
    } finally {
      names.close();
    }
  },
};

/** @type {Fault} */
const clockStep = {
  name: 'clock step: the clocks of both servers go an hour ahead, then an hour back, then right',
  run: async () => {
    const execArgv = ['--import', new URL('shifted-clock.mjs', import.meta.url).href];
    const results = await onStage({ execArgv }, async ({ pair }) => {
      for (let step = 0; step < 3; step += 1) {
        for (const { pid } of pair.servers) process.kill(pid, 'SIGUSR2');
        await delay(STEP_MS);
      }
    });
    return { results };
  },
};

/** @type {Fault} */
const expiry = {
  name: "certificate expiry: Envoy's certificate has expired, and is renewed",
  run: async () => {
    /** @type {string[]} */
    const handshakes = [];
    const results = await onStage({}, async ({ mounted, envoy }) => {
      const handshake = () => tryHandshake(envoy.port);
      handshakes.push(await handshake());
      mounted.renew(EXPIRED);
      const deadline = performance.now() + 30_000;
      while ((await handshake()) === 'accepted' && performance.now() < deadline) await delay(100);
      handshakes.push(await handshake());
      await delay(STEP_MS);
      mounted.renew(VALID);
      while ((await handshake()) !== 'accepted' && performance.now() < deadline) await delay(100);
      handshakes.push(await handshake());
    });
    const [before, during = '', after] = handshakes;
    const met = before === 'accepted' && during !== 'accepted' && after === 'accepted';
    return { results, also: `new connections: ${handshakes.join(', then ')}`, met };
  },
};

/** @param {number} port @returns {Promise<string>} `accepted`, or the error's code */
function tryHandshake(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: VALID.cert, ALPNProtocols: ['h2'] });
    socket.once('secureConnect', () => resolve('accepted'));
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    socket.once('close', () => resolve('closed'));
    socket.once('secureConnect', () => socket.destroy());
  });
}

/** Each fault, in the order of the table. */
const FAULTS = [killServer, drainServer, stopServer, partition, stalledLogs, namesOfServers, clockStep, expiry];

/** @param {import('../load.mjs').Result} result */
function describe({ answered, wrong, failed, lost, slow, longest, errors }) {
  const frequent = Object.entries(errors).toSorted(([, one], [, other]) => other - one)[0];
  const error = frequent === undefined ? '' : ` (most: ${frequent[0].slice(0, 80)})`;
  return `${rounded(answered)} right, ${wrong} wrong, ${failed + lost} lost${error}, ${slow} slow, the longest ${rounded(longest / 1000)} s`;
}

/**
 * @param {{ faultSeconds: number }} profile
 * @returns {Promise<import('../../commands/test/figures.mjs').Figure[]>}
 */
export async function faults({ faultSeconds }) {
  // Signals and named pipes, without which half of the faults don't exist.
  if (process.platform === 'win32') return [{ what: 'faults', measured: 'not measured on Windows' }];
  /** @type {import('../../commands/test/figures.mjs').Figure[]} */
  const figures = [];
  for (const { name, run } of FAULTS) {
    const { results, also = '', met = true } = await run({ seconds: faultSeconds });
    const { safe, plain } = results;
    const others = also === '' ? '' : `, ${also}`;
    const kept = safe.failed + safe.lost + safe.wrong + plain.wrong + plain.lost === 0;
    figures.push({
      what: name,
      bar: `none wrong; of calls that may run twice none lost`,
      measured: `those that may run twice ${describe(safe)}; others ${describe(plain)}${others}`,
      met: met && kept && Math.min(safe.answered, plain.answered) > 0,
    });
  }
  return [...figures, { what: 'faults: a call is slow', measured: `beyond ${SLOW_MS} ms` }];
}
