import type { BuiltInOperation } from '../service/registry.js';
import { build, expand } from './builder.js';
import { echo } from './echo.js';
import { indentLabel, toIndentedJson } from './indent.js';
import { send } from './send.js';

const listOperations: BuiltInOperation = {
  name: 'operations',
  create: ({ registry }) => {
    // By indent, of which there are eleven: an embedder's registry may be large.
    const lists = new Map<number, string>();
    return {
      description: 'Lists the operations: names, descriptions, argument labels.',
      arguments: { int_value: indentLabel },
      handler: ({ intValue: indent }) => {
        const list = (): unknown =>
          Array.from(registry, ([name, { description, arguments: labels }]) => ({
            name,
            description,
            arguments: labels,
          }));
        const json = lists.get(indent) ?? toIndentedJson(list(), indent);
        lists.set(indent, json);
        return json;
      },
    };
  },
};

/** The operations that come with the server, in the order in which they are listed. */
export const builtInOperations: readonly BuiltInOperation[] = [echo, build, expand, send, listOperations];
