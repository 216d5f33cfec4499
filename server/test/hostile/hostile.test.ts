import { beforeAll, describe, expect, it } from 'vitest';
import { attack, type Outcome } from './attack.js';

/** hostile.quiet.test.ts sends 20,000. */
const messages = 100;

describe(`a server with the heap of the Kubernetes file under ${messages} hostile messages`, () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await attack(messages);
  }, 900_000);

  it('does not end', () => {
    expect(outcome.ended).toBeUndefined();
  });

  it('responds to each correctly', () => {
    expect(outcome.wrong).toEqual([]);
    const counts = Object.values(outcome.statuses);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(messages);
    // Of these messages some are served, and some exceed a limit.
    expect(outcome.statuses).toMatchObject({ OK: expect.any(Number), INVALID_ARGUMENT: expect.any(Number) });
  });

  it('counts no failure of its own, for an alert would call its operator', () => {
    const ownFailure =
      /^callapi_(bugs_total|calls_total(?!.*"none").*"(UNKNOWN|INTERNAL|UNAVAILABLE|DATA_LOSS)").* [1-9]/;
    expect(outcome.metrics).toContain('callapi_bugs_total{operation="build",transport="grpc"} 0');
    expect(outcome.metrics.split('\n').filter((line) => ownFailure.test(line))).toEqual([]);
  });

  it('serves every honest caller', () => {
    expect(outcome.honest.failures).toEqual([]);
    expect(outcome.honest.calls).toBeGreaterThan(0);
  });
});
