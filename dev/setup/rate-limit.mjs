/**
 * Gets Envoy's rate limit service and Redis, for tests.
 */
import { attempt } from './kubernetes.mjs';
import { buildGoProgram } from './go.mjs';
import { findMissing } from './programs.mjs';

/** The commit whose image deploy/ runs: the service has no newer releases. */
export const RATE_LIMIT = {
  module: 'github.com/envoyproxy/ratelimit',
  version: 'v1.4.1-0.20260122083618-3fb702589d36',
  main: '/src/service_cmd',
};

/**
 * Builds the service, and finds or installs Redis.
 *
 * @returns {Promise<{ value: { service: string, redis: string } } | { missing: string }>} their commands
 */
export function getRateLimitService() {
  return attempt(async () => ({ redis: await getRedis(), service: await buildGoProgram('ratelimit', RATE_LIMIT) }));
}

/** @returns {Promise<string>} its command */
async function getRedis() {
  const command = 'redis-server';
  const program = { command, probe: ['--version'], packages: [command], advice: 'Install Redis' };
  const reason = await findMissing(program);
  if (reason !== undefined) throw new Error(reason);
  return command;
}
