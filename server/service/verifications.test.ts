import { describe, expect, it } from 'vitest';
import { maxCallsInFlight } from './limits.js';
import { createVerifications, type UnverifiedCall } from './verifications.js';

const call = (length: number): UnverifiedCall => ({
  request: { code: 'echo', str1: 'x'.repeat(length), str2: '', intValue: 0 },
  deadline: undefined,
  cancelled: false,
  onCancelled: () => undefined,
});

describe('calls that wait for the check of a JWT are bounded:', () => {
  it.each([
    ['in number', maxCallsInFlight, 1],
    ['in the size of their arguments', 32, 1_048_576],
  ])('%s', async (_, most, length) => {
    const verifyFirst = createVerifications();
    let verify = (_caller: string): void => undefined;
    const verified = new Promise<string>((resolve) => (verify = resolve));
    const start = (): unknown =>
      verifyFirst(
        call(length),
        () => verified,
        (caller) => caller,
      );
    const waiting = Array.from({ length: most }, start);
    expect(start).toThrow('Too many calls wait for the check of their JWT; try again later.');
    verify('shop');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['shop']));
    expect(await start()).toBe('shop');
  });

  it('a refused one makes room, too', async () => {
    const verifyFirst = createVerifications();
    for (let index = 0; index <= maxCallsInFlight; index += 1) {
      const refused = verifyFirst(
        call(0),
        () => Promise.reject(new Error('refused')),
        () => '',
      );
      await expect(refused).rejects.toThrow('refused');
    }
  });

  it('one that was cancelled meanwhile is not served', async () => {
    let cancel = (): void => undefined;
    let verify = (_caller: string): void => undefined;
    let served = false;
    const verified = new Promise<string>((resolve) => (verify = resolve));
    const ended = createVerifications()(
      { ...call(0), onCancelled: (listener) => (cancel = () => listener()) },
      () => verified,
      () => (served = true),
    );
    cancel();
    verify('shop');
    await expect(ended).rejects.toThrow('The caller cancelled the call.');
    await verified;
    await new Promise((resolve) => setImmediate(resolve));
    expect(served).toBe(false);
  });
});
