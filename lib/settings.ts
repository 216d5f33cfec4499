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

type Choices = Readonly<Record<string, readonly unknown[]>>;

const CHOICES: Choices = { missing: ['error', 'omit'], strict: [false, true] };

function assertChoices(prefix: string, settings: object, choices: Choices): void {
  for (const [name, values] of Object.entries(choices)) {
    const value = settings[name as never];
    if (value !== undefined && !values.includes(value))
      fail('invalid-option', prefix + name, 'must be ' + values.join(' or '));
  }
}

const SETTINGS: readonly (keyof EndpointSettings)[] = [
  'vendor',
  'mediaTypeVersion',
  'baseUrl',
  'headers',
  'mediaType',
  'query',
  'missing',
  'strict',
  'maxLength',
];

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
  assertKeys('settings', settings, SETTINGS);
  const { vendor, mediaTypeVersion = 'v3', query = {}, missing, strict, maxLength = MAX_LENGTH, ...options } = settings;
  if (typeof maxLength !== 'number' || !(maxLength > 0))
    fail('invalid-option', 'maxLength', 'must be a positive number of characters');
  assertChoices('', settings, CHOICES);
  assertKeys('query', query, Object.keys(QUERY_STYLES));
  assertChoices('query.', query, QUERY_STYLES);
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
