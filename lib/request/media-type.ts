import { fail } from '../errors.js';
import type { MergedOptions } from '../options.js';
import { cached } from '../template/cache.js';
import { assertKeys, assertString } from './option-checks.js';

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
  const earlier = under as MergedMediaType;
  const { format, previews } = { ...earlier, ...assertKeys('mediaType', over, ['format', 'previews']) };
  if (previews !== undefined && !Array.isArray(previews))
    return fail('invalid-option', 'mediaType.previews', 'must be a list');
  const names = previews ? [...earlier.previews, ...previews] : [];
  return {
    format: format ? assertName('mediaType.format', format) : '',
    previews: [...new Set(names.map((name) => assertName('mediaType.previews', name).replace(/-preview$/, '')))],
  };
}

/** The `accept` with format and previews added. */
export type AmendAccept = (accept: string, mediaType: MergedMediaType) => string;

const escapePattern = (text: string): string => text.replace(/[.+]/g, '\\$&');

/**
 * Makes the function for one vendor's media types, `application/vnd.<vendor>[.<version>][.<param>][+json]`. Previews replace those of
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
    const previewTypes: string[] = [];
    const present = new Set<string>();
    const elements = accept.split(',').map((element) => {
      const match = vendorType.exec(element);
      if (!match) return element;
      const [, version = '', parameters] = match;
      const type = write(version, parameters);
      if (!/-preview$/i.test(version)) return previews.length ? previewTypes : type;
      present.add(version.toLowerCase());
      previewTypes.push(type);
      return type;
    });
    for (const preview of previews) {
      const version = `.${preview}-preview`;
      if (!present.has(version.toLowerCase())) previewTypes.push(write(version));
    }
    // As sets, because the same previews may replace many types.
    const amended = [...new Set([...elements, previewTypes])].flat();
    return [...new Set(amended)].filter(Boolean).join();
  });
  return (accept, { format, previews }) => amend([accept, format, ...previews].join('\n'));
}
