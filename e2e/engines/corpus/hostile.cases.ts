/** The calls of a sample of the hostile requests. */
import fc from 'fast-check';
import { describe } from 'vitest';
import { hostileCase } from '../../../lib/test/hostile/generator.cases.js';
import { judge, judgeExplanation } from '../../../lib/test/hostile/invariants.cases.js';
import '../../../dev/testing/full.js';

describe('hostile requests', () => {
  for (const request of fc.sample(hostileCase, 3000)) {
    judge(request);
    judgeExplanation(request);
  }
});
