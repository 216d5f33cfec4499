import type { MayUse } from '../operations/built-in.js';
import { listCallers, type Tokens } from './credentials.js';

/** The operations that there are, by name. */
type Operations = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** The operations of each caller, by its name. `*` as the caller is every caller, also one without a name; in a list, every operation. */
export type Allow = Readonly<Record<string, readonly string[]>>;

/** Who may have permissions; undefined where JWTs may name anyone. */
export type Callers = ReadonlySet<string> | undefined;

/** Every caller, and those that have tokens. */
export const nameCallers = (tokens: Tokens | undefined): string[] => ['*', ...listCallers(tokens).filter(Boolean)];

/**
 * Makes a function that judges whether a caller may use an operation: one that its own list or that of `*` has. Anything else is
 * refused.
 *
 * @throws {TypeError} for an operation or a caller that doesn't exist: a typing error would refuse it silently
 */
export function createPermissions(allow: Allow, registry: Operations, callers?: Callers): MayUse {
  const lists = new Map(Object.entries(allow).map(([caller, codes]) => [caller, new Set(codes)]));
  for (const [caller, codes] of lists) {
    const unknown = [...codes].find((code) => code !== '*' && !registry.has(code));
    if (unknown !== undefined) {
      const names = [...registry.keys()].join(', ');
      throw new TypeError(
        `The caller ${caller} is allowed the operation ${JSON.stringify(unknown)}, which doesn't exist; use one of ${names}.`,
      );
    }
    if (callers && !callers.has(caller)) {
      throw new TypeError(
        `The caller ${JSON.stringify(caller)} is allowed operations and has no token; use one of ${[...callers].join(', ')}.`,
      );
    }
  }
  const everyone = lists.get('*');
  const has = (codes: ReadonlySet<string> | undefined, code: string): boolean =>
    codes !== undefined && (codes.has(code) || codes.has('*'));
  return (caller, code) => has(everyone, code) || (caller !== undefined && has(lists.get(caller), code));
}

/** Describes the refusal of a call for its caller. */
export function describeRefusal(
  caller: string | undefined,
  code: string,
  mayUse: MayUse,
  registry: Operations,
): string {
  const who = caller ? `The caller ${caller}` : 'A caller without a name';
  const allowed = [...registry.keys()].filter((name) => mayUse(caller, name));
  const rest = allowed.length === 0 ? 'it may use none' : `it may use: ${allowed.join(', ')}`;
  return `${who} may not use the operation ${JSON.stringify(code)}; ${rest}.`;
}

interface PermissionSettings {
  readonly allow?: Allow;
  readonly token?: Tokens;
  readonly jwt?: object;
}

/** Holds the permissions, which need the registry, whose operation `operations` needs them. */
export function createRenewablePermissions({ allow: first, token, jwt }: PermissionSettings) {
  let current: MayUse = () => true;
  let operations: Operations = new Map();
  // Those whose tokens were withdrawn stay: that must not depend on the permissions.
  let callers = new Set(nameCallers(token));
  const make = (allow: Allow, names: Callers): MayUse => createPermissions(allow, operations, jwt ? undefined : names);
  return {
    mayUse: ((caller, code) => current(caller, code)) satisfies MayUse,
    /** @throws {TypeError} */
    start(registry: Operations): void {
      operations = registry;
      if (first) current = make(first, callers);
    },
    /**
     * Checks permissions; the returned function replaces the earlier ones.
     *
     * @throws {TypeError}
     */
    prepare({ allow, token: nextToken }: PermissionSettings): () => void {
      const names = new Set([...callers, ...nameCallers(nextToken)]);
      const next = allow && make(allow, names);
      return () => {
        current = next ?? current;
        callers = names;
      };
    },
  };
}
