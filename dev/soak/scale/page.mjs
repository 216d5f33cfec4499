/** The tables of docs/guides/capacity.md, which are computed from capacity.json. */
import { significant } from './statistics.mjs';
import { withSpread } from './model.mjs';

/** @typedef {import('./model.mjs').Figures} Figures */

/** The place of a table in the page: its cells are aligned by the formatter. */
const MARKED = /(<!-- table: (\w+) -->\n)[^]*?(<!-- end -->)/g;

/** What a million calls a second are planned with. */
const PLAN = {
  calls: 1_000_000,
  /** Of each core: when one of three zones is lost, the others are at 90 %. */
  use: 0.6,
  zones: 3,
  /** Of an Envoy. */
  cores: 4,
  /** Of an Envoy, as envoy.production.yaml has it. */
  connections: 8000,
  /** Seconds between two calls of a page. */
  pause: 10,
  /** Milliseconds of a call. */
  time: 5,
};

const SETUPS = {
  bare: 'a bare grpc-js echo, for comparison',
  server: 'the server, gRPC',
  workers2: 'two workers, gRPC',
  workers4: 'four workers, gRPC',
  envoy1: 'Envoy and one server, gRPC over TLS',
  envoy2: 'Envoy and two servers, gRPC over TLS',
  envoy3: 'Envoy and three servers, gRPC over TLS',
  envoyWeb: 'Envoy and one server, gRPC-Web over TLS',
  ghz: 'the server, gRPC, load by ghz',
};

const BYTES = {
  callerToEnvoy: 'caller → Envoy, inside TLS',
  envoyToCaller: 'Envoy → caller, inside TLS',
  envoyToServer: 'Envoy → server',
  serverToEnvoy: 'server → Envoy',
  serverLog: "the server's log",
  envoyLog: "Envoy's log",
};

