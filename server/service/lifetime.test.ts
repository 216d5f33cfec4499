/** Who ends a call that takes its time. */
import { status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { type Lifetime, withinLifetime } from './lifetime.js';

type Tell = Parameters<Lifetime['onCancelled']>[0];

test.each<[what: string, told: boolean | undefined, code: status]>([
  ['the caller goes', undefined, status.CANCELLED],
  ['the caller goes, which the transport can tell from a deadline', false, status.CANCELLED],
  ["the transport's timer is over while our clock has a minute left", true, status.DEADLINE_EXCEEDED],
])('%s', async (_, told, code) => {
  let tell: Tell = () => {};
  const lifetime: Lifetime = {
    deadline: Date.now() + 60_000,
    cancelled: false,
    onCancelled: (listener) => (tell = listener),
  };
  let signal: AbortSignal | undefined;
  const work = withinLifetime(lifetime, (made) => {
    signal = made();
    return new Promise(() => {});
  });
  tell(told);
  await expect(work).rejects.toMatchObject({ code });
  expect(signal?.reason).toMatchObject({ code });
});
