import { readFlag, readList, readObject, readText } from '../../json/json.js';
import { isSecretName, withoutSecretText } from '../../secrets/secrets.js';
import type { Variable } from '../../variables/references.js';

/** A variable as it is edited and kept. */
export interface EnvironmentVariable extends Variable {
  readonly secret: boolean;
}

/** A named set of values, such as those of a staging server. */
export interface Environment {
  /** Stays the same when the environment is renamed. */
  readonly id: string;
  readonly name: string;
  readonly variables: readonly EnvironmentVariable[];
}

/** All environments of this device. */
export interface Environments {
  readonly list: readonly Environment[];
  /** Whether secret values stay on the device; else they end with the tab. */
  readonly keepsSecrets: boolean;
}

export const NO_ENVIRONMENTS: Environments = { list: [], keepsSecrets: false };

/** Secret values by environment and name, which are kept apart from the others. What a device kept may be anything. */
type SecretValues = Readonly<Record<string, unknown>>;

/** Whether a variable's value is masked, and left out of files. */
export function isSecret({ name, value, secret }: EnvironmentVariable): boolean {
  return secret || isSecretName(name) || withoutSecretText(value) !== value;
}

/**
 * Reads environments from plain JSON, which the device or a file kept.
 * @throws Error with one sentence about the mistake, if it is damaged
 */
export function readEnvironments(json: unknown): Environments {
  const object = readObject(json, 'The environments');
  return {
    keepsSecrets: readFlag(object, 'keepsSecrets', false),
    list: readList(object, 'list', (environment, index) => ({
      id: readText(environment, 'id', `e${index}`),
      name: readText(environment, 'name', ''),
      variables: readList(environment, 'variables', (variable) => ({
        name: readText(variable, 'name', ''),
        value: readText(variable, 'value', ''),
        secret: readFlag(variable, 'secret', false),
      })),
    })),
  };
}

function mapVariables(
  { list, ...environments }: Environments,
  change: (variable: EnvironmentVariable, key: string) => EnvironmentVariable,
): Environments {
  return {
    ...environments,
    list: list.map(({ id, name, variables }) => ({
      id,
      name,
      variables: variables.map((variable) => change(variable, `${id} ${variable.name}`)),
    })),
  };
}

/** The environments without their secret values, for files and for a device that doesn't keep them. */
export function withoutSecretValues(environments: Environments): Environments {
  return mapVariables(environments, (variable) =>
    // The mark stays where the value alone shows that it is secret.
    isSecret(variable) ? { name: variable.name, value: '', secret: true } : variable,
  );
}

/** The secret values of environments. */
export function listSecretValues({ list }: Environments): SecretValues {
  return Object.fromEntries(
    list.flatMap(({ id, variables }) =>
      variables.filter((variable) => isSecret(variable)).map(({ name, value }) => [`${id} ${name}`, value]),
    ),
  );
}

/** The environments with secret values that were kept apart. */
export function withSecretValues(environments: Environments, values: SecretValues): Environments {
  return mapVariables(environments, (variable, key) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return typeof value !== 'string' || variable.value !== '' ? variable : { ...variable, value };
  });
}
