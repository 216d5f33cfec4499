/** envoy.production.yaml in a test: that very file, with ports, certificate and servers of the test's own. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { deriveConfig } from '../config.mjs';
import { startWithConfig } from '../launcher/launch.mjs';
import * as certificates from '../../server/test/certificate.js';
import { envoyPath, FIND_MS, noEnvoy, port } from './envoy.js';
import { type Handler, startUpstream, type Upstream } from './upstream.js';
import { openWire, requestBytes } from './wire.js';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

export const PRODUCTION = read('envoy.production.yaml');
const CERTIFICATE = read('certificate.yaml');
export const ORIGIN = 'https://app.example.com';

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A certificate as a mounted secret has it. */
export interface CertificateFolder {
  /** The file for `<certificate>`. */
  readonly config: string;
  /** Puts another one in its place, in one step. */
  renew(pair: Pair): void;
  remove(): void;
}

/** Replaces a text that must be there exactly once. */
export function edited(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`"${from}" must be there once; it is there ${parts.length - 1} times.`);
  return parts.join(to);
}

/** The files through a link to a folder, which is what is replaced, as Kubernetes does it. */
export function certificateFolder(first: Pair): CertificateFolder {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const mounted = join(root, 'tls');
  mkdirSync(mounted);
  let version = 0;
  const renew = ({ cert, key }: Pair): void => {
    version += 1;
    mkdirSync(join(mounted, `..${version}`));
    writeFileSync(join(mounted, `..${version}`, 'tls.crt'), cert);
    writeFileSync(join(mounted, `..${version}`, 'tls.key'), key);
    symlinkSync(`..${version}`, join(mounted, '..new'));
    renameSync(join(mounted, '..new'), join(mounted, '..data'));
  };
  renew(first);
  for (const name of ['tls.crt', 'tls.key']) symlinkSync(join('..data', name), join(mounted, name));
  const config = join(root, 'certificate.yaml');
  writeFileSync(config, CERTIFICATE.replaceAll('/etc/envoy/tls', mounted));
  return { config, renew, remove: () => rmSync(root, { recursive: true }) };
}

/** Edits for tests that call more often than one client should. */
export const NO_RATE = [
  '{ max_tokens: 200, tokens_per_fill: 200,',
  '{ max_tokens: 100000, tokens_per_fill: 100000,',
] as const;
/** Edits that leave what health checks would find out to the rest. */
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
  /** Settings to make a limit reachable in a test: text of the file, and what takes its place. */
  readonly edits?: readonly (readonly [from: string, to: string])[];
  /** Any free ones when left out. */
  readonly listen?: number;
  /** Its threads, each with connections of its own; two when left out. */
  readonly concurrency?: number;
  readonly args?: readonly string[];
}

export function productionConfig(options: ProductionOptions, ports: { port: number; adminPort: number }): string {
  const { certificate, servers, edits = [] } = options;
  const placed = edited(PRODUCTION, '/etc/envoy/certificate.yaml', certificate);
  const derived = deriveConfig({ ...ports, servers, origins: [ORIGIN] }, placed);
  return edits.reduce((text, [from, to]) => edited(text, from, to), derived);
}

/** Starts Envoy with it. */
export async function startProduction(options: ProductionOptions) {
  const ports = { port: options.listen ?? (await port()), adminPort: await port() };
  const lines: string[] = [];
  const envoy = await startWithConfig({
    path: await envoyPath(),
    config: productionConfig(options, ports),
    ...ports,
    concurrency: options.concurrency,
    args: options.args ?? [],
    log: (line) => lines.push(line),
  });
  const admin = async (path: string, method = 'GET'): Promise<string> =>
    (await fetch(`http://127.0.0.1:${ports.adminPort}${path}`, { method })).text();
  /** A counter or gauge by its whole name. */
  const stat = async (name: string): Promise<number> => {
    const found = new RegExp(`^${name.replaceAll('.', '\\.')}: (\\d+)$`, 'm').exec(
      await admin(`/stats?filter=${name}`),
    );
    if (!found) throw new Error(`Envoy has no ${name}.`);
    return Number(found[1]);
  };
  return { ...envoy, url: `https://127.0.0.1:${ports.port}`, port: ports.port, lines, admin, stat };
}

export type Production = Awaited<ReturnType<typeof startProduction>>;

const CALLS_OF_CONNECTION = 10;

/** The gRPC statuses of calls, one after the other, some on each connection: so all threads of Envoy get calls. */
export async function statuses(envoy: Production, count: number): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  while (found.length < count) {
    const wire = await openWire(envoy.url);
    for (let i = 0; i < CALLS_OF_CONNECTION && found.length < count; i += 1) {
      wire.send(requestBytes({}));
      found.push((await wire.answer()).grpcStatus);
    }
    wire.close();
  }
  return found;
}
/** What `statuses` finds where all goes well. */
export const zeros = (count: number): number[] => Array<number>(count).fill(0);

/** What tests start, with one certificate for all. */
export interface Stage {
  readonly certificate: CertificateFolder;
  /** Starts upstreams and an Envoy before them. */
  started(
    handlers: readonly Handler[],
    options?: Omit<ProductionOptions, 'certificate' | 'servers'>,
  ): Promise<{ envoy: Production; upstreams: Upstream[] }>;
  /** Starts an upstream. */
  upstream(handler: Handler, listen?: string): Promise<Upstream>;
  /** Starts an Envoy before servers that are there. */
  envoyBefore(servers: readonly string[], edits: ProductionOptions['edits']): Promise<Production>;
  /** Runs when the stage is cleared. */
  later(cleanup: () => unknown): void;
  /** Ends what was started. */
  readonly clear: () => Promise<void>;
}

/** A stage for the tests of a file; it is cleared after all of them, or when the file says. */
export function useStage(): Stage {
  let certificate: CertificateFolder | undefined;
  const cleanups: (() => unknown)[] = [];
  const folder = (): CertificateFolder => {
    if (!certificate) throw new Error('The stage was not opened.');
    return certificate;
  };
  const upstream: Stage['upstream'] = async (handler, listen) => {
    const started = await startUpstream(handler, listen);
    cleanups.push(() => started.server.forceShutdown());
    return started;
  };
  const start = async (options: Omit<ProductionOptions, 'certificate'>): Promise<Production> => {
    const envoy = await startProduction({ certificate: folder().config, ...options });
    cleanups.push(() => envoy.stop());
    return envoy;
  };
  const clear = async (): Promise<void> => {
    while (cleanups.length > 0) await cleanups.pop()?.();
  };
  beforeAll(async () => {
    if (noEnvoy) return;
    certificate = certificateFolder(certificates);
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
    started: async (handlers, options = {}) => {
      const upstreams = await Promise.all(handlers.map((handler) => upstream(handler)));
      const servers = upstreams.map(({ address }) => address);
      return { envoy: await start({ servers, ...options }), upstreams };
    },
    upstream,
    envoyBefore: (servers, edits) => start({ servers, ...(edits && { edits }) }),
    later: (cleanup) => void cleanups.push(cleanup),
    clear,
  };
}
