/** What Kustomize renders: each overlay, alone and with components. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../../process/processes.mjs';
import { FOLDER, type Manifest, readManifests } from './manifests.js';

/** An overlay with components, and what its network policies have to allow besides what every overlay's do. */
export interface Variant {
  readonly name: string;
  readonly overlay: string;
  readonly components: readonly string[];
  readonly traffic: readonly string[];
}

/** The parties that reach Envoy's port for callers, who are all. */
const CALLERS = ['stranger', 'pod elsewhere', 'caller', 'prometheus', 'ingress', 'gateway', 'gateway of others', 'dns'];
/** The connections that an overlay with our own Envoy allows. */
export const ENVOY_TRAFFIC = [
  ...CALLERS.map((caller) => `${caller} → envoy:8443`),
  'prometheus → server:9464',
  'prometheus → envoy:9465',
  'envoy → dns:53',
  'envoy → server:50051',
];
const GATEWAY_TRAFFIC = ['prometheus → server:9464', 'gateway → server:50051'];
/** What components allow besides. */
const MORE_TRAFFIC: Readonly<Record<string, readonly string[]>> = {
  'direct-callers': ['caller → server:50051'],
  'rate-limit': ['envoy → rate-limit:8081', 'rate-limit → redis:6379', 'rate-limit → dns:53'],
};

const name = (overlay: string, components: readonly string[]): string => [overlay, ...components].join(' + ');
const variant = (overlay: string, components: readonly string[], traffic: readonly string[]): Variant => ({
  name: name(overlay, components),
  overlay,
  components,
  traffic: [...traffic, ...components.flatMap((component) => MORE_TRAFFIC[component] ?? [])],
});

const OPTIONAL = ['mutual-tls', 'monitoring', 'autoscale-by-calls', 'zone-aware', 'direct-callers', 'rate-limit'];

/** Each overlay, production with each component, and each overlay with all components that fit it. */
export const VARIANTS: readonly Variant[] = [
  ...['small', 'production'].map((overlay) => variant(overlay, [], ENVOY_TRAFFIC)),
  ...OPTIONAL.map((component) => variant('production', [component], ENVOY_TRAFFIC)),
  variant('production', OPTIONAL, ENVOY_TRAFFIC),
  variant('small', ['mutual-tls', 'monitoring'], ENVOY_TRAFFIC),
  variant('gateway-api', [], GATEWAY_TRAFFIC),
  variant('gateway-api', ['autoscale-by-calls', 'zone-aware', 'direct-callers'], GATEWAY_TRAFFIC),
  variant('ingress', [], ['prometheus → server:9464', 'ingress → server:8080']),
];

/** The names of all components that a variant has, those of the overlays included, must be all there are. */
export const COMPONENTS = [...OPTIONAL, 'gateway-api', 'embedded-gateway'];

/**
 * Renders a variant.
 *
 * @param folder a new one for its kustomization, on the disk of the repository
 * @returns the path of what is rendered, and its documents
 * @throws {Error} with the program's output
 */
export async function render(
  { overlay, components }: Variant,
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  folder: string,
): Promise<{ path: string; manifests: Manifest[] }> {
  mkdirSync(folder, { recursive: true });
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [relative(folder, join(FOLDER, 'overlays', overlay))],
    components: components.map((component) => relative(folder, join(FOLDER, 'components', component))),
  };
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
  const path = join(folder, 'rendered.yaml');
  const { failure, output } = await run(command, [...args, folder, '--output', path]);
  if (failure !== undefined) throw new Error(`${command} ${failure}:\n${output}`);
  return { path, manifests: readManifests(readFileSync(path, 'utf8'), path) };
}
