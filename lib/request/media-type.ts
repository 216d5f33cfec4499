import { EndpointError } from '../errors.js';
import type { EndpointSettings } from '../options.js';
import { assertString, wrongOption } from './option.js';

const FORMAT = /^[\w.+-]+$/;
const PREVIEW = /^[\w-]+$/;

function invalid(parameter: string, message: string): EndpointError {
  return new EndpointError('invalid-media-type', message, { parameter });
}

/**
 * The names of both without duplicates, the first list first, without `-preview`.
 * @throws EndpointError `invalid-media-type` for what can't be part of a media type
 */
export function mergePreviews(previews: readonly string[], more: unknown): string[] {
  if (more === undefined) return [];
  if (!Array.isArray(more)) throw invalid('mediaType.previews', '"mediaType.previews" takes a list of names.');
  const names = more.map((preview: unknown) => {
    const name = typeof preview === 'string' ? preview.replace(/-preview$/, '') : '';
    if (!PREVIEW.test(name)) throw invalid('mediaType.previews', `${JSON.stringify(preview)} is not a preview: give a name such as "mercy".`);
    return name;
  });
  return [...new Set([...previews, ...names])];
}

/** Type and parameters of an element of `accept` that is a vendor's. */
const VENDOR_TYPE = /^\s*application\/vnd\.([^;\s]+)\s*(;[^]*)?$/i;

/** The media types of one vendor: `application/vnd.<vendor>[.<version>][.<param>][+json]`. */
export interface Vendor {
  readonly vendor: string;
  readonly mediaTypeVersion: string;
}

/**
 * The vendor of a builder's settings.
 * @throws EndpointError `invalid-option` for what can't be part of a media type
 */
export function parseVendor({ vendor, mediaTypeVersion = 'v3' }: Pick<EndpointSettings, 'vendor' | 'mediaTypeVersion'>): Vendor | undefined {
  if (vendor === undefined) return undefined;
  for (const [name, value] of Object.entries({ vendor, mediaTypeVersion })) {
    if (!FORMAT.test(assertString(name, value))) throw wrongOption(name, 'a part of a media type, such as "acme" or "v3"');
  }
  return { vendor, mediaTypeVersion };
}

/** Version (or preview, with `-preview`) and parameters of one of the vendor's types; undefined for types of others. */
function parseVendorType(element: string, { vendor, mediaTypeVersion }: Vendor): [version: string, parameters: string] | undefined {
  const [, type = '', parameters = ''] = VENDOR_TYPE.exec(element) ?? [];
  const [before, label = ''] = type.slice(vendor.length).split(/[.+]/);
  if (before || type.slice(0, vendor.length).toLowerCase() !== vendor.toLowerCase()) return undefined;
  return [label === mediaTypeVersion || /^v?\d|-preview$/.test(label) ? label : '', parameters];
}

/**
 * `accept` with `format` and `previews` worked into the vendor's media types. Previews take the place of the vendor's type that is
 * none; media types of others stay where they are.
 * @throws EndpointError `invalid-media-type` where the builder has no vendor, or for a format that can't be part of a media type
 */
export function amendAccept(accept: string, format: string, previews: readonly string[], vendor: Vendor | undefined): string {
  if (!vendor) {
    throw invalid('mediaType', '"mediaType" needs a vendor: createEndpoint({ vendor: "acme" }) makes "application/vnd.acme…" of it.');
  }
  if (format && !FORMAT.test(format)) {
    throw invalid('mediaType.format', `${JSON.stringify(format)} is not a format: give one such as "raw" or "text+json".`);
  }
  if (/application\/octet-stream/i.test(accept)) return accept;

  const amend = (version: string, parameters = ''): string =>
    `application/vnd.${vendor.vendor}${version && '.' + version}${format ? '.' + format : '+json'}${parameters}`;
  const elements = accept.split(',').map((element) => ({ element, type: parseVendorType(element, vendor) }));
  const accepted = elements.flatMap(({ type }) => (type?.[0].endsWith('-preview') ? [amend(...type)] : []));
  const wanted = previews.length ? [...accepted, ...previews.map((preview) => amend(preview + '-preview'))] : [];

  const amended = new Set<string>();
  for (const { element, type } of elements) {
    if (!type) amended.add(element);
    else if (!wanted.length || type[0].endsWith('-preview')) amended.add(amend(...type));
    else for (const preview of wanted) amended.add(preview);
  }
  for (const preview of wanted) amended.add(preview);
  amended.delete('');
  return [...amended].join(',');
}
