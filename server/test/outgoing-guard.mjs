/**
 * Loaded into a server before its modules (`--import`, with the path of a file as the query): writes a line into that file for each
 * thread that it guards, and for each outgoing connection, name lookup, datagram and process.
 */
import child_process from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import worker_threads from 'node:worker_threads';

const file = fileURLToPath(new URL(new URL(import.meta.url).searchParams.get('file') ?? ''));

/**
 * @param {string} event
 * @param {readonly unknown[]} details
 */
const record = (event, details = []) =>
  appendFileSync(file, `${JSON.stringify({ event, details: details.map(String) })}\n`);

/**
 * Records each call of a method, and makes it.
 *
 * @param {object} owner
 * @param {readonly string[]} names
 */
function watch(owner, names) {
  for (const name of names) {
    const method = Reflect.get(owner, name);
    /**
     * @this {unknown}
     * @param {unknown[]} args
     */
    function recorded(...args) {
      record(
        name,
        args.map((arg) => (typeof arg === 'object' ? JSON.stringify(arg) : arg)),
      );
      return Reflect.apply(method, this, args);
    }
    Reflect.set(owner, name, recorded);
  }
}

const lookups = [
  'lookup',
  'lookupService',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveSrv',
  'resolveTxt',
  'reverse',
];
// node:tls, node:http, node:https, node:http2 and fetch connect by this one.
watch(net.Socket.prototype, ['connect']);
watch(dgram.Socket.prototype, ['connect', 'send']);
watch(dns, lookups);
watch(dns.promises, lookups);
watch(child_process, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']);

// Threads of the server have none of its flags.
const { Worker } = worker_threads;
Reflect.set(
  worker_threads,
  'Worker',
  class extends Worker {
    /** @param {ConstructorParameters<typeof Worker>} args */
    constructor(...[path, options]) {
      super(path, { ...options, execArgv: [...(options?.execArgv ?? []), '--import', import.meta.url] });
    }
  },
);
syncBuiltinESMExports();
record('guards', [worker_threads.isMainThread ? 'main' : 'a thread']);
