/** Splits a command line by the rules of Windows' C runtime: `\"` and, in quotes, `""` are quotes. */
export function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    let end = at;
    while (line[end] === '\\') end += 1;
    const slashes = end - at;
    if (slashes > 0) {
      const isBeforeQuote = line[end] === '"';
      word = (word ?? '') + '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      const isEscaped = isBeforeQuote && slashes % 2 === 1;
      if (isEscaped) word += '"';
      at = isEscaped ? end : end - 1;
      continue;
    }
    const character = line.charAt(at);
    if (character === '"') {
      word ??= '';
      if (quoted && line.charAt(at + 1) === '"') {
        word += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (/[ \t]/.test(character) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}
