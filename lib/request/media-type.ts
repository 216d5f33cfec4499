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
 * Format over format; previews behind previews, without duplicates and without `-preview`.
 * @throws EndpointError `invalid-media-type` for what can't be part of a media type
 */
export function mergeMediaType(over: unknown, under: unknown): MediaType {
  const { format, previews = [] } = assertKeys('mediaType', over, ['format', 'previews']);
  if (!Array.isArray(previews)) fail('invalid-option', 'mediaType.previews', 'takes a list');
  const base = under as MediaType;
  const names = previews.map((preview) => assertName('mediaType.previews', preview).replace(/-preview$/, ''));
  return {
    format: format ? assertName('mediaType.format', format) : format === undefined ? base.format : '',
    previews: [...new Set([...base.previews, ...names])],
  };
}

/** Works format and previews into an `accept`. */
export type AmendAccept = (accept: string, mediaType: MediaType) => string;

/**
 * Makes the function for one vendor's media types, `application/vnd.<vendor>[.<version>][.<param>][+json]`. Previews take the place
 * of the vendor's type that is none; types of others stay where they are, and `application/octet-stream` turns all of this off.
 * What a builder's requests ask for is mostly the same, so results are remembered.
 */
export function amendAcceptOf(vendor: string, mediaTypeVersion: string): AmendAccept {
  const prefix = 'application/vnd.' + vendor;
  const [prefixSource, versionSource] = [prefix, mediaTypeVersion].map((text) => text.replace(/[.+]/g, '\\$&'));
  const pattern = RegExp(
    `^\\s*${prefixSource}(\\.(?:${versionSource}|v?\\d[^.+;]*|[^.+;]*-preview))?(?:[.+][^;]*)?(;.*)?$`,
    'i',
  );

  const amend = cached((key) => {
    const [accept = '', format, ...previews] = key.split('\n');
    if (/application\/octet-stream/i.test(accept)) return accept;
    const write = (version = '', parameters = ''): string =>
      prefix + version + (format ? '.' + format : '+json') + parameters;
    const wanted: string[] = [];
    const elements = accept.split(',').map((element) => {
      const [match, version, parameters] = pattern.exec(element) ?? [];
      if (match === undefined) return element;
      const text = write(version, parameters);
      if (!version?.endsWith('-preview')) return previews.length ? wanted : text;
      wanted.push(text);
      return text;
    });
    wanted.push(...previews.map((preview) => write(`.${preview}-preview`)));
    // As sets, because many types may give their place to the same previews.
    const amended = [...new Set([...elements, wanted])].flat();
    return [...new Set(amended)].filter(Boolean).join();
  });
  return (accept, { format, previews }) => amend([accept, format, ...previews].join('\n'));
}
