import type { MayUse } from '../operations/built-in.js';

/** The operations that there are, by name. */
type Operations = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** The operations of each caller, by its name. `*` as the caller is every caller, also one without a name; in a list, every operation. */
export type Allow = Readonly<Record<string, readonly string[]>>;

/**
 * Makes a function that judges whether a caller may use an operation: one that its own list or that of `*` has. Anything else is
 * refused.
 *
 * @throws {TypeError} for an operation that doesn't exist: a typing error would refuse it silently
 */
export function createPermissions(allow: Allow, registry: Operations): MayUse {
  const lists = new Map(Object.entries(allow).map(([caller, codes]) => [caller, new Set(codes)]));
  for (const [caller, codes] of lists) {
    const unknown = [...codes].find((code) => code !== '*' && !registry.has(code));
    if (unknown === undefined) continue;
    const names = [...registry.keys()].join(', ');
    throw new TypeError(
      `The caller ${caller} is allowed the operation ${JSON.stringify(unknown)}, which doesn't exist; use one of ${names}.`,
    );
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

/** Holds the permissions, which need the registry, whose operation `operations` needs them. */
export function createRenewablePermissions(first: Allow | undefined) {
  let current: MayUse = () => true;
  let operations: Operations | undefined;
  const make = (allow: Allow): MayUse => createPermissions(allow, operations ?? new Map());
  return {
    mayUse: ((caller, code) => current(caller, code)) satisfies MayUse,
    /** @throws {TypeError} */
    start(registry: Operations): void {
      operations = registry;
      if (first) current = make(first);
    },
    /**
     * Checks permissions; the returned function replaces the earlier ones.
     *
     * @throws {TypeError}
     */
    prepare(allow: Allow | undefined): () => void {
      if (allow && !first) throw new TypeError(cannotBeAdded('allow'));
      const next = allow && make(allow);
      return () => {
        current = next ?? current;
      };
    },
  };
}

/** The message for a setting that a server was made without. */
export const cannotBeAdded = (setting: string): string =>
  `The setting ${setting} can only be replaced, and the server was made without it; start another server.`;
