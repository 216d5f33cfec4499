import { describe, expect, it } from 'vitest';
import { Code, STATUSES, statusMeaning, statusName } from 'endpoint.js-client';
import { codeFromHttpStatus } from './http-status.js';
import { isStatusCode } from './status.js';

describe('status', () => {
  it('lists the 17 codes in order, each with its own meaning', () => {
    expect(STATUSES.map(({ code }) => code)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    expect(STATUSES.map(({ name }) => Code[name])).toEqual(STATUSES.map(({ code }) => code));
    expect(new Set(STATUSES.map(({ meaning }) => meaning)).size).toBe(17);
    expect([statusName(14), statusName(16)]).toEqual(['UNAVAILABLE', 'UNAUTHENTICATED']);
    expect(statusMeaning(4)).toContain('deadline');
    expect([0, 16, 17, -1, 1.5, Number.NaN].map(isStatusCode)).toEqual([true, true, false, false, false, false]);
  });

  it.each([
    [200, 2], [204, 2], [400, 13], [401, 16], [403, 7], [404, 12], [405, 2], [409, 2], [412, 2], [413, 2], [415, 2],
    [418, 2], [429, 14], [431, 2], [499, 2], [500, 2], [501, 2], [502, 14], [503, 14], [504, 14], [505, 2],
  ])('HTTP %i without a gRPC status is code %i', (http, code) => expect(codeFromHttpStatus(http)).toBe(code)); // prettier-ignore
});
