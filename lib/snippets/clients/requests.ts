/**
 * What the Python library `requests`, on which HTTPie is built, does to path and query. When it prepares a url, it resolves dot
 * segments and decodes unreserved characters; when it sends (urllib3), it writes triplets in upper case and encodes brackets.
 */
import { DOT_SEGMENT } from '../../request/dot-segment.js';

const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;
const LOWER_TRIPLET = /%(?:[a-f]|\d[a-f])/;

const extractPath = (target: string): string => target.split('?', 1)[0] ?? '';

/** Whether preparing a url changes its path. */
export function changesPath(target: string): boolean {
  const path = extractPath(target);
  return DOT_SEGMENT.test(path) || ENCODED_UNRESERVED.test(path);
}

/** Whether preparing a url changes its query. */
export const changesQuery = (target: string): boolean =>
  ENCODED_UNRESERVED.test(target.slice(extractPath(target).length));

/** The changes that sending makes in any case, in plain words. */
export function listSendingChanges(target: string): string[] {
  const changes: string[] = [];
  if (LOWER_TRIPLET.test(target)) changes.push('percent-encoded bytes in upper case');
  if (/[[\]]/.test(target)) changes.push('brackets percent-encoded');
  if (target.startsWith('//')) changes.push('slashes at the start of the path as one');
  if (target.indexOf('?') === target.length - 1) changes.push('no question mark without a query');
  return changes;
}
