import { markAngled, placeholder } from '../variables.js';

/**
 * `<name>` outside of quotes, also with the carets of cmd. A name may have spaces and bars, but neither quotes nor anything by which a
 * redirection goes on: an option, or the space or number before the next one.
 */
const ANGLED = /\^?<(?![\s(|/])((?:(?! -)[^<>"'`\\;&\n])+)(?<!\s\d?)>/y;

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

  /** Whether a text is at the position. */
  starts(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Takes `<name>`, which stands for a value and isn’t a redirection; returns its mark. */
  takeAngled(): string | undefined {
    const name = this.take(ANGLED)?.[1];
    return name && markAngled(name);
  }
}

/** A variable alone, or a program with or without its folder. */
const COMMAND = /^\s*(?:\$(\w[\w.]*)\s*$|(?:[\w.~-]*\/)*([A-Za-z_][\w.-]*)(?=[\s;|]|$))/;

/** The name of a command's program. Its arguments may be secrets, and names are shared. */
function nameCommand(source: string): string {
  const [, variable, program] = COMMAND.exec(source) ?? [];
  return /\bcurl\b/.test(source) ? 'curl' : (variable ?? program ?? 'command');
}

/** The names of a text's expressions: different ones of the same name are numbered. */
export class ExpressionNames {
  readonly #sources = new Map<string, Map<string, number>>();

  /** `{{name}}` for an expression: the same for the same source. */
  write(source: string, name = nameCommand(source)): string {
    const numbers = this.#sources.get(name) ?? new Map<string, number>();
    this.#sources.set(name, numbers);
    const number = numbers.get(source) ?? numbers.size + 1;
    numbers.set(source, number);
    return placeholder(number === 1 ? name : `${name.slice(0, 30)}_${number}`);
  }
}
