/**
 * The Envoy that tests run. Without one they fail, unless ENDPOINTJS_NO_ENVOY=1 says that none is to be had.
 */
import { freePort } from '../launcher/process/ports.mjs';
import { findEnvoy } from '../launcher/launch.mjs';

export const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** Getting one for the first time takes its download. */
export const FIND_MS = 400_000;

/** Where Envoy is. */
export async function envoyPath(): Promise<string> {
  const found = await findEnvoy({ env: process.env, log: console.error });
  if ('path' in found) return found.path;
  throw new Error(`There is no Envoy to test with (${found.missing}). ENDPOINTJS_NO_ENVOY=1 leaves these tests out.`);
}

const reserved = new Set<number>();

/** A free port that no other test gets: neighbouring processes look far from each other, below the ports that systems give away. */
export async function port(): Promise<number> {
  const free = await freePort(20_000 + ((process.pid * 101) % 12_000), reserved);
  reserved.add(free);
  return free;
}
