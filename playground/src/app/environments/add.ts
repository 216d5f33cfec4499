import { addEnvironment, createEnvironment, findFreeName } from '../../features/environments/editing.js';
import type { Environment } from '../../features/environments/environments.js';
import { loadEnvironments, saveEnvironments } from './stored.js';

/** The end of a sentence about environments that {@link addEnvironments} could not keep. */
export const NOT_KEPT = 'were not kept: the browser’s storage is full or blocked.';

/** Adds environments to those of the device, each under a free name. Returns the added ones; undefined if they can't be kept. */
export function addEnvironments(
  environments: readonly Pick<Environment, 'name' | 'variables'>[],
): readonly Environment[] | undefined {
  const before = loadEnvironments();
  const after = environments.reduce(
    (all, { name, variables }) => addEnvironment(createEnvironment(findFreeName(all, name), variables))(all),
    before,
  );
  return saveEnvironments(after) ? after.list.slice(before.list.length) : undefined;
}
