import { EndpointError } from '../errors.js';
import type { EndpointSettings, MergedOptions } from '../options.js';
import { assertKeys, assertString, wrongOption } from './option.js';

/** The media types of one vendor: `application/vnd.<vendor>[.<version>][.<param>][+json]`. */
export interface Vendor {
  readonly vendor: string;
  readonly mediaTypeVersion: string;
}

/** What may stand in a media type's name here. */
const NAME = /^[\w.+-]+$/;
/** A vendor's type, without `application/vnd.`, and its parameters. */
const VENDOR_TYPE = /^\s*application\/vnd\.([^;\s]+)\s*(.*)$/i;

function assertName(name: string, value: unknown): string {
  if (NAME.test(assertString(name, value))) return value as string;
  throw new EndpointError(
    'invalid-media-type',
    `${name}: "${String(value)}" can't stand in a media type, give a name such as "raw".`,
    name,
  );
}

/** The vendor of a builder's settings, checked. */
export function parseVendor({ vendor, mediaTypeVersion = 'v3' }: EndpointSettings): Vendor | undefined {
  return vendor === undefined
    ? undefined
    : { vendor: assertName('vendor', vendor), mediaTypeVersion: assertName('mediaTypeVersion', mediaTypeVersion) };
}

/**
 * Format over format; previews behind previews, without duplicates and without `-preview`.
 * @throws EndpointError `invalid-media-type` for what can't stand in a media type
 */
export function mergeMediaType(over: unknown, under: unknown): MergedOptions['mediaType'] {
  const { format, previews } = under as MergedOptions['mediaType'];
  const { format: newFormat = format, previews: more = [] } = assertKeys('mediaType', over, ['format', 'previews']);
  if (!Array.isArray(more)) throw wrongOption('mediaType.previews', 'a list of names');
  const names = more.map((preview) => assertName('mediaType.previews', preview).replace(/-preview$/, ''));
  return {
    format: newFormat ? assertName('mediaType.format', newFormat) : '',
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
  if (!format && !previews.length) return accept;
  if (!vendor)
    throw new EndpointError(
      'invalid-media-type',
      'mediaType: needs a vendor, see createEndpoint({ vendor }).',
      'mediaType',
    );
  if (/application\/octet-stream/i.test(accept)) return accept;

  const name = vendor.vendor;
  const write = (version: string, parameters = ''): string =>
    `application/vnd.${name}${version && '.' + version}${format ? '.' + format : '+json'}${parameters}`;

  const elements = accept.split(',').map((element) => {
    const [, type = '', parameters] = VENDOR_TYPE.exec(element) ?? [];
    const [tail, label = ''] = type.slice(name.length).split(/[.+]/);
    if (tail || type.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return { text: element };
    const preview = label.endsWith('-preview');
    return {
      text: write(preview || label === vendor.mediaTypeVersion || /^v?\d/.test(label) ? label : '', parameters),
      preview,
    };
  });

  const wanted = [
    ...elements.filter(({ preview }) => preview).map(({ text }) => text),
    ...previews.map((preview) => write(preview + '-preview')),
  ];
  const amended = elements.flatMap(({ text, preview }) => (preview === false && previews.length ? wanted : text || []));
  return [...new Set([...amended, ...(previews.length ? wanted : [])])].join(',');
}
