/** Envoy with its production configuration, in front of servers that a measurement starts. */
import { readFileSync } from 'node:fs';
import { deriveConfig } from '../../envoy/config.mjs';
import { startWithConfig } from '../../envoy/launcher/envoy.mjs';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { freePort } from '../../process/ports.mjs';

const FILE = new URL('../../envoy/envoy.production.yaml', import.meta.url);
const ORIGIN = 'https://app.example.com';

/** @typedef {readonly (readonly [from: string, to: string])[]} Edits texts of the file, and their replacements */

/**
 * A load generator makes more calls than one address may.
 *
 * @type {Edits}
 */
const NO_RATE = ['5000', '200'].map((rate) => [
  `token_bucket: { max_tokens: ${rate}, tokens_per_fill: ${rate}, fill_interval: 1s }`,
  'token_bucket: { max_tokens: 10000000, tokens_per_fill: 10000000, fill_interval: 1s }',
]);

/**
 * @param {readonly string[]} servers each `host:port`
 * @param {{ certificate: string, edits?: Edits }} options `certificate`: the file for Envoy
 * @throws {Error} when no Envoy can be found or downloaded, or when an edit's text isn't in the file exactly once
 */
export async function startProductionBridge(servers, { certificate, edits = [] }) {
  const found = await findEnvoy({ env: process.env, log: console.error });
  if ('missing' in found) throw new Error(`There is no Envoy to measure (${found.missing}).`);
  const base = 21_000 + (process.pid % 15_000);
  const [port, adminPort] = [await freePort(base), await freePort(base + 1000)];
  const text = replaceOnce(readFileSync(FILE, 'utf8'), '/etc/envoy/certificate.yaml', certificate);
  const derived = deriveConfig({ port, adminPort, servers, origins: [ORIGIN] }, text);
  const config = [...NO_RATE, ...edits].reduce((edited, [from, to]) => replaceOnce(edited, from, to), derived);
  const { pid, stop } = await startWithConfig({ path: found.path, config, port, adminPort, log: () => undefined });
  return {
    pid,
    /** For gRPC, `host:port`. */
    grpc: `127.0.0.1:${port}`,
    /** For gRPC-Web. */
    grpcWeb: `https://127.0.0.1:${port}`,
    port,
    stop,
  };
}

/** @param {string} text @param {string} from @param {string} to */
function replaceOnce(text, from, to) {
  const pieces = text.split(from);
  if (pieces.length === 2) return pieces.join(to);
  throw new Error(`envoy.production.yaml has "${from}" ${pieces.length - 1} times; a measurement needs it once.`);
}
