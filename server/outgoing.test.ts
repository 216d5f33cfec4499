/** The server makes no outgoing request on behalf of a caller: by the modules that it is built of, and by what it does. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../dev/commands/build.mjs';
import { grpcCaller, grpcWebCaller, type RequestFields } from './test/callers.js';
import { claims, formatKeys, makeSigner, sign, type Signer } from './test/signers.js';

await build(['lib', 'server'], console.error);
const dist = fileURLToPath(new URL('dist/', import.meta.url));

/** Modules that can open a connection: their exports that the server uses, and why none of these does so for a caller. */
const connecting = {
  'node:http': {
    names: ['createServer', 'validateHeaderName', 'validateHeaderValue'],
    because: 'It listens. The others check texts.',
  },
  'node:tls': { names: ['createSecureContext'], because: 'It checks certificates.' },
  'node:https': { names: ['createServer'], because: 'It listens.' },
  'node:http2': { names: ['constants'], because: 'They are numbers.' },
  'node:worker_threads': { names: ['Worker', 'parentPort', 'workerData'], because: 'The thread of the health port; its file is an entry below.' },
  piscina: {
    names: ['Piscina', 'queueOptionsSymbol'],
    because: 'Threads of tasks, by callers; their file is an entry below.',
  },
  '@grpc/grpc-js': {
    names: ['Metadata', 'Server', 'ServerCredentials', 'ServerInterceptingCall', 'experimental', 'setLogger', 'status'],
    because: 'It listens; of `experimental` it uses the credentials of a server.',
  },
  '@connectrpc/connect-node': {
    names: ['compressionBrotli', 'compressionGzip', 'universalRequestFromNodeRequest', 'universalResponseToNodeResponse'],
    because: 'They read requests and write responses.',
  },
  'prom-client': { names: ['Counter', 'Gauge', 'Registry', 'collectDefaultMetrics'], because: 'They count.' },
  jose: { names: ['createLocalJWKSet', 'createRemoteJWKSet', 'customFetch', 'jwtVerify'], because: 'JWKS, by the fetch below.' },
  '@opentelemetry/exporter-trace-otlp-proto': { names: ['*'], because: 'OTLP, to the collector that the operator names.' },
} as const; // prettier-ignore

/** Modules that connect to nothing. */
const silent = [
  '@bufbuild/protobuf', '@bufbuild/protobuf/reflect', '@bufbuild/protobuf/wire', '@bufbuild/protobuf/wkt', '@connectrpc/connect',
  '@discoveryjs/json-ext', '@grpc/reflection', '@opentelemetry/api', '@opentelemetry/resources', '@opentelemetry/sdk-trace-base',
  'endpoint.js', 'endpoint.js/json', 'endpoint.js/uri-template', 'grpc-health-check', 'node:crypto', 'node:events', 'node:fs', 'node:os',
  'node:path', 'node:timers/promises', 'node:util', 'node:util/types',
]; // prettier-ignore

/**
 * The files that serve: of the package, of the command, of its threads. `launch.js` and its `guard.js` aren't among them: they start this
 * command and Envoy, which they may download before, and get no call.
 */
const entries = ['index.js', 'main.js', 'pool-worker.js', 'health-thread.js'];

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Visits the nodes of a syntax tree, each with those around it, the nearest first. */
function walk(node: Node, visit: (node: Node, around: readonly Node[]) => void, around: readonly Node[] = []): void {
  visit(node, around);
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, visit, [node, ...around]);
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value']) : '');

/** Ways out, or to more modules, that need no import. */
const globals =
  /^(?:fetch|WebSocket|EventSource|XMLHttpRequest|require|createRequire|getBuiltinModule|eval|Function|binding|dlopen)$/;

