import { QUERY_STYLES, type EndpointOptions, type EndpointSettings } from './options.js';
import { fail } from './errors.js';
import type { Builder } from './request/build.js';
import { JSON_MEDIA_TYPE } from './request/content.js';
import { assertName, createAmendAccept } from './request/media-type.js';
import { NO_OPTIONS } from './request/merge.js';
import { assertKeys } from './request/option-checks.js';
import { parseRoute } from './request/route.js';
import { targetParser } from './request/target.js';
import { cached } from './template/cache.js';
import { MAX_LENGTH } from './template/writer.js';
import { defaultUserAgent } from './user-agent.js';

/** The settings, each with the values that it may have, where these are few. */
const SETTINGS = {
  vendor: undefined,
  mediaTypeVersion: undefined,
  baseUrl: undefined,
  headers: undefined,
  mediaType: undefined,
  query: undefined,
  missing: ['error', 'omit'],
  strict: [false, true],
  maxLength: undefined,
} as const satisfies Readonly<Record<keyof EndpointSettings, readonly unknown[] | undefined>>;

function assertSettings(name: string, value: unknown, known: Readonly<Record<string, readonly unknown[] | undefined>>) {
  const settings = assertKeys(name, value, Object.keys(known));
  for (const key of Object.keys(settings)) {
    const values = known[key];
    if (values && settings[key] !== undefined && !values.includes(settings[key]))
      fail('invalid-option', `${name}.${key}`, 'must be ' + values.join(' or '));
  }
}

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
 * Reads the settings of a builder.
 * @throws EndpointError `invalid-option` for an unknown setting or one of the wrong type
 */
export function readSettings(settings: EndpointSettings = {}): Decisions {
  assertSettings('settings', settings, SETTINGS);
  const { vendor, mediaTypeVersion = 'v3', query = {}, missing, strict, maxLength = MAX_LENGTH, ...options } = settings;
  if (typeof maxLength !== 'number' || !(maxLength > 0))
    fail('invalid-option', 'settings.maxLength', 'must be a positive number');
  assertSettings('query', query, QUERY_STYLES);
  assertName('mediaTypeVersion', mediaTypeVersion);
  const vendorType = vendor !== undefined && `application/vnd.${assertName('vendor', vendor)}`;
  const accept = vendorType ? `${vendorType}.${mediaTypeVersion}+json` : JSON_MEDIA_TYPE;
  return {
    builder: {
      amendAccept: vendorType ? createAmendAccept(vendorType, mediaTypeVersion) : undefined,
      maxLength,
      omitMissing: missing === 'omit',
      parseRoute: cached(parseRoute),
      parseTarget: targetParser(strict),
      query: { ...query },
      defaults: NO_OPTIONS,
    },
    vendor: { headers: { accept, 'user-agent': defaultUserAgent(vendor) } },
    options,
  };
}
