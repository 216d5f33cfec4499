/** The Envoy that tests run. Tests without one fail, unless ENDPOINTJS_NO_ENVOY=1 says that there is none. */
import { afterAll } from 'vitest';
import { deriveConfig } from '../config.mjs';
import { startWithConfig } from '../launcher/envoy.mjs';
import { findEnvoy } from '../launcher/find.mjs';
import { freePort } from '../../process/ports.mjs';

export const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** The time to find Envoy, its first download included. */
export const FIND_MS = 400_000;

/** The origin of the page that may call. */
export const ORIGIN = 'http://localhost:5173';

let path: Promise<string> | undefined;

async function findPath(): Promise<string> {
  const found = await findEnvoy({ env: process.env, log: console.error });
  if ('path' in found) return found.path;
  throw new Error(`There is no Envoy to test with (${found.missing}); ENDPOINTJS_NO_ENVOY=1 skips these tests.`);
}

/** The path of Envoy, which is looked for once. */
export function envoyPath(): Promise<string> {
  return (path ??= findPath());
}

const reserved = new Set<number>();

/** A free port for this test alone. Concurrent processes search far from each other, below the ports that systems assign. */
export async function port(): Promise<number> {
  const free = await freePort(20_000 + ((process.pid * 101) % 12_000), reserved);
  reserved.add(free);
  return free;
}

/** Sends a request to the admin interface, and returns the body of the response. */
export async function requestAdmin(adminPort: number, target: string, method = 'GET'): Promise<string> {
  return (await fetch(`http://127.0.0.1:${adminPort}${target}`, { method })).text();
}

/** Reads a counter or gauge by its full name. */
export async function readStat(adminPort: number, name: string): Promise<number> {
  const stats = await requestAdmin(adminPort, `/stats?filter=${name}`);
  const match = new RegExp(`^${name.replaceAll('.', '\\.')}: (\\d+)$`, 'm').exec(stats);
  if (!match) throw new Error(`Envoy has no ${name}.`);
  return Number(match[1]);
}

/** Replaces a text that occurs exactly once. */
export function replaceOnce(text: string, from: string, to: string): string {
  const pieces = text.split(from);
  if (pieces.length !== 2) throw new Error(`"${from}" occurs ${pieces.length - 1} times; it must occur once.`);
  return pieces.join(to);
}

/** Defers work to the end of the tests of a file or block, or to `clear`; the last comes first. */
export function collectCleanups(): { defer: (cleanup: () => unknown) => void; clear: () => Promise<void> } {
  const cleanups: (() => unknown)[] = [];
  const clear = async (): Promise<void> => {
    while (cleanups.length > 0) await cleanups.pop()?.();
  };
  afterAll(clear);
  return { defer: (cleanup) => void cleanups.push(cleanup), clear };
}

interface TestEnvoyOptions {
  /** The gRPC servers, each `host:port`. */
  readonly servers: readonly string[];
  readonly origins?: readonly string[];
  /** The path of the program; by default, of the one that is used everywhere. */
  readonly path?: string;
  /** Edits the configuration before the start. */
  readonly edit?: (config: string) => string;
}

/** A running Envoy. */
export type TestEnvoy = Awaited<ReturnType<typeof startTestEnvoy>>;

/** Starts Envoy with envoy.yaml in front of these servers, on free ports. */
export async function startTestEnvoy({
  servers,
  origins = [ORIGIN],
  path: program,
  edit = (config) => config,
}: TestEnvoyOptions) {
  const ports = { port: await port(), adminPort: await port() };
  const config = edit(deriveConfig({ ...ports, servers, origins }));
  const envoy = await startWithConfig({ path: program ?? (await envoyPath()), config, ...ports, log: () => undefined });
  return { ...envoy, adminPort: ports.adminPort };
}
