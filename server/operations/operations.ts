import type { Operation } from '../operation.js';
import { indentLabel, toIndentedJson } from './indent.js';

/** The operation that lists a registry. It gets a function, because it is itself part of that registry. */
export function operations(registry: () => ReadonlyMap<string, Operation>): Operation {
  return {
    description: 'Lists the operations: names, descriptions, argument labels.',
    arguments: { int_value: indentLabel },
    handler: ({ intValue: indent }) => {
      const list = Array.from(registry(), ([name, operation]) => ({
        name,
        description: operation.description,
        arguments: operation.arguments,
      }));
      return toIndentedJson(list, indent);
    },
  };
}
