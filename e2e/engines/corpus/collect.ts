/** Random requests, whose builds and explanations every engine repeats. Runtimes and pages repeat headers and bodies: `consumers/`. */
import fc from 'fast-check';
import { endpoint } from 'endpoint.js';
import { hostileCase, type HostileCase } from '../../../lib/test/hostile/generator.cases.js';
import type { Kind } from './runner.js';
import { toSource } from './to-source.js';

const REQUESTS = 4000;
/** The same requests in every run. */
const SEED = 20_200_601;

/** The settings of a builder and its arguments, as expressions. */
function write({ method, url, baseUrl, settings, values, located }: HostileCase) {
  const { missing, strict, arrays, objects, maxLength } = settings;
  const options = { missing, strict, query: { arrays, objects }, ...(maxLength !== undefined && { maxLength }) };
  const args = [`${method} ${url}`, { ...values, baseUrl, [endpoint.in]: located }];
  return `(${toSource(options)})(...${toSource(args, (value) => (value === endpoint.in ? 'IN' : undefined))})`;
}

/** The calls by kind, as expressions of `modules` and `IN`. */
export function collectCalls(): Readonly<Record<Kind, readonly string[]>> {
  const calls = fc.sample(hostileCase, { numRuns: REQUESTS, seed: SEED }).map(write);
  return {
    builds: calls.map((call) => `modules['endpoint.js'].createEndpoint${call}`),
    explanations: calls.map((call) => `modules['endpoint.js/explain'].createExplain${call}`),
  };
}
