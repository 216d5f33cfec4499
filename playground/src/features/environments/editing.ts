import { chooseFreeName, createId } from '../../storage/names.js';
import { isVariableName } from '../../variables/substitute.js';
import type { Environment, Environments, EnvironmentVariable } from './environments.js';

const EMPTY_VARIABLE: EnvironmentVariable = { name: '', value: '', secret: false };

/** A new environment. */
export function createEnvironment(
  name: string,
  variables: readonly EnvironmentVariable[] = [EMPTY_VARIABLE],
): Environment {
  return { id: createId(), name, variables };
}

/** A name that no environment has: `staging`, `staging 2`, … */
export function findFreeName({ list }: Environments, name: string): string {
  const taken = new Set(list.map((environment) => environment.name));
  return chooseFreeName(name, (candidate) => taken.has(candidate));
}

/** A change of the environments, applied to those that another tab may have changed since. */
export type EnvironmentsChange = (environments: Environments) => Environments;

/** Adds an environment at the end, unless it is there already. */
export function addEnvironment(environment: Environment): EnvironmentsChange {
  return ({ list, ...others }) => ({
    ...others,
    list: list.some(({ id }) => id === environment.id) ? list : [...list, environment],
  });
}

/** Removes an environment. */
export function removeEnvironment(id: string): EnvironmentsChange {
  return ({ list, ...others }) => ({ ...others, list: list.filter((environment) => environment.id !== id) });
}

/** Changes one environment; one that another tab removed stays removed. */
export function editEnvironment(id: string, edit: (environment: Environment) => Environment): EnvironmentsChange {
  return ({ list, ...others }) => ({
    ...others,
    list: list.map((environment) => (environment.id === id ? edit(environment) : environment)),
  });
}

/** Changes the variable at an index. */
export function editVariable(id: string, index: number, change: Partial<EnvironmentVariable>): EnvironmentsChange {
  return editEnvironment(id, (environment) => ({
    ...environment,
    variables: environment.variables.map((variable, position) =>
      position === index ? { ...variable, ...change } : variable,
    ),
  }));
}

/** Adds variables of these names at the end; names that the environment has stay as they are. */
export function addVariables(id: string, names: readonly string[]): EnvironmentsChange {
  return editEnvironment(id, (environment) => {
    const known = new Set(environment.variables.map(({ name }) => name));
    const kept = environment.variables.filter(({ name, value }) => name !== '' || value !== '');
    const added = names.filter((name) => !known.has(name)).map((name) => ({ name, value: '', secret: false }));
    return { ...environment, variables: [...kept, ...added] };
  });
}

/** Adds an empty row. */
export function addEmptyVariable(id: string): EnvironmentsChange {
  return editEnvironment(id, (environment) => ({
    ...environment,
    variables: [...environment.variables, EMPTY_VARIABLE],
  }));
}

/** Removes the variable at an index. */
export function removeVariable(id: string, index: number): EnvironmentsChange {
  return editEnvironment(id, (environment) => ({
    ...environment,
    variables: environment.variables.filter((_, position) => position !== index),
  }));
}

/** The problem of a variable's name; undefined if it has none. */
export function findNameProblem(variables: readonly EnvironmentVariable[], index: number): string | undefined {
  const { name = '', value = '' } = variables[index] ?? {};
  if (name === '') return value === '' ? undefined : 'This variable has no name.';
  if (!isVariableName(name)) return 'A name has letters, digits, “_”, “.” and “-” only.';
  const first = variables.findIndex((variable) => variable.name === name);
  return first < index ? `“${name}” is set twice; the last one counts.` : undefined;
}
