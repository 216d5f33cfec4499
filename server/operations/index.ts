import type { BuiltInOperation } from './built-in.js';
import { build, expand } from './builder.js';
import { echo } from './echo.js';
import { indentLabel, toIndentedJson } from './indent.js';

const listOperations: BuiltInOperation = {
  name: 'operations',
  create: ({ registry, mayUse }) => {
    // By indent, of which there are eleven: an embedder's registry may be large.
    const lists = new Map<number, string>();
    return {
      description: 'Lists the operations: names, descriptions, argument labels.',
      arguments: { int_value: indentLabel },
      handler: ({ intValue: indent }, { caller }) => {
        const entries = [...registry].filter(([name]) => mayUse(caller, name));
        const isWhole = entries.length === registry.size;
        const list = (): unknown =>
          entries.map(([name, { description = '', arguments: labels = {} }]) => ({
            name,
            description,
            arguments: labels,
          }));
        const json = (isWhole ? lists.get(indent) : undefined) ?? toIndentedJson(list(), indent);
        if (isWhole) lists.set(indent, json);
        return json;
      },
    };
  },
};

/**
 * The operations that come with the server, in the order in which they are listed. A new one is a `taskOperation` (built-in.ts) if its
 * work grows with its input. Add its cases to `service/call-service.test.ts`, and to `test/hostile/messages.ts` if it reads its text.
 */
export const builtInOperations: readonly BuiltInOperation[] = [echo, build, expand, listOperations];
