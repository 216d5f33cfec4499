/** Splits a command line by the rules of Windows' C runtime: `\"` and, in quotes, `""` are quotes. */
export function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  /** Whether the quote directly before closed a text: another one adds it, and goes on. */
  let closed = false;
  for (const [token, slashes] of line.matchAll(/(\\*)"|[ \t]+|\\+|[^\\" \t]+/g)) {
    const wasClosed: boolean = closed;
    closed = false;
    if (slashes !== undefined) {
      const isReopened: boolean = wasClosed && slashes === '';
      const isText: boolean = isReopened || slashes.length % 2 === 1;
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2)) + (isText ? '"' : '');
      closed = !isText && quoted;
      if (isReopened || !isText) quoted = !quoted;
    } else if (quoted || /[^ \t]/.test(token)) word = (word ?? '') + token;
    else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