/** @param {number} value */
const count = (value) => value.toLocaleString('en', { maximumFractionDigits: 0 });
/** @param {number} share */
const percent = (share) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(0)} %`.replace('-', '−');

/** The model's figures: a server's time of a direct call, and of one through Envoy, and Envoy's. @param {Figures} figures */
export function readModel({ setups }) {
  const direct = setups['server']?.server;
  const { server, envoy } = setups['envoy1'] ?? {};
  if (direct === undefined || server === undefined || envoy === undefined)
    throw new Error('capacity.json has no time of the server or of Envoy.');
  return { direct, server, envoy };
}

/**
 * What a number of calls a second needs.
 *
 * @param {Figures} figures
 * @param {typeof PLAN} options
 */
export function plan(figures, { calls, use, zones, cores, connections, pause, time }) {
  const { server, envoy } = readModel(figures);
  const upToZones = (/** @type {number} */ number) => Math.ceil(number / zones) * zones;
  const processes = upToZones((calls * server.median) / 1e6 / use);
  const envoys = upToZones((calls * envoy.median) / 1e6 / use / cores);
  const bytes = figures.bytes['grpcWeb'] ?? {};
  const outside = (bytes['callerToEnvoy'] ?? NaN) + (bytes['envoyToCaller'] ?? NaN);
  const logs = (bytes['serverLog'] ?? NaN) + (bytes['envoyLog'] ?? NaN);
  return {
    processes,
    envoys,
    cores: processes + envoys * cores,
    callsOfEnvoy: calls / envoys,
    atOnceOfEnvoy: (calls * time) / 1000 / envoys,
    gigabitsOutside: (calls * outside * 8) / 1e9,
    megabytesOfLogs: (calls * logs) / 1e6,
    pages: calls * pause,
    envoysOfPages: upToZones((calls * pause) / connections),
    gibibytesOfPages: (calls * pause * figures.connections.envoy) / 2 ** 30,
    coreHoursOfMillion: (server.median + envoy.median) / use / 3600,
  };
}

/** @typedef {readonly (readonly string[])[]} Table the first row is the head */

/** @param {Figures} figures @returns {Record<string, Table>} */
export function createTables(figures) {
  const { setups, shares, bytes, connections, predictions } = figures;
  const { direct, server, envoy } = readModel(figures);
  const measured = Object.entries(SETUPS)
    .filter(([name]) => setups[name] !== undefined)
    .map(([name, title]) => {
      const { rate, server: ofServers, envoy: ofEnvoy, client } = setups[name] ?? {};
      return [title, withSpread(rate), withSpread(ofServers), withSpread(ofEnvoy), withSpread(client)];
    });
  const inverse = (/** @type {import('./statistics.mjs').Measured} */ { median, low, high }) =>
    withSpread({ median: significant(1e6 / median), low: 1e6 / high, high: 1e6 / low });
  const errors = predictions.map(({ name, predicted, measured: real, error }) => [
    SETUPS[/** @type {keyof typeof SETUPS} */ (name)],
    `${predicted} µs`,
    `${real} µs`,
    percent(error),
  ]);
  return {
    measured: [
      ['set-up', 'calls a second', 'µs of servers a call', 'µs of Envoy a call', 'µs of the load generator'],
      ...measured,
    ],
    model: [
      ['figure', 'value'],
      ["calls of a server's core", inverse(direct)],
      ["calls of a server's core, behind Envoy", inverse(server)],
      ["calls of an Envoy's core", inverse(envoy)],
      ['the server, of a bare echo', withSpread(shares['server'])],
      ['each of two workers, of one process', withSpread(shares['workers2'])],
      ['each of four workers, of one process', withSpread(shares['workers4'])],
      ['through Envoy, of direct calls', withSpread(shares['envoy'])],
      ['memory of a connection without calls: server', `${(connections.server / 1024).toFixed(0)} KiB`],
      ['memory of a connection without calls: Envoy, with TLS', `${(connections.envoy / 1024).toFixed(0)} KiB`],
    ],
    errors: [['set-up', 'predicted', 'measured', 'error'], ...errors],
    bytes: [
      ['bytes of a call', 'gRPC', 'gRPC-Web'],
      ...Object.entries(BYTES).map(([name, title]) => [
        title,
        `${bytes['grpc']?.[name] ?? '–'}`,
        `${bytes['grpcWeb']?.[name] ?? '–'}`,
      ]),
    ],
    plan: createPlan(figures),
  };
}

/** @param {Figures} figures @returns {Table} */
function createPlan(figures) {
  const { server, envoy } = readModel(figures);
  const needs = plan(figures, PLAN);
  const { calls, use, zones, cores, connections, pause, time } = PLAN;
  const [callsText, useText] = [count(calls), `${use * 100} %`];
  return [
    ['part', 'arithmetic', 'number'],
    [
      'server processes',
      `${callsText} × ${server.median} µs ÷ ${useText}`,
      `${needs.processes}: ${needs.processes / zones} in each of ${zones} zones`,
    ],
    [
      'Envoys',
      `${callsText} × ${envoy.median} µs ÷ ${useText} ÷ ${cores} cores`,
      `${needs.envoys}: ${needs.envoys / zones} in each zone`,
    ],
    [
      'calls of an Envoy',
      `${callsText} ÷ ${needs.envoys}`,
      `${count(needs.callsOfEnvoy)} a second: raise \`tokens_per_fill\``,
    ],
    ['calls at once of an Envoy', `× ${time} ms`, `${count(needs.atOnceOfEnvoy)}: \`max_requests\` 2,000 suffices`],
    [
      'network outside',
      `${callsText} × bytes of a call, without TLS and TCP`,
      `${needs.gigabitsOutside.toFixed(1)} Gbit/s`,
    ],
    ['logs', `${callsText} × bytes of both logs`, `${count(needs.megabytesOfLogs)} MB a second: sample them`],
    [
      'cost',
      `(${server.median} + ${envoy.median}) µs ÷ ${useText}`,
      `${needs.coreHoursOfMillion.toFixed(3)} core-hours for a million calls`,
    ],
    [
      'cores',
      `${needs.processes} + ${needs.envoys} × ${cores}`,
      `${count(needs.cores)}; an hour costs ${count(needs.cores)} × your price of a core-hour`,
    ],
    ['pages instead, a call every 10 s', `${callsText} × ${pause} s`, `${count(needs.pages)} connections`],
    [
      'Envoys for them',
      `÷ ${count(connections)}`,
      `${count(needs.envoysOfPages)}, with ${count(needs.gibibytesOfPages)} GiB for connections`,
    ],
  ];
}

/** @param {Table} rows */
function formatTable([head = [], ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * @param {string} page
 * @param {Figures} figures
 * @returns {string} the page with the tables of the figures
 */
export function writeTables(page, figures) {
  const tables = createTables(figures);
  return page.replaceAll(MARKED, (_, start, name, end) => `${start}\n${formatTable(tables[name] ?? [])}\n\n${end}`);
}

/**
 * @param {string} page
 * @param {Figures} figures
 * @returns {string[]} a sentence for each row that differs from the figures, and for each table that is missing
 */
export function compareTables(page, figures) {
  const inPage = new Map([...page.matchAll(MARKED)].map(([text, , name]) => [name, readRows(text)]));
  return Object.entries(createTables(figures)).flatMap(([name, table]) => {
    const rows = inPage.get(name);
    if (rows === undefined) return [`The page has no table "${name}".`];
    const expected = readRows(formatTable(table));
    const length = Math.max(rows.length, expected.length);
    return Array.from({ length }, (_, index) => [rows[index], expected[index]])
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => `${name}: the page has "${one}", the figures "${other}".`);
  });
}

/** The cells of each row but the rule under the head. @param {string} text */
const readRows = (text) =>
  Array.from(text.matchAll(/^\|(.*)\|$/gm), ([, line = '']) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  ).filter((line) => !/^[-: |]+$/.test(line));
