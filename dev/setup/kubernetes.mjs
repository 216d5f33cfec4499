/**
 * Gets the programs that check manifests: Kustomize and kubernetes-validate.
 */
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { attempt, buildGoProgram } from './go.mjs';
import { findOnPath } from './programs.mjs';
import { installPythonPackages, isPythonRuledOut } from './python.mjs';

/** The version of Kubernetes whose schemas check the manifests. */
export const KUBERNETES = '1.35';

const KUSTOMIZE = { module: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.7.1' };

/**
 * A program that renders a kustomization: the arguments before its folder.
 *
 * @typedef {{ name: string, command: string, args: readonly string[] }} Renderer
 */

/**
 * Finds kubectl, which has a Kustomize of its own, and gets Kustomize itself.
 *
 * @returns {Promise<{ renderers: Renderer[], missing: string[] }>}
 */
export async function getRenderers() {
  const kubectl = await findOnPath(['kubectl'], process.env);
  const kustomize = await attempt(() => buildGoProgram('kustomize', KUSTOMIZE));
  return {
    renderers: [
      ...('value' in kustomize ? [{ name: 'kustomize', command: kustomize.value, args: ['build'] }] : []),
      ...(kubectl === undefined ? [] : [{ name: 'kubectl', command: kubectl, args: ['kustomize'] }]),
    ],
    missing: 'missing' in kustomize ? [kustomize.missing] : [],
  };
}

/**
 * Installs kubernetes-validate.
 *
 * @returns {Promise<{ value: { command: string, args: readonly string[], env: NodeJS.ProcessEnv } } | { missing: string }>} the
 *   arguments before the files
 */
export async function getValidator() {
  if (isPythonRuledOut) return { missing: 'ENDPOINTJS_NO_PYTHON is set' };
  return attempt(async () => {
    const requirements = join(ROOT, 'deploy', 'test', 'requirements.txt');
    const advice = 'install Python 3 with pip, or set ENDPOINTJS_NO_PYTHON=1';
    const { python, packages } = await installPythonPackages(requirements, 'kubernetes-validate', advice);
    return {
      command: python,
      args: ['-m', 'kubernetes_validate', '-k', KUBERNETES, '--strict'],
      env: { ...process.env, PYTHONPATH: packages },
    };
  });
}
