import { expect, test } from 'vitest';
import { createPulse } from './health.js';

test('a pulse is live until five intervals are without a beat, and again with the next beat', () => {
  const pulse = createPulse();
  const seen: boolean[] = [];
  for (let interval = 0; interval < 6; interval += 1) {
    seen.push(pulse.live);
    pulse.miss();
  }
  expect(seen).toEqual([true, true, true, true, true, false]);
  pulse.beat();
  expect(pulse.live).toBe(true);
});