/** Lists what a file imports, `*` for a module as a whole, and where it uses {@link globals}. */
function readFile(name: string) {
  const imports: [module: string, name: string][] = [];
  const uses: string[] = [];
  walk(parseAst(readFileSync(join(dist, name), 'utf8')) as unknown as Node, (node, around) => {
    const source = nameOf(node['source']);
    if (/^(?:Import|ExportNamed|ExportAll)(?:Declaration)$/.test(node.type) && isNode(node['source'])) {
      const specifiers = (node['specifiers'] ?? []) as Node[];
      const names = specifiers.map((specifier) => nameOf(specifier['imported'] ?? specifier['local']) || '*');
      imports.push(...(names.length === 0 ? ['*'] : names).map((imported): [string, string] => [source, imported]));
    } else if (node.type === 'ImportExpression') {
      const pattern = around[0]?.type === 'AwaitExpression' ? around[1]?.['id'] : undefined;
      const members =
        isNode(pattern) && pattern.type === 'ObjectPattern' ? (pattern['properties'] as Node[]) : undefined;
      imports.push(
        ...(members?.map((member) => nameOf(member['key'])) ?? ['*']).map((imported): [string, string] => [
          source,
          imported,
        ]),
      );
    } else if (node.type === 'Identifier' && globals.test(nameOf(node))) {
      const place = around.find(({ type }) => type === 'FunctionDeclaration');
      uses.push(`${nameOf(node)} in ${nameOf(place?.['id'])}`);
    }
  });
  return { imports, uses };
}

/** Reads files, and all that they import of the package. */
function readFiles(names: readonly string[]) {
  const files = new Set(names);
  const used = new Map<string, Set<string>>();
  const uses: string[] = [];
  for (const file of files) {
    const read = readFile(file);
    uses.push(...read.uses);
    for (const [module, name] of read.imports) {
      if (module.startsWith('./')) files.add(module.slice(2));
      else used.set(module, (used.get(module) ?? new Set()).add(name));
    }
  }
  return { files, used, uses };
}

describe('the modules of the built server', () => {
  const { files, used, uses } = readFiles(entries);

  it('are all of its files, except the launcher’s', () => {
    const all = new Set([...files, ...readFiles(['launch.js', 'guard.js']).files]);
    expect([...all].toSorted()).toEqual(readdirSync(dist).filter((name) => name.endsWith('.js')));
    expect(files.has('launch.js')).toBe(false);
  });

  it.each(Object.entries(connecting))('use of %s what opens no connection for a caller', (module, { names }) => {
    expect([...(used.get(module) ?? [])].toSorted()).toEqual(names);
  });

  it('otherwise import modules that connect to nothing', () => {
    expect([...used.keys()].filter((module) => !(module in connecting)).toSorted()).toEqual(silent);
  });

  it('fetch the keys of JWTs and nothing else, and import by name only', () => {
    expect(uses).toEqual(['fetch in fetchKeys']);
  });
});

interface Recorded {
  readonly event: string;
  readonly details: readonly string[];
}

