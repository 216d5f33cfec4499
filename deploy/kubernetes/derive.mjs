/**
 * Files of the components that derive from others, for Kustomize, which can't change a part of a file: `node deploy/kubernetes/derive.mjs`
 * writes them, for example once envoy.production.yaml has your origins. `npm run generate` does so as well.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPONENTS = 'deploy/kubernetes/components/';

/**
 * A derived file: its path in the repository, and its text.
 *
 * @typedef {{ readonly path: string, readonly text: string }} Derived
 */

/** @param {string} path */
const read = (path) => readFileSync(ROOT + path, 'utf8').replaceAll('\r\n', '\n');

/**
 * Adds the settings of TLS to the cluster of servers in a configuration of Envoy.
 *
 * @param {string} envoy YAML, with the cluster `server`
 * @param {string} transportSocket YAML, which may begin with comments
 * @returns {string}
 * @throws {Error} where the cluster isn't found exactly once
 */
export function addServerTls(envoy, transportSocket) {
  const clusters = envoy.match(/^ {4}- name: server$/gm) ?? [];
  if (clusters.length !== 1) {
    throw new Error(
      `envoy.production.yaml has the line \`    - name: server\` ${clusters.length} times; write it once.`,
    );
  }
  const block = transportSocket.replaceAll(/^#.*\n/gm, '').replaceAll(/^(?=.)/gm, '      ');
  return envoy.replace(/^ {4}- name: server\n/m, (line) => line + block);
}

/**
 * Puts rules into the resource that the Prometheus operator reads.
 *
 * @param {string} rules YAML, as Prometheus reads it
 * @returns {string}
 */
export function wrapRules(rules) {
  const head = [
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata: { name: calls, namespace: calls }',
    'spec:',
  ];
  return `${head.join('\n')}\n${rules.replaceAll(/^(?=.)/gm, '  ')}`;
}

/**
 * Derives all files.
 *
 * @returns {Derived[]}
 * @throws {Error} where a source isn't as expected
 */
export function deriveFiles() {
  const written = '# Written by deploy/kubernetes/derive.mjs';
  const envoy = addServerTls(
    read('envoy/envoy.production.yaml'),
    read(`${COMPONENTS}mutual-tls/transport-socket.yaml`),
  );
  const rules = wrapRules(read('deploy/observability/rules.yaml'));
  return [
    {
      path: `${COMPONENTS}mutual-tls/envoy.yaml`,
      text: `${written}: change envoy/envoy.production.yaml or transport-socket.yaml instead.\n#\n${envoy}`,
    },
    {
      path: `${COMPONENTS}monitoring/rules.yaml`,
      text: `${written}: change deploy/observability/rules.yaml instead.\n${rules}`,
    },
  ];
}

/**
 * Reports the files that differ from those that are committed, one sentence each.
 *
 * @returns {string[]}
 */
export function checkDerived() {
  return deriveFiles()
    .filter(({ path, text }) => readOrEmpty(path) !== text)
    .map(({ path }) => `${path} isn't what deploy/kubernetes/derive.mjs writes.`);
}

/** @param {string} path */
function readOrEmpty(path) {
  try {
    return read(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes all files. */
export function writeDerived() {
  for (const { path, text } of deriveFiles()) writeFileSync(ROOT + path, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeDerived();
