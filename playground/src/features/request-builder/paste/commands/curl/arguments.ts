/** Splits the arguments of curl into operations, each with its URLs and options, as curl does it. */
import { findOption, hasNoForm, NUMBERS, type Option } from './options.js';

/** An option of an operation. */
export interface OptionUse {
  readonly name: string;
  /** As it is in the command: `-X`, `--no-get`. */
  readonly written: string;
  readonly value: string;
  /** Whether it is switched on: `--no-…` switches off. */
  readonly on: boolean;
}

/** The URLs and options up to `--next`. */
export interface Operation {
  readonly urls: string[];
  readonly options: OptionUse[];
}

/** The operations of a command. */
export interface Arguments {
  readonly operations: readonly Operation[];
  /** Sentences about arguments that curl refuses, or that aren’t known here: they concern all requests. */
  readonly mistakes: readonly string[];
}

/** Whether a word may be the value of an option that isn’t known. */
const mayBeValue = (word: string | undefined): boolean => word !== undefined && !/^-|^https?:\/\//i.test(word);

class ArgumentReader {
  readonly operations: Operation[] = [{ urls: [], options: [] }];
  readonly mistakes: string[] = [];
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get #operation(): Operation {
    return this.operations.at(-1) ?? { urls: [], options: [] };
  }

  #unknown(written: string): void {
    this.mistakes.push(`\`${written}\` isn’t an option of curl that is known here.`);
    if (mayBeValue(this.#words[this.#at])) this.#at += 1;
  }

  #add(option: Option, use: Omit<OptionUse, 'name'>): void {
    if (option.name === 'url') this.#operation.urls.push(use.value);
    else if (option.name === 'next') {
      // Like curl: without a URL before it, `--next` has no effect.
      if (this.#operation.urls.length > 0) this.operations.push({ urls: [], options: [] });
    } else {
      this.#operation.options.push({ name: option.name, ...use });
      if (NUMBERS.has(option.name) && !/^\d+(?:\.\d+)?$/.test(use.value) && !use.value.includes('{{'))
        this.mistakes.push(`curl refuses the value of \`${use.written}\`, which isn’t a number.`);
    }
  }

  #takeValue(written: string): string | undefined {
    const value = this.#words[this.#at];
    this.#at += 1;
    if (value === undefined) this.mistakes.push(`\`${written}\` has no value.`);
    return value;
  }

  #readLong(word: string): void {
    const text = word.slice(2);
    const named = findOption(text);
    const off = text.startsWith('no-') ? findOption(text.slice(3)) : undefined;
    const option = text.length < 2 ? undefined : (named ?? off);
    if (option === undefined || (named === undefined && !hasNoForm(option))) return this.#unknown(word);
    const value = option.hasValue ? this.#takeValue(word) : '';
    if (value !== undefined) this.#add(option, { written: word, value, on: named !== undefined });
    return undefined;
  }

  /** `-sSXPOST`: several options in one word, of which the last may be followed by its value. */
  #readShort(word: string): void {
    if (word === '-') this.#unknown(word);
    for (let index = 1; index < word.length; index += 1) {
      const letter = word.charAt(index);
      const written = `-${letter}`;
      const option = findOption(letter);
      if (option === undefined) return this.#unknown(written);
      const attached = word.slice(index + 1);
      const value = !option.hasValue ? '' : attached === '' ? this.#takeValue(written) : attached;
      if (value !== undefined) this.#add(option, { written, value, on: true });
      if (option.hasValue) return undefined;
    }
    return undefined;
  }

  read(): Arguments {
    let hasOptions = true;
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] ?? '';
      this.#at += 1;
      if (!hasOptions || !word.startsWith('-')) this.#operation.urls.push(word);
      else if (word === '--') hasOptions = false;
      else if (word.startsWith('--')) this.#readLong(word);
      else this.#readShort(word);
    }
    return this;
  }
}

/** Reads the words after `curl`. */
export function readArguments(words: readonly string[]): Arguments {
  return new ArgumentReader(words).read();
}
