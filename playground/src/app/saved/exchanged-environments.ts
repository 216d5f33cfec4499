import { readEnvironments, withoutSecretValues, type Environment } from '../../features/environments/environments.js';
import type { ExchangedEnvironments } from '../../features/saved/Exchange.js';
import { announce } from '../document/listen.js';
import { ENVIRONMENTS } from '../document/storage.js';
import { addEnvironments, NOT_KEPT } from '../environments/add.js';
import { loadEnvironments } from '../environments/stored.js';
import { getReason } from '../../ui/reason.js';

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
      return `Its environments were left out: ${getReason(error)}`;
    }
    const known = new Set(withoutSecretValues(loadEnvironments()).list.map(identify));
    const added = addEnvironments(list.filter((environment) => !known.has(identify(environment))));
    if (added === undefined) return `Its environments ${NOT_KEPT}`;
    announce(ENVIRONMENTS);
    return `Environments added: ${added.length}. Secret values are never in a file; enter yours.`;
  },
};
