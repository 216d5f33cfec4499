import { fail } from './errors.js';
import { QUERY_STYLES, type EndpointOptions, type EndpointSettings } from './options.js';
import type { Builder } from './request/build.js';
import { getOrigin, parseOrigin } from './request/base-url.js';
import { JSON_MEDIA_TYPE } from './request/content.js';
import { assertName, createAmendAccept } from './request/media-type.js';
import { NO_OPTIONS } from './request/merge.js';
import { assertSettings, positive, rule, typed, type Rules } from './strict.js';
import { cached } from './template/cache.js';
import { MAX_LENGTH } from './template/writer.js';
import { defaultUserAgent } from './user-agent.js';

/** Whether a value is scheme and host alone, without a wildcard, which would match nothing. */
function isOrigin(value: unknown): boolean {
  try {
    return typeof value === 'string' && /^[^@*]+$/.test(value) && parseOrigin('origins', value) === value;
  } catch {
    return false;
  }
}

const allow = (bases: readonly string[]): ((base: string) => boolean) =>
  cached((base) => bases.map(getOrigin).includes(getOrigin(base)));

/** The rules of the settings; those without one are checked as options. */
export const SETTINGS = {
  vendor: undefined,
  mediaTypeVersion: undefined,
  baseUrl: undefined,
  headers: undefined,
  mediaType: undefined,
  origins: /* @__PURE__ */ rule(
    (value) => Array.isArray(value) && value.every(isOrigin),
    'a list of origins such as https://host',
  ),
  query: undefined,
  missing: ['error', 'omit'],
  strict: /* @__PURE__ */ typed('boolean'),
  maxLength: positive,
} satisfies Rules<keyof EndpointSettings>;

/** What settings decide: the rules of all requests, and two layers of options. */
interface Decisions {
  /** The builder without defaults. */
  readonly builder: Builder;
  /** The options that a builder has by itself. */
  readonly vendor: EndpointOptions;
  /** The options among the settings. */
  readonly options: EndpointOptions;
}

/**
 * Checks the settings of a builder.
 * @throws EndpointError `invalid-option` for an unknown setting or one of the wrong type
 */
export function checkSettings(settings: EndpointSettings): EndpointSettings {
  assertSettings('settings', settings, SETTINGS, fail);
  if (settings.query !== undefined) assertSettings('query', settings.query, QUERY_STYLES, fail);
  return settings;
}

/** Decides by checked settings. */
export function readSettings({
  vendor,
  mediaTypeVersion = 'v3',
  query = {},
  missing,
  strict,
  maxLength = MAX_LENGTH,
  origins,
  ...options
}: EndpointSettings): Decisions {
  const { arrays = vendor === 'github' ? 'comma' : 'repeat', objects } = query;
  assertName('mediaTypeVersion', mediaTypeVersion);
  const vendorType = vendor !== undefined && `application/vnd.${assertName('vendor', vendor)}`;
  const accept = vendorType ? `${vendorType}.${mediaTypeVersion}+json` : JSON_MEDIA_TYPE;
  return {
    builder: {
      amendAccept: vendorType ? createAmendAccept(vendorType, mediaTypeVersion) : undefined,
      maxLength,
      allows: origins && allow([options.baseUrl ?? '', ...origins]),
      omitMissing: missing === 'omit',
      strict,
      recall: cached(() => ({})),
      // Of 58 receivers 49 read a repeated name as a list, and 2 commas; GitHub documents commas (docs/guides/query-styles.md).
      query: { arrays, objects },
      defaults: NO_OPTIONS,
    },
    vendor: { headers: { accept, 'user-agent': defaultUserAgent(vendor) } },
    options,
  };
}
