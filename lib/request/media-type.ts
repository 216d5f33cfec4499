import { fail } from '../errors.js';
import type { MergedOptions } from '../options.js';
import { cached } from '../template/cache.js';
import { assertKeys } from '../strict.js';
import { assertString } from './option-checks.js';
import { hasOwn } from '../template/values.js';

type MergedMediaType = MergedOptions['mediaType'];

/** @throws EndpointError `invalid-media-type` for characters that a media type can't have */
export function assertName(option: string, value: unknown): string {
  const name = assertString(option, value);
  if (!/^[\w.+-]+$/.test(name)) fail('invalid-media-type', option, `"${name}" isn't a name such as "raw"`);
  return name;
}

/**
 * The later format over the earlier; later previews after the earlier, without duplicates and without `-preview`. An explicit undefined
 * unsets.
 * @throws EndpointError `invalid-media-type` for names that can't be part of a media type
 */
export function mergeMediaType(over: unknown, under: unknown): MergedMediaType {
  const given = assertKeys('mediaType', over, ['format', 'previews'], fail);
  let { format, previews } = under as MergedMediaType;
  if (hasOwn(given, 'format')) format = given['format'] ? assertName('mediaType.format', given['format']) : '';
  if (hasOwn(given, 'previews')) {
    const { previews: added = (previews = []) } = given;
    if (!Array.isArray(added)) return fail('invalid-option', 'mediaType.previews', 'must be a list');
    const names = added.map((name) => assertName('mediaType.previews', name).replace(/-preview$/, ''));
    previews = [...new Set([...previews, ...names])];
  }
  return { format, previews };
}

/** The `accept` with format and previews added. */
export type AmendAccept = (accept: string, mediaType: MergedMediaType) => string;

const escapePattern = (text: string): string => text.replace(/[.+]/g, '\\$&');

/**
 * Makes the function for one vendor's media types, `application/vnd.<vendor>[.<version>][.<param>][+json]`. Previews replace the previews of
 * the vendor's types that have none; other types stay, and `application/octet-stream` turns all of this off.
 * Results are remembered, because a builder's requests mostly ask for the same.
 * @param prefix `application/vnd.<vendor>`
 */
export function createAmendAccept(prefix: string, mediaTypeVersion: string): AmendAccept {
  const versions = `${escapePattern(mediaTypeVersion)}|v?\\d[^.+;\\s]*|[^.+;\\s]*-preview`;
  const vendorType = RegExp(`^\\s*${escapePattern(prefix)}(\\.(?:${versions}))?(?:[.+][^;\\s]*)?\\s*(;.*)?$`, 'i');

  const amend = cached((key) => {
    const [accept = '', format, ...previews] = key.split('\n');
    if (/application\/octet-stream/i.test(accept)) return accept;
    const write = (version = '', parameters = ''): string =>
      prefix + version + (format ? '.' + format : '+json') + parameters;
    const types = new Set<string>();
    const present = new Set<string>();
    for (const element of accept.split(',')) {
      const [match, version = '', parameters] = vendorType.exec(element) ?? [];
      const isPreview = /-preview$/i.test(version);
      if (isPreview) present.add(version.toLowerCase());
      if (match === undefined) types.add(element);
      else if (isPreview || !previews.length) types.add(write(version, parameters));
    }
    for (const preview of previews) {
      const version = `.${preview}-preview`;
      if (!present.has(version.toLowerCase())) types.add(write(version));
    }
    return [...types].filter(Boolean).join();
  });
  return (accept, { format, previews }) => amend([accept, format, ...previews].join('\n'));
}
