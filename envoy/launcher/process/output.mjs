/**
 * The text that programs print.
 */

/**
 * Calls `onLine` for each line of a stream of text, without its line end.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 */
export function readLines(stream, onLine) {
  let unfinished = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (unfinished + text).split(/\r?\n/);
    unfinished = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (unfinished !== '') onLine(unfinished);
  });
}

/**
 * The line of a program's output that names the error: the last one that looks like an error, else the last one.
 *
 * @param {string} output
 * @param {string} fallback the result for empty output
 */
export function findErrorLine(output, fallback) {
  const lines = output.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(error|×)|\b(critical|error:)/i.test(line));
  return errors.at(-1) ?? lines.findLast((line) => line !== '') ?? fallback;
}

/**
 * Reads the output of a child until it ends.
 *
 * @param {ReturnType<typeof import('./processes.mjs').start>} child
 * @param {{ keep: number, onLine: (line: string) => void }} options `keep`: how many of the last lines are kept
 * @returns {{ lines: readonly string[], ended: Promise<string> }} `lines`: the last lines so far; `ended` resolves with a phrase
 *   once the child has ended
 */
export function followOutput(child, { keep, onLine }) {
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    readLines(stream, (line) => {
      lines.push(line);
      if (lines.length > keep) lines.shift();
      onLine(line);
    });
  }
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal === null ? `ended with code ${code}` : `ended by ${signal}`));
  });
  return { lines, ended };
}
