/** What is pointed at: a subject of the request, and the element that stands for it. */
export interface Lit {
  /** What lights up: everything that has this subject among its own. */
  readonly subject: string;
  /** Whose sentence is shown, see `sentenceOf`. */
  readonly from: string;
}

/** What is lit: where the pointer is, else where the caret, the focus or the last tap was. */
export class LitStore {
  #rest: Lit | undefined;
  #hover: Lit | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = (): Lit | undefined => this.#hover ?? this.#rest;

  /** Lights what the caret or the focus is on now, wherever the pointer was left. */
  rest(lit: Lit | undefined): void {
    this.#change(() => {
      this.#rest = lit;
      this.#hover = undefined;
    });
  }

  /** Lights what the pointer is on, until it leaves. */
  hover(lit: Lit | undefined): void {
    this.#change(() => {
      this.#hover = lit;
    });
  }

  #change(change: () => void): void {
    const before = this.current();
    change();
    const now = this.current();
    if (before?.subject === now?.subject && before?.from === now?.from) return;
    for (const listener of this.#listeners) listener();
  }
}
