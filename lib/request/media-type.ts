import { EndpointError } from '../errors.js';
import type { EndpointSettings, MergedOptions } from '../options.js';
import { assertKeys, assertString, wrongOption } from './option.js';

/** The media types of one vendor: `application/vnd.<vendor>[.<version>][.<param>][+json]`. */
export interface Vendor {
  /** What they all begin with. */
  readonly prefix: string;
  /** Matches one of them, with its version or preview and its parameters. */
  readonly pattern: RegExp;
}

function assertName(option: string, value: unknown): string {
  if (/^[\w.+-]+$/.test(assertString(option, value))) return value as string;
  throw new EndpointError(
    'invalid-media-type',
    `${option}: "${String(value)}" can't be part of a media type, give a name such as "raw".`,
    option,
  );
}

/** The vendor of a builder's settings, and the `accept` that it has by default. */
export function parseVendor({
  vendor,
  mediaTypeVersion = 'v3',
}: EndpointSettings): [vendor: Vendor | undefined, accept: string] {
  if (vendor === undefined) return [undefined, 'application/json'];
  const prefix = 'application/vnd.' + assertName('vendor', vendor);
  const version = '.' + assertName('mediaTypeVersion', mediaTypeVersion);
  const [prefixSource, versionSource] = [prefix, version].map((text) => text.replace(/[.+]/g, '\\$&'));
  const pattern = RegExp(
    `^\\s*${prefixSource}(${versionSource}|\\.v?\\d[^.+;]*|\\.[^.+;]*-preview)?(?:[.+][^;]*)?(;.*)?$`,
    'i',
  );
  return [{ prefix, pattern }, prefix + version + '+json'];
}

/**
 * Format over format; previews behind previews, without duplicates and without `-preview`.
 * @throws EndpointError `invalid-media-type` for what can't be part of a media type
 */
export function mergeMediaType(over: unknown, under: unknown): MergedOptions['mediaType'] {
  const { format, previews } = under as MergedOptions['mediaType'];
  const given = assertKeys('mediaType', over, 'format', 'previews');
  const more = given['previews'] ?? [];
  if (!Array.isArray(more)) throw wrongOption('mediaType.previews', 'a list of names');
  const names = more.map((preview) => assertName('mediaType.previews', preview).replace(/-preview$/, ''));
  return {
    format: given['format']
      ? assertName('mediaType.format', given['format'])
      : given['format'] === undefined
        ? format
        : '',
    previews: [...new Set([...previews, ...names])],
  };
}

/**
 * `accept` with `format` and `previews` worked into the vendor's types. Previews take the place of the vendor's type that is none;
 * types of others stay where they are, and `application/octet-stream` turns all of this off.
 * @throws EndpointError `invalid-media-type` where the builder has no vendor
 */
export function amendAccept(
  accept: string,
  { format, previews }: MergedOptions['mediaType'],
  vendor: Vendor | undefined,
): string {
  if (!vendor)
    throw new EndpointError('invalid-media-type', 'mediaType: needs a vendor, see createEndpoint.', 'mediaType');
  if (/application\/octet-stream/i.test(accept)) return accept;

  const write = (version = '', parameters = ''): string =>
    vendor.prefix + version + (format ? '.' + format : '+json') + parameters;
  const isPreview = (version = ''): boolean => version.endsWith('-preview');
  const elements = accept.split(',').map((element) => vendor.pattern.exec(element) ?? element);
  const wanted = elements.flatMap((type) =>
    typeof type !== 'string' && isPreview(type[1]) ? write(type[1], type[2]) : [],
  );
  wanted.push(...previews.map((preview) => write(`.${preview}-preview`)));

  const amended = elements.flatMap((type) => {
    if (typeof type === 'string') return type || [];
    return previews.length && !isPreview(type[1]) ? wanted : write(type[1], type[2]);
  });
  return [...new Set(previews.length ? [...amended, ...wanted] : amended)].join();
}
