/** The highlighted subject of the request, and the source of its sentence. */
export interface Highlight {
  /** Every element that has this subject among its own is highlighted. */
  readonly subject: string;
  /** The source of the sentence that is shown, see `findSentence`. */
  readonly from: string;
}

/** Holds the current highlight: that of the pointer, else that of the caret, the focus or the last tap. */
export class HighlightStore {
  #focused: Highlight | undefined;
  #hovered: Highlight | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = (): Highlight | undefined => this.#hovered ?? this.#focused;

  /** Highlights the place of the caret or the focus, wherever the pointer was left. */
  focus(highlight: Highlight | undefined): void {
    this.#change(() => {
      this.#focused = highlight;
      this.#hovered = undefined;
    });
  }

  /** Highlights the place of the pointer until it leaves. */
  hover(highlight: Highlight | undefined): void {
    this.#change(() => {
      this.#hovered = highlight;
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
