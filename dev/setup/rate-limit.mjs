/**
 * Gets Envoy's rate limit service and Redis, for tests.
 */
import { attempt } from './kubernetes.mjs';
import { buildGoProgram } from './go.mjs';
import { findOnPath, installDebianPackages } from './programs.mjs';

/** The commit whose image deploy/ runs: the service has no newer releases. */
export const RATE_LIMIT = {
  module: 'github.com/envoyproxy/ratelimit',
  version: 'v1.4.1-0.20260122083618-3fb702589d36',
  main: '/src/service_cmd',
};

/**
 * Builds the service, and finds or installs Redis.
 *
 * @returns {Promise<{ value: { service: string, redis: string } } | { missing: string }>} their paths
 */
export function getRateLimitService() {
  return attempt(async () => ({ redis: await getRedis(), service: await buildGoProgram('ratelimit', RATE_LIMIT) }));
}

async function getRedis() {
  const find = () => findOnPath(['redis-server'], process.env);
  const found = await find();
  if (found !== undefined) return found;
  const { platform, env } = process;
  const options = { log: console.error, platform, env };
  const failure = await installDebianPackages(['redis-server'], 'Installing Redis', options);
  const installed = failure === undefined ? await find() : undefined;
  if (installed !== undefined) return installed;
  throw new Error(`there is no redis-server. Install Redis. Tried: ${failure ?? 'the package lacks it'}.`);
}
