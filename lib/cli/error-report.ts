import type { EndpointError } from 'endpoint.js';

/** Text that an error's position counts in, and where it begins in the text that is shown. */
export interface Source {
  readonly text: string;
  readonly offset: number;
}

/** Most characters shown on either side of the position. */
const CONTEXT = 60;
/** What would move the cursor, or could not be seen. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const UNPRINTABLE = /[\0-\u{1f}\u{7f}-\u{9f}\u{ad}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu;

/** Text that is safe in one line of a terminal. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '·');

/** An error as lines for a terminal: code and message, and where known a caret under the position. */
export function reportEndpointError(error: EndpointError, source: Source | undefined): string {
  const report = `error ${error.code}: ${error.message.replace(UNPRINTABLE, (text) => (text === '\n' ? text : '·'))}`;
  const { position } = error;
  if (position === undefined || source === undefined) return report;
  const index = Math.min(position + source.offset, source.text.length);
  const start = Math.max(0, index - CONTEXT);
  const before = `${start > 0 ? '…' : ''}${printable(source.text.slice(start, index))}`;
  const after = printable(source.text.slice(index, index + CONTEXT));
  const rest = source.text.length > index + CONTEXT ? '…' : '';
  // One column for a character, so that astral ones don't move the caret.
  return `${report}\n  ${before}${after}${rest}\n  ${' '.repeat([...before].length)}^`;
}
