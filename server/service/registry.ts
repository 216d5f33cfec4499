import { build } from '../operations/build.js';
import { echo } from '../operations/echo.js';
import { expand } from '../operations/expand.js';
import { operations } from '../operations/operations.js';
import { send, type SendOptions } from '../operations/send.js';
import type { Workbench } from '../operations/tasks.js';
import { limits } from './limits.js';
import type { Operation } from './operation.js';

/** Operations by name, in the order in which they are listed. */
export type Registry = ReadonlyMap<string, Operation>;

// Printable ASCII without blanks: a name is logged, listed in messages and typed by hand.
const validName = /^[!-~]+$/;

/**
 * The built-in operations and the embedder's.
 *
 * @throws {TypeError} when a name can't be called, or is taken by a built-in operation; for a maxInFlight that is no number of calls; for an origin that can't be allowed.
 */
export function createRegistry(
  own: Readonly<Record<string, Operation>>,
  sendOptions: SendOptions,
  work: Workbench,
): Registry {
  const registry: Map<string, Operation> = new Map<string, Operation>([
    ['echo', echo(work)],
    ['build', build(work)],
    ['expand', expand(work)],
    ['send', send(sendOptions, work)],
    ['operations', operations(() => registry)],
  ]);
  for (const [name, operation] of Object.entries(own)) {
    if (!validName.test(name) || name.length > limits.code) {
      throw new TypeError(
        `The operation name ${JSON.stringify(name)} can't be used: 1 to ${limits.code} printable ASCII characters without blanks are right.`,
      );
    }
    if (registry.has(name)) {
      throw new TypeError(`The operation ${JSON.stringify(name)} is built in; register yours under another name.`);
    }
    const { maxInFlight = 1 } = operation;
    if (!Number.isInteger(maxInFlight) || maxInFlight < 1) {
      throw new TypeError(`maxInFlight of ${JSON.stringify(name)} must be an integer from 1, not ${maxInFlight}.`);
    }
    registry.set(name, operation);
  }
  return registry;
}

/** What a caller reads who asked for an operation that is not there. */
export function unknownOperation(code: string, registry: Registry): string {
  const known = [...registry.keys()].join(', ');
  return code === ''
    ? `code is empty; it must name an operation: ${known}.`
    : `There is no operation ${JSON.stringify(code)}; the operations are: ${known}.`;
}