describe('a server process', () => {
  let folder = '';
  let signer: Signer;
  const cleanups: (() => unknown)[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    signer = await makeSigner('key');
  });
  afterEach(async () => {
    while (cleanups.length > 0) await cleanups.pop()?.();
  });

  /** Listens for what the server should not do; responds to each request with the keys. */
  async function startCanary(): Promise<{ authority: string; connections: () => number }> {
    let connections = 0;
    const body = formatKeys(signer);
    const server = createTcpServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
      socket.once('data', () => socket.end(head + body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    return { authority: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
  }

  async function startGuarded(flags: readonly string[]) {
    const file = join(folder, 'recorded');
    writeFileSync(file, '');
    const guard = new URL('test/outgoing-guard.mjs', import.meta.url);
    guard.searchParams.set('file', pathToFileURL(file).href);
    const child = fork(join(dist, 'main.js'), ['--port', '0', '--gateway-port', '0', '--health-port', '0', ...flags], {
      execArgv: ['--import', guard.href],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    cleanups.push(() => child.kill('SIGKILL'));
    if (!child.stdout) throw new Error('The server has no output.');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { grpc, gateway } = JSON.parse(line) as { grpc: string; gateway: string };
    const read = (event?: string): Recorded[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text) as Recorded)
        .filter((recorded) => event === undefined || recorded.event === event);
    // To listen, Node looks up even an address.
    const started = read().length;
    const direct = grpcCaller(grpc);
    cleanups.push(() => direct.close());
    const recorded = (): Recorded[] => read().slice(started).filter(({ event }) => event !== 'guards'); // prettier-ignore
    return { callers: [direct, grpcWebCaller(gateway)] as const, recorded, guards: () => read('guards') };
  }

  const jwtFlags = ['--jwt-issuer', 'https://issuer.test', '--jwt-audience', 'calls', '--jwt-jwks'];

  it('connects to nothing, whatever its callers send', async () => {
    const canary = await startCanary();
    const keys = join(folder, 'keys');
    writeFileSync(keys, formatKeys(signer));
    const { callers, recorded, guards } = await startGuarded([...jwtFlags, keys]);
    const urls = [
      `http://${canary.authority}/a`,
      `https://${canary.authority}/`,
      'http://canary.invalid/',
      `//${canary.authority}`,
    ];
    // A token that names places for its keys (RFC 7515, section 4.1).
    const places = { jku: urls[0], x5u: urls[0] };
    const authorizations = [`Bearer ${await sign(signer)}`, `Bearer ${await sign(signer, claims(), places)}`] as const;
    const { response } = await callers[0].call(
      { code: 'operations' },
      { metadata: { authorization: authorizations[0] } },
    );
    const operations: { name: string }[] = JSON.parse(response?.message ?? '');
    expect(operations.length).toBeGreaterThan(3);
    const requests = urls.flatMap((url): RequestFields[] => {
      const options = {
        baseUrl: url,
        method: 'POST',
        headers: { host: url, referer: url },
        data: { url },
        request: { url },
      };
      const str2s = ['', JSON.stringify(options), JSON.stringify({ a: url, padding: 'x'.repeat(70_000) })];
      return [...operations.map(({ name }) => name), 'send', url].flatMap((code) =>
        str2s.flatMap((str2) => [`GET ${url}`, '{+a}'].map((str1) => ({ code, str1, str2 }))),
      );
    });
    const codes = new Set<number>();
    for (const [index, request] of requests.entries()) {
      const url = urls[index % urls.length] ?? '';
      const metadata = {
        authorization: authorizations[index % 2 ? 1 : 0], referer: url, 'x-forwarded-host': url, forwarded: `host=${url}`, traceparent: url, 'x-request-id': url,
      }; // prettier-ignore
      for (const caller of callers) codes.add((await caller.call(request, { metadata })).code);
    }
    // All of them are understood as calls.
    expect([...codes]).toEqual([0]);
    // The serving thread, the health port's, and one at least of long tasks.
    expect(guards().length).toBeGreaterThan(2);
    expect(recorded()).toEqual([]);
    expect(canary.connections()).toBe(0);
  });

  it('is seen where it does connect: to the keys of JWTs, and to the collector of traces', async () => {
    const [issuer, collector] = [await startCanary(), await startCanary()];
    const flags = [...jwtFlags, `http://${issuer.authority}/keys`, '--otlp-endpoint', `http://${collector.authority}`];
    const { callers, recorded } = await startGuarded(flags);
    const metadata = { authorization: `Bearer ${await sign(signer)}` };
    expect((await callers[0].call({ code: 'echo' }, { metadata })).code).toBe(0);
    await expect.poll(collector.connections).toBeGreaterThan(0);
    expect(issuer.connections()).toBe(1);
    const connected = recorded().filter(({ event }) => event === 'connect');
    for (const { authority } of [issuer, collector]) {
      const port = authority.split(':')[1] ?? '';
      expect(connected.some(({ details }) => details.join().includes(port))).toBe(true);
    }
  });
});
