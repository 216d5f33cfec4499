import { jsonTokens, parseJson } from './json.js';

/**
 * An object or list in JSON with a line for each member; undefined for any other text. Works on the text, not on its value, so
 * long numbers, repeated names and escapes stay as they were sent.
 */
export function formatJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !parseJson(text).ok) return undefined;
  const tokens = (jsonTokens(text) ?? []).filter(({ kind }) => kind !== 'space');
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  const lines = tokens.map(({ text: token }, index) => {
    const empty = '}]'.includes(tokens[index + 1]?.text ?? ' ');
    if (token === '{' || token === '[') {
      depth += 1;
      return empty ? token : token + newLine();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return '{['.includes(tokens[index - 1]?.text ?? ' ') ? token : newLine() + token;
    }
    if (token === ',') return token + newLine();
    return token === ':' ? ': ' : token;
  });
  return lines.join('');
}
