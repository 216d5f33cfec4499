/** Gives types names that are identifiers, each once. */
export class TypeNames {
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  /** A name like the wanted one: `simple-user` gives `SimpleUser`, and the second time `SimpleUser2`. */
  take(wanted: string): string {
    const words = wanted.match(/[A-Za-z\d]+/g) ?? [];
    const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    // Beginning with a capital, it is no keyword and no built-in type that is written here.
    const base = /^[A-Z]/.test(pascal) ? pascal : `Schema${pascal}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${/\d$/.test(base) ? '_' : ''}${count}`;
    this.#taken.add(name);
    return name;
  }
}
