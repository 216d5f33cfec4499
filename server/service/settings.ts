import { anything, assertSettings, type FailSetting, isPlainObject, type Rule, type Rules } from '../../lib/strict.js';

/** Throws the error of a setting. */
const fail: FailSetting = (name, problem) => {
  throw new TypeError(`${name}: ${problem}.`);
};

/**
 * Rejects settings that would have no effect, and those that are required and missing.
 *
 * @throws {TypeError} with the name of a setting
 */
export function checkSettings<Settings extends object>(
  owner: string,
  settings: Settings,
  rules: Rules<keyof Settings & string>,
  ...required: readonly (keyof Settings & string)[]
): void {
  assertSettings(owner, settings, rules, fail);
  for (const name of required) if (settings[name] === undefined) fail(`${owner}.${name}`, 'is missing');
}

/** For whole numbers; timers take none above 2^31 - 1. */
export const integer =
  (least: number, most = 2 ** 31 - 1): Rule =>
  (value) =>
    !(typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) &&
    `an integer from ${least} to ${most}`;

/** For texts, in other words. */
export const text =
  (expected: string): Rule =>
  (value) =>
    (typeof value !== 'string' || value === '') && expected;

/** For lists, with the rule of their members. */
export const listOf =
  (member: Rule, expected: string): Rule =>
  (value) =>
    !(Array.isArray(value) && value.every((item) => !member(item))) && `a list of ${expected}`;

/** For objects, with the rule of their members. */
export const objectOf =
  (member: Rule, expected: string): Rule =>
  (value) =>
    !(isPlainObject(value) && Object.values(value).every((item) => !member(item))) && expected;

/** For objects of a library. */
export const withMethod =
  (name: string, expected: string): Rule =>
  (value) =>
    typeof (value as Record<string, unknown> | null)?.[name] !== 'function' && expected;

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

const aud = 'the value of the claim "aud", or a list of values';

export const JWT = {
  issuer: text('the value of the claim "iss"'),
  audience: (value: unknown) => (String(value) === '' || listOf(text(aud), '')([value].flat())) && aud,
  jwks: anything,
  callerClaim: text('the name of a claim, such as sub'),
  clockToleranceSeconds: (value: unknown) =>
    !(typeof value === 'number' && value >= 0 && value <= 600) && 'a number from 0 to 600',
};

export const TLS = { cert: anything, key: anything, clientCa: anything };
