import type { Operation } from '../service/operation.js';
import { indentLabel, toIndentedJson } from './indent.js';

/** The operation that lists a registry. It gets a function, because it is itself part of that registry. */
export function operations(registry: () => ReadonlyMap<string, Operation>): Operation {
  // By indent, of which there are eleven: an embedder's registry may be large.
  const lists = new Map<number, string>();
  return {
    description: 'Lists the operations: names, descriptions, argument labels.',
    arguments: { int_value: indentLabel },
    handler: ({ intValue: indent }) => {
      const known = lists.get(indent);
      if (known !== undefined) return known;
      const list = Array.from(registry(), ([name, operation]) => ({
        name,
        description: operation.description,
        arguments: operation.arguments,
      }));
      const json = toIndentedJson(list, indent);
      lists.set(indent, json);
      return json;
    },
  };
}
