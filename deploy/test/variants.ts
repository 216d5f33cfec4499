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
const CALLERS = ['stranger', 'pod elsewhere', 'caller', 'prometheus', 'dns'];
/** The connections that every overlay allows. */
export const ENVOY_TRAFFIC = [
  ...CALLERS.map((caller) => `${caller} → envoy:8443`),
  'prometheus → server:9464',
  'prometheus → envoy:9465',
  'envoy → dns:53',
  'envoy → server:50051',
];
/** What components allow besides. */
const MORE_TRAFFIC: Readonly<Record<string, readonly string[]>> = {
  'direct-callers': ['caller → server:50051'],
};

const variant = (overlay: string, components: readonly string[]): Variant => ({
  name: [overlay, ...components].join(' + '),
  overlay,
  components,
  traffic: [...ENVOY_TRAFFIC, ...components.flatMap((component) => MORE_TRAFFIC[component] ?? [])],
});

/** All components. */
export const COMPONENTS = ['mutual-tls', 'monitoring', 'direct-callers'];

/** Each overlay alone and with all components, and production with each component. */
export const VARIANTS: readonly Variant[] = [
  ...['small', 'production'].flatMap((overlay) => [variant(overlay, []), variant(overlay, COMPONENTS)]),
  ...COMPONENTS.map((component) => variant('production', [component])),
];

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
