/** Bytes of an id: no two devices make the same. */
const ID_BYTES = 8;

/** A new id. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first name that isn't taken: `staging`, `staging 2`, … */
export function chooseFreeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name} ${count}`;
  return free;
}
