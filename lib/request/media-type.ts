import { fail } from '../errors.js';
import type { MergedOptions } from '../options.js';
import { cached } from '../template/cache.js';
import { assertKeys, assertString } from './option.js';

type MediaType = MergedOptions['mediaType'];

/** @throws EndpointError `invalid-media-type` for what can't be part of a media type */
export function assertName(option: string, value: unknown): string {
  const name = assertString(option, value);
  if (!/^[\w.+-]+$/.test(name))
    fail('invalid-media-type', option, `"${name}" can't stand in a media type, give a name such as "raw"`);
  return name;
}

/**
 * Format over format; previews after previews, without duplicates and without `-preview`. An explicit undefined unsets.
 * @throws EndpointError `invalid-media-type` for what can't be part of a media type
 */
export function mergeMediaType(over: unknown, under: unknown): MediaType {
  const earlier = under as MediaType;
  const { format, previews } = { ...earlier, ...assertKeys('mediaType', over, ['format', 'previews']) };
  const names = previews ?? [];
  if (!Array.isArray(names)) return fail('invalid-option', 'mediaType.previews', 'must be a list');
  const kept = previews === undefined ? [] : earlier.previews;
  const added = names.map((name) => assertName('mediaType.previews', name).replace(/-preview$/, ''));
  return {
    format: format ? assertName('mediaType.format', format) : '',
    previews: [...new Set([...kept, ...added])],
  };
}

/** Works format and previews into an `accept`. */
export type AmendAccept = (accept: string, mediaType: MediaType) => string;

/**
 * Makes the function for one vendor's media types, `application/vnd.<vendor>[.<version>][.<param>][+json]`. Previews take the place
 * of the vendor's type that is none; types of others stay where they are, and `application/octet-stream` turns all of this off.
 * What a builder's requests ask for is mostly the same, so results are remembered.
 * @param prefix `application/vnd.<vendor>`
 */
export function amendAcceptOf(prefix: string, mediaTypeVersion: string): AmendAccept {
  const [prefixSource, versionSource] = [prefix, mediaTypeVersion].map((text) => text.replace(/[.+]/g, '\\$&'));
  const pattern = RegExp(
    `^\\s*${prefixSource}(\\.(?:${versionSource}|v?\\d[^.+;\\s]*|[^.+;\\s]*-preview))?(?:[.+][^;\\s]*)?\\s*(;.*)?$`,
    'i',
  );

  const amend = cached((key) => {
    const [accept = '', format, ...previews] = key.split('\n');
    if (/application\/octet-stream/i.test(accept)) return accept;
    const write = (version = '', parameters = ''): string =>
      prefix + version + (format ? '.' + format : '+json') + parameters;
    const wanted: string[] = [];
    const present = new Set<string>();
    const elements = accept.split(',').map((element) => {
      const [match, version, parameters] = pattern.exec(element) ?? [];
      if (match === undefined) return element;
      const text = write(version, parameters);
      if (!/-preview$/i.test(version ?? '')) return previews.length ? wanted : text;
      present.add((version as string).toLowerCase());
      wanted.push(text);
      return text;
    });
    for (const preview of previews) {
      const version = `.${preview}-preview`;
      if (!present.has(version.toLowerCase())) wanted.push(write(version));
    }
    // As sets, because many types may give their place to the same previews.
    const amended = [...new Set([...elements, wanted])].flat();
    return [...new Set(amended)].filter(Boolean).join();
  });
  return (accept, { format, previews }) => amend([accept, format, ...previews].join('\n'));
}
