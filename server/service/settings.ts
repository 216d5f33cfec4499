import { assertSettings, type FailSetting, type Rule, rule, type Rules } from '../../lib/strict.js';

/** Throws the error of a setting. */
const fail: FailSetting = (_, name, problem) => {
  throw new TypeError(`${name}: ${problem}.`);
};

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
}

/** For whole numbers; timers take none above 2^31 - 1. */
const integer = (least: number, most = 2 ** 31 - 1) =>
  rule(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `an integer from ${least} to ${most}`,
  );

/** For texts that aren't empty. */
const text = (words: string) => rule((value) => typeof value === 'string' && value !== '', words);

export const listOf = (member: Rule, words: string) =>
  rule((value) => Array.isArray(value) && value.every((item) => member.includes(item)), `a list of ${words}`);

/** For objects of a library. */
export const withMember = (name: string, words: string) => rule((value) => name in Object(value), words);

const host = text('a name or an address, such as 127.0.0.1');
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

export const BOUNDS = { maxMessageBytes: count, maxCalls: count, maxWaitMs: count, maxConnectionAgeMs: count };

export const DRAIN = { delayMs: integer(0), graceMs: integer(0) };

const aud = text('the value of the claim "aud", or a list of values');

export const JWT = {
  issuer: text('the value of the claim "iss"'),
  audience: rule((value) => String(value) !== '' && [value].flat().every((one) => aud.includes(one)), aud.join('')),
  jwks: undefined,
  callerClaim: text('the name of a claim, such as sub'),
  clockToleranceSeconds: rule(
    (value) => typeof value === 'number' && value >= 0 && value <= 600,
    'a number from 0 to 600',
  ),
};

export const TLS = { cert: undefined, key: undefined, clientCa: undefined };
