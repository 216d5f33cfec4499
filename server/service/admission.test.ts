import { expect, it } from 'vitest';
import { type Admission, createAdmission } from './admission.js';
import { maxCallsInFlight, maxLargeArguments, smallArguments } from './limits.js';
import type { Operation, OperationArguments } from './operation.js';

const operation: Operation = { description: '', arguments: {}, handler: () => '' };
const registry = new Map<string, Operation>([['a', operation], ['b', operation], ['few', { ...operation, maxInFlight: 2 }]]); // prettier-ignore
const call = (code: string, str2 = ''): OperationArguments => ({ code, str1: '', str2, intValue: 0 });

/** Holds a call; the function that it gives ends it. */
function held(admission: Admission, args: OperationArguments): () => Promise<void> {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  admission.check(args);
  admission.hold(args, work);
  return async () => {
    end();
    await work;
  };
}

it.each([
  ['a', maxCallsInFlight],
  ['few', 2],
  ['unknown', maxCallsInFlight],
])('bounds calls of %s to %d, whatever others do', async (code, most) => {
  const admission = createAdmission(registry);
  const ends = Array.from({ length: most }, () => held(admission, call(code)));
  expect(() => admission.check(call(code))).toThrow(`The server has ${most} calls of "${code}" in progress`);
  expect(() => admission.check(call('b'))).not.toThrow();
  await ends[0]?.();
  expect(() => admission.check(call(code))).not.toThrow();
});

it('bounds large arguments of all calls together, but not small ones', async () => {
  const admission = createAdmission(registry);
  const large = 'x'.repeat(maxLargeArguments / 2);
  const ends = [held(admission, call('a', large)), held(admission, call('b', large))];
  expect(() => admission.check(call('a', 'x'.repeat(smallArguments + 1)))).toThrow('large arguments');
  expect(() => admission.check(call('a', 'x'.repeat(smallArguments)))).not.toThrow();
  await ends[0]?.();
  expect(() => admission.check(call('a', large))).not.toThrow();
  expect(() => admission.check(call('a', `${large}x`))).toThrow('try again later');
});

it('stops counting work that fails', async () => {
  const admission = createAdmission(registry);
  for (let index = 0; index < 3; index += 1) {
    admission.check(call('few'));
    const work = Promise.reject(new Error('failed'));
    admission.hold(call('few'), work);
    await expect(work).rejects.toThrow('failed');
  }
  expect(() => admission.check(call('few'))).not.toThrow();
});
