/** envoy.production.yaml under test: that very file, with the test's own ports, certificate and servers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { deriveConfig } from '../config.mjs';
import { startWithConfig } from '../launcher/envoy.mjs';
import * as certificates from '../../server/test/certificate.js';
import { mountFolder } from '../../server/test/mounted-folder.mjs';
import { envoyPath, FIND_MS, noEnvoy, port, readStat, replaceOnce, requestAdmin, collectCleanups } from './envoy.js';
import { type Handler, startUpstream, type Upstream } from './upstream.js';
import { openWire, requestBytes } from './wire.js';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

export const PRODUCTION = read('../envoy.production.yaml');
const CERTIFICATE = read('../certificate.yaml');
export const ORIGIN = 'https://app.example.com';

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A certificate in the layout of a mounted secret. */
interface CertificateFolder {
  /** The path for `<certificate>`. */
  readonly config: string;
  /** Replaces it in one step. */
  renew(pair: Pair): void;
  remove(): void;
}

/** Mounts a certificate, with the file that names it for Envoy. */
export function createCertificateFolder(first: Pair): CertificateFolder {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const mounted = join(root, 'tls');
  const toFiles = ({ cert, key }: Pair) => ({ 'tls.crt': cert, 'tls.key': key });
  const replace = mountFolder(mounted, toFiles(first));
  const config = join(root, 'certificate.yaml');
  writeFileSync(config, CERTIFICATE.replaceAll('/etc/envoy/tls', mounted));
  return { config, renew: (pair) => replace(toFiles(pair)), remove: () => rmSync(root, { recursive: true }) };
}

/** Edits for tests that call more often than one client may. */
export const NO_RATE = [
  '{ max_tokens: 200, tokens_per_fill: 200,',
  '{ max_tokens: 100000, tokens_per_fill: 100000,',
] as const;
/** Edits that leave the detection of failures to everything but health checks. */
export const RARE_CHECKS = [
  ['\n          interval: 2s', '\n          interval: 60s'],
  ['no_traffic_interval: 2s', 'no_traffic_interval: 60s'],
] as const;
/** Edits for tests that wait for health checks. */
export const FREQUENT_CHECKS = [
  ['\n          interval: 2s', '\n          interval: 0.2s'],
  ['no_traffic_interval: 2s', 'no_traffic_interval: 0.2s'],
] as const;

export interface ProductionOptions {
  readonly certificate: string;
  readonly servers: readonly string[];
  /** Edits that make a limit reachable in a test: a text of the file, and its replacement. */
  readonly edits?: readonly (readonly [from: string, to: string])[];
  /** The listener's port; by default any free one. */
  readonly listen?: number;
  /** The number of threads, each with its own connections; by default two. */
  readonly concurrency?: number;
  readonly args?: readonly string[];
}

export function deriveProductionConfig(
  options: ProductionOptions,
  ports: { port: number; adminPort: number; metricsPort: number },
): string {
  const { certificate, servers, edits = [] } = options;
  const placed = replaceOnce(PRODUCTION, '/etc/envoy/certificate.yaml', certificate);
  const derived = deriveConfig({ ...ports, servers, origins: [ORIGIN] }, placed);
  return edits.reduce((text, [from, to]) => replaceOnce(text, from, to), derived);
}

/** Starts Envoy with envoy.production.yaml. */
export async function startProduction(options: ProductionOptions) {
  const ports = { port: options.listen ?? (await port()), adminPort: await port(), metricsPort: await port() };
  const lines: string[] = [];
  const envoy = await startWithConfig({
    path: await envoyPath(),
    config: deriveProductionConfig(options, ports),
    ...ports,
    concurrency: options.concurrency,
    args: options.args ?? [],
    log: (line) => lines.push(line),
  });
  const { adminPort } = ports;
  return {
    ...envoy,
    url: `https://127.0.0.1:${ports.port}`,
    port: ports.port,
    metrics: `http://127.0.0.1:${ports.metricsPort}/metrics`,
    lines,
    admin: (target: string, method?: string) => requestAdmin(adminPort, target, method),
    stat: (name: string) => readStat(adminPort, name),
  };
}

export type Production = Awaited<ReturnType<typeof startProduction>>;

const CALLS_PER_CONNECTION = 10;

/** The gRPC statuses of consecutive calls, a few on each connection, so that all threads of Envoy get calls. */
export async function collectStatuses(envoy: Production, count: number): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  while (statuses.length < count) {
    const wire = await openWire(envoy.url);
    for (let i = 0; i < CALLS_PER_CONNECTION && statuses.length < count; i += 1) {
      wire.send(requestBytes({}));
      statuses.push((await wire.response()).grpcStatus);
    }
    wire.close();
  }
  return statuses;
}

/** The statuses of calls that all succeed. */
export const allOk = (count: number): number[] => Array<number>(count).fill(0);

/** The servers and Envoys that tests start, with one certificate for all. */
export interface Stage {
  readonly certificate: CertificateFolder;
  /** Starts upstreams and an Envoy in front of them. */
  start(
    handlers: readonly Handler[],
    options?: Omit<ProductionOptions, 'certificate' | 'servers'>,
  ): Promise<{ envoy: Production; upstreams: Upstream[] }>;
  /** Starts an upstream. */
  startUpstream(handler: Handler, listen?: string): Promise<Upstream>;
  /** Starts an Envoy in front of existing servers. */
  startEnvoy(servers: readonly string[], edits: ProductionOptions['edits']): Promise<Production>;
  /** Runs when the stage is cleared. */
  defer(cleanup: () => unknown): void;
  /** Ends everything that was started. */
  readonly clear: () => Promise<void>;
}

/** Creates a stage for the tests of a file. It is cleared after all of them, or by `clear`. */
export function useStage(): Stage {
  let certificate: CertificateFolder | undefined;
  const { defer, clear } = collectCleanups();
  const folder = (): CertificateFolder => {
    if (!certificate) throw new Error('The stage has no certificate before the tests begin.');
    return certificate;
  };
  const addUpstream: Stage['startUpstream'] = async (handler, listen) => {
    const upstream = await startUpstream(handler, listen);
    defer(() => upstream.server.forceShutdown());
    return upstream;
  };
  const addEnvoy = async (options: Omit<ProductionOptions, 'certificate'>): Promise<Production> => {
    const envoy = await startProduction({ certificate: folder().config, ...options });
    defer(() => envoy.stop());
    return envoy;
  };
  beforeAll(async () => {
    if (noEnvoy) return;
    certificate = createCertificateFolder(certificates);
    await envoyPath();
  }, FIND_MS);
  afterAll(async () => {
    await clear();
    certificate?.remove();
  });
  return {
    get certificate() {
      return folder();
    },
    start: async (handlers, options = {}) => {
      const upstreams = await Promise.all(handlers.map((handler) => addUpstream(handler)));
      const servers = upstreams.map(({ address }) => address);
      return { envoy: await addEnvoy({ servers, ...options }), upstreams };
    },
    startUpstream: addUpstream,
    startEnvoy: (servers, edits) => addEnvoy({ servers, ...(edits && { edits }) }),
    defer,
    clear,
  };
}
