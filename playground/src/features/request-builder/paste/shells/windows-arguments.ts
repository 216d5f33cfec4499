/** Splits a command line by the rules of Windows' C runtime: `\"` and, in quotes, `""` are quotes. */
export function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\+(?=")/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) {
        word += '"';
        continue;
      }
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
