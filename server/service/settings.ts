import {
  assertSettings,
  type FailSetting,
  isPlainObject,
  type Rule,
  rule,
  type Rules,
  typed,
} from '../../lib/strict.js';

/** Throws the error of a setting. */
const fail: FailSetting = (_, name, problem) => {
  throw new TypeError(`${name}: ${problem}.`);
};

/** The rule of a setting that needs a value where it is present, or always. */
interface ValueRule extends Rule {
  readonly required: boolean;
}

/** For settings of security: an undefined one, such as an unset variable, must not open the server. */
const secure = (accepted: Rule): ValueRule => ({ ...accepted, required: false });

export const required = (accepted: Rule): ValueRule => ({ ...accepted, required: true });

/**
 * Rejects settings that would have no effect.
 *
 * @throws {TypeError} with the name of a setting
 */
export function checkSettings<Settings extends object>(
  owner: string,
  settings: Settings,
  rules: Rules<keyof Settings & string>,
): void {
  assertSettings(owner, settings, rules, fail);
  const values = new Map<string, unknown>(Object.entries(settings));
  for (const [name, accepted] of Object.entries<Rule | ValueRule | undefined>(rules)) {
    if (!accepted || !('required' in accepted) || values.get(name) !== undefined) continue;
    const problem = values.has(name) ? 'undefined' : accepted.required && 'missing';
    const fix = `pass ${accepted.join('')}${accepted.required ? '' : ', or omit the setting'}`;
    if (problem) fail('invalid-option', `${owner}.${name}`, `is ${problem}; ${fix}`);
  }
}

/** For whole numbers; timers take none above 2^31 - 1. */
const integer = (least: number, most = 2 ** 31 - 1) =>
  rule(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `an integer from ${least} to ${most}`,
  );

/** For texts that aren't empty. */
export const nonEmpty = (words: string) => rule((value) => typeof value === 'string' && value !== '', words);

export const listOf = (member: Rule, words: string) =>
  rule((value) => Array.isArray(value) && value.every((item) => member.includes(item)), `a list of ${words}`);

/** For objects with one member or more. */
const objectOf = (member: Rule, words: string) =>
  rule((value) => {
    const values = isPlainObject(value) ? Object.values(value) : [];
    return values.length > 0 && values.every((item) => member.includes(item));
  }, words);

/** For objects of a library. */
export const withMember = (name: string, words: string) => rule((value) => name in Object(value), words);

/** Neither in brackets nor, as a link-local one, without its zone: the system refuses both in other words. */
const host = rule(
  (value) => typeof value === 'string' && value !== '' && !/^\[|^fe[89ab][\da-f]:[^%]*$/i.test(value),
  'a name or an address, such as 127.0.0.1, ::1 without brackets, or fe80::1%eth0 with its zone',
);
const port = integer(0, 65_535);
export const count = integer(1);

// The command line reads these too, before the server is loaded.

export const LISTEN = {
  host,
  port,
  gatewayPort: port,
  metricsPort: port,
  metricsHost: host,
  healthPort: port,
  healthHost: host,
};

type ListenSettings = { readonly [Name in keyof typeof LISTEN]?: unknown };

/** Finds a host that has no port. */
export const findIdleHost = (listen: ListenSettings): 'metrics' | 'health' | undefined =>
  (['metrics', 'health'] as const).find(
    (name) => listen[`${name}Host`] !== undefined && listen[`${name}Port`] === undefined,
  );

export const BOUNDS = { maxMessageBytes: count, maxCalls: count, maxWaitMs: count, maxConnectionAgeMs: count };

export const DRAIN = { delayMs: integer(0), graceMs: integer(0) };

/** For a value, or a list of some. */
const oneOrMore = (member: Rule, words = '') =>
  rule((value) => {
    const values = [value].flat();
    return values.length > 0 && values.every((item) => member.includes(item));
  }, words);

const word = nonEmpty('');
const tokens = objectOf(oneOrMore(word), '');

/** The settings of security, which can be renewed; their members follow. */
export const SECURITY = {
  token: secure(
    rule(
      (value) => typeof value === 'string' || tokens.includes(value),
      'a token, or an object of callers with their tokens',
    ),
  ),
  jwt: secure(rule(isPlainObject, 'an object with issuer, audience and jwks')),
  allow: secure(objectOf(listOf(word, ''), 'an object of callers with lists of their operations')),
  tls: secure(rule(isPlainObject, 'an object with cert and key')),
  // An empty list allows none, as the absent one does.
  origins: secure(listOf(typed('string'), 'origins, such as https://app.example')),
};

export const JWT = {
  issuer: required(nonEmpty('the value of the claim "iss"')),
  audience: required(oneOrMore(word, 'the value of the claim "aud", or a list of values')),
  jwks: required(
    rule(
      (value) => value instanceof URL || isPlainObject(value) || (typeof value === 'string' && value !== ''),
      "the URL of the issuer's keys, or a key set",
    ),
  ),
  callerClaim: secure(nonEmpty('the name of a claim, such as sub')),
  clockToleranceSeconds: secure(
    rule((value) => typeof value === 'number' && value >= 0 && value <= 600, 'a number from 0 to 600'),
  ),
};

const pem = (words: string) =>
  rule((value) => (typeof value === 'string' || Buffer.isBuffer(value)) && value.length > 0, `${words} in PEM`);

export const TLS = {
  cert: required(pem('a certificate')),
  key: required(pem('a private key')),
  clientCa: secure(pem('a list of authorities')),
};
