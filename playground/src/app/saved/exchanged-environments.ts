import { addEnvironment, createEnvironment, findFreeName } from '../../features/environments/editing.js';
import { readEnvironments, withoutSecretValues, type Environment } from '../../features/environments/environments.js';
import type { ExchangedEnvironments } from '../../features/saved/Exchange.js';
import { announce } from '../document/listen.js';
import { ENVIRONMENTS } from '../document/storage.js';
import { loadEnvironments, saveEnvironments } from '../environments/stored.js';

function identify({ name, variables }: Environment): string {
  return JSON.stringify([name, variables.map((variable) => [variable.name, variable.value])]);
}

/** The environments in a file: without ids and secret values. Those of a file get a free name beside the existing ones. */
export const EXCHANGED_ENVIRONMENTS: ExchangedEnvironments = {
  write: () => withoutSecretValues(loadEnvironments()).list.map(({ name, variables }) => ({ name, variables })),
  read(json) {
    let list: readonly Environment[];
    try {
      list = withoutSecretValues(readEnvironments({ list: json })).list;
    } catch (error) {
      return `Its environments were left out: ${error instanceof Error ? error.message : String(error)}`;
    }
    const environments = loadEnvironments();
    const known = new Set(withoutSecretValues(environments).list.map(identify));
    const added = list.filter((environment) => !known.has(identify(environment)));
    const all = added.reduce(
      (before, { name, variables }) => addEnvironment(createEnvironment(findFreeName(before, name), variables))(before),
      environments,
    );
    if (!saveEnvironments(all)) return 'Its environments were not kept: the browser’s storage is full or blocked.';
    announce(ENVIRONMENTS);
    return `Environments added: ${added.length}. Secret values are never in a file; enter yours.`;
  },
};
