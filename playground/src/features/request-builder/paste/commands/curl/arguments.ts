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
export class Operation {
  readonly urls: string[] = [];
  readonly options: OptionUse[] = [];

  /** The values of options. */
  list(...names: readonly string[]): readonly string[] {
    return this.options.flatMap(({ name, value }) => (names.includes(name) ? value : []));
  }

  /** The last value of an option, which counts. */
  last(name: string): string | undefined {
    return this.list(name).at(-1);
  }

  /** Whether an option is switched on in the end. */
  isOn(name: string): boolean {
    return this.options.findLast((use) => use.name === name)?.on === true;
  }
}

/** The operations of a command. */
export interface Arguments {
  readonly operations: readonly Operation[];
  /** Sentences about arguments that curl refuses, or that aren’t known here: they concern all requests. */
  readonly mistakes: readonly string[];
}

/** Reads the words after `curl`. */
export function readArguments(words: readonly string[]): Arguments {
  let operation = new Operation();
  const operations = [operation];
  const mistakes: string[] = [];
  let at = 0;

  const nameUnknown = (written: string) => {
    mistakes.push(`\`${written}\` isn’t an option of curl that is known here.`);
    // A word that may be its value.
    if (/^(?!-|https?:\/\/)/i.test(words[at] ?? '-')) at += 1;
  };
  /** Adds an option, whose value is directly after it or the next word. */
  const add = ({ name, hasValue }: Option, written: string, attached = '', on = true) => {
    const value = !hasValue ? '' : attached || words[at++];
    if (value === undefined) mistakes.push(`\`${written}\` has no value.`);
    else if (name === 'url') operation.urls.push(value);
    else if (name !== 'next') {
      operation.options.push({ name, written, value, on });
      if (NUMBERS.has(name) && !/^\d+(?:\.\d+)?$|\{\{/.test(value))
        mistakes.push(`curl refuses the value of \`${written}\`, which isn’t a number.`);
      // Like curl: without a URL before it, `--next` has no effect.
    } else if (operation.urls.length > 0) operations.push((operation = new Operation()));
  };
  const readLong = (word: string) => {
    const text = word.slice(2);
    const option = text.length < 2 ? undefined : findOption(text);
    const off = text.startsWith('no-') ? findOption(text.slice(3)) : undefined;
    if (option) add(option, word);
    else if (off && hasNoForm(off)) add(off, word, '', false);
    else nameUnknown(word);
  };
  /** `-sSXPOST`: several options in one word, of which the last may be followed by its value. */
  const readShort = (word: string) => {
    for (let index = 1; index < word.length; index += 1) {
      const written = `-${word.charAt(index)}`;
      const option = findOption(word.charAt(index));
      if (option === undefined) return nameUnknown(written);
      add(option, written, word.slice(index + 1));
      if (option.hasValue) return undefined;
    }
    return undefined;
  };

  let hasOptions = true;
  while (at < words.length) {
    const word = words[at++] ?? '';
    if (!hasOptions || !word.startsWith('-')) operation.urls.push(word);
    else if (word === '--') hasOptions = false;
    else if (word === '-') nameUnknown(word);
    else if (word.startsWith('--')) readLong(word);
    else readShort(word);
  }
  return { operations, mistakes };
}
