import {
  listSecretValues,
  NO_ENVIRONMENTS,
  readEnvironments,
  withoutSecretValues,
  withSecretValues,
  type Environments,
} from '../../features/environments/environments.js';
import { isObject } from '../../json/json.js';
import type { Variable } from '../../variables/references.js';
import { ENVIRONMENTS, load, readStored, save } from '../document/storage.js';

const ACTIVE = 'environment';
const SECRETS = 'secrets';

/** The environments of this device, with the secret values that this tab or the device keeps. */
export function loadEnvironments(): Environments {
  const environments = readStored(load(ENVIRONMENTS), readEnvironments) ?? NO_ENVIRONMENTS;
  if (environments.keepsSecrets) return environments;
  const secrets = load(SECRETS, 'tab');
  return isObject(secrets) ? withSecretValues(environments, secrets) : environments;
}

/** Keeps the environments; returns whether the device keeps them. Secret values stay in the tab, unless the user chose otherwise. */
export function saveEnvironments(environments: Environments): boolean {
  const { keepsSecrets } = environments;
  const keptByTab = save(SECRETS, keepsSecrets ? {} : listSecretValues(environments), 'tab');
  return save(ENVIRONMENTS, keepsSecrets ? environments : withoutSecretValues(environments)) && keptByTab;
}

/** Id of the environment that this tab uses, at first that of the last tab; empty for none. */
export function loadActive(): string {
  const active = load(ACTIVE, 'tab') ?? load(ACTIVE);
  return typeof active === 'string' ? active : '';
}

/** Keeps the choice for this tab, and for tabs that are opened later. */
export function saveActive(id: string): void {
  save(ACTIVE, id, 'tab');
  save(ACTIVE, id);
}

const NONE: readonly Variable[] = [];

/** The variables of the active environment. */
export function findVariables({ list }: Environments, active: string): readonly Variable[] {
  return list.find(({ id }) => id === active)?.variables ?? NONE;
}

/** The variables of the environment that this tab uses. */
export function loadVariables(): readonly Variable[] {
  return findVariables(loadEnvironments(), loadActive());
}
