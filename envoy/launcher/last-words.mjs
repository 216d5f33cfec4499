/**
 * What the output of a program says about why it failed.
 */

/**
 * @typedef {object} DownloadFailure
 * @property {string} reason
 * @property {boolean} final whether another installer would fail in the same way
 */

/**
 * The line of a program's output that says what went wrong.
 *
 * @param {string} output
 * @param {string} failure what to say when the output says nothing
 */
export function lastWords(output, failure) {
  const lines = output.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(error|×)|\b(critical|error:)/i.test(line));
  return errors.at(-1) ?? lines.findLast((line) => line !== '') ?? failure;
}

/**
 * Why pip or uv could not download a wheel. pip ends with "No matching distribution" whatever the cause; the cause is further up.
 *
 * @param {string} output of pip with -vv, or of uv
 * @param {string} failure how the program ended
 * @returns {DownloadFailure}
 */
export function downloadFailure(output, failure) {
  const [, computed] = /(?:Got|Computed:)\s+(?:sha256:)?([0-9a-f]{64})/.exec(output) ?? [];
  if (computed !== undefined)
    return {
      reason: `the wheel has the SHA-256 ${computed}, which isn't among those of endpoint.js; it was not installed`,
      final: true,
    };
  if (/didn't answer|took longer/.test(failure)) return { reason: failure, final: true };
  const [, url, cause = ''] =
    /Could not fetch URL (\S+): (.*) - skipping/.exec(output) ?? /Failed to fetch: (\S+)([^]*)/.exec(output) ?? [];
  if (url === undefined) return { reason: lastWords(output, failure), final: false };
  const final = /timed out|timeout/i.test(cause);
  return { reason: `${url} ${final ? 'did not answer in time' : `failed: ${innermost(cause)}`}`, final };
}

/**
 * The innermost of nested errors: of Python's the one of the system, of uv's the last "cause:".
 *
 * @param {string} cause
 */
function innermost(cause) {
  const system = /\[(?:Errno|SSL)[^\]]*\] ([^'"]*)/.exec(cause)?.[1];
  return (system ?? cause.split(/^\s*cause: /m).at(-1) ?? cause).trim();
}
