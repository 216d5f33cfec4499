type Container = Record<string | number, unknown>;

function define(holder: Container, member: string | number, value: unknown): void {
  Object.defineProperty(holder, member, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether an item of a list lacks the member that follows in the path, so that it can get it. */
function lacks(item: unknown, name: string, next: string | undefined): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  if (!Object.hasOwn(item, name)) return true;
  return next === '' && Array.isArray((item as Container)[name]);
}

/**
 * Sets a member of a JSON body; `a[b][]` is the path `a`, `b`, next item.
 *
 * @param fillsLast whether `a[][b]` completes the last item of `a` that lacks `b`, as in gh, rather than adding another
 */
export function setMember(target: Record<string, unknown>, name: string, value: unknown, fillsLast = false): void {
  const path = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map(([whole, inner]) => inner ?? whole);
  let node: Container = target;
  for (const [index, key] of path.entries()) {
    const next = path[index + 1];
    let member: string | number = key;
    if (Array.isArray(node)) {
      const isFilled = fillsLast && next !== undefined && lacks((node as unknown[]).at(-1), next, path[index + 2]);
      member = key === '' ? node.length - (isFilled ? 1 : 0) : Number(key);
    }
    if (next === undefined) {
      define(node, member, value);
      return;
    }
    const isContainer = Object.hasOwn(node, member) && typeof node[member] === 'object' && node[member] !== null;
    if (!isContainer) define(node, member, next === '' || /^\d+$/.test(next) ? [] : {});
    node = node[member] as Container;
  }
}
