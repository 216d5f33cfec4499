/** A text that is read from its beginning to its end. */
export class Scanner {
  readonly text: string;
  /** Index of the next character. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Takes what a sticky pattern matches at the position; null if it doesn't match there. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }
}
