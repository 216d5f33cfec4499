import type { BuiltInOperation } from '../service/registry.js';
import { indentLabel, toIndentedJson } from './indent.js';

/** Lists the registry. */
export const listOperations: BuiltInOperation = {
  name: 'operations',
  create: ({ registry }) => {
    // By indent, of which there are eleven: an embedder's registry may be large.
    const lists = new Map<number, string>();
    return {
      description: 'Lists the operations: names, descriptions, argument labels.',
      arguments: { int_value: indentLabel },
      handler: ({ intValue: indent }) => {
        const cached = lists.get(indent);
        if (cached !== undefined) return cached;
        const list = Array.from(registry, ([name, operation]) => ({
          name,
          description: operation.description,
          arguments: operation.arguments,
        }));
        const json = toIndentedJson(list, indent);
        lists.set(indent, json);
        return json;
      },
    };
  },
};
