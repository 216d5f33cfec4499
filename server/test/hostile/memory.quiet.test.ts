/** Callers who don't read their responses, or don't end their messages: their memory stays within what the guide sums up. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Request } from '../../../proto/gen/node/api.js';
import { incomingLimits, outgoingLimits } from '../../service/limits.js';
import { listMemory, sumMemory } from '../../service/memory.js';
import { frame, grpcCaller } from '../callers.js';
import { here, kill, startServer } from './attack.js';

/** Small, because a larger one may be full of garbage; what waits for a caller isn't in it. */
const heapMiB = 80;
const mostMiB = sumMemory(heapMiB) - listMemory(heapMiB)['workers for large arguments'];

interface Row {
  readonly title: string;
  readonly request: { readonly code: string; readonly str1: string; readonly str2?: string };
  /** How many calls, and how many bytes of each message are sent. */
  readonly calls: number;
  readonly bytes?: number;
  readonly transport?: 'grpc' | 'gateway';
}

it.each<Row>([
  {
    title: 'large responses to large messages',
    request: { code: 'echo', str1: 'x'.repeat(1_000_000), str2: 'x'.repeat(1_000_000) },
    calls: (3 * outgoingLimits.bytes) / 2_000_000,
  },
  {
    title: 'responses that are larger than their messages',
    request: { code: 'echo', str1: '\u0001'.repeat(690_000) },
    calls: (3 * outgoingLimits.bytes) / 4_140_000,
  },
  {
    title: 'short responses to large messages',
    request: { code: 'none', str1: 'x'.repeat(1_000_000) },
    calls: 1500,
  },
  {
    title: 'short responses to short messages',
    request: { code: 'echo', str1: 'x' },
    calls: 15_000,
  },
  {
    title: "the gateway's responses that are larger than their messages",
    request: { code: 'echo', str1: '\u0001'.repeat(690_000) },
    calls: (3 * outgoingLimits.bytes) / 4_140_000,
    transport: 'gateway',
  },
  {
    title: 'messages without an end',
    request: { code: 'echo', str1: 'x'.repeat(1_000_000), str2: 'x'.repeat(1_000_000) },
    calls: (3 * incomingLimits.bytes) / 1_900_000,
    bytes: 1_900_000,
  },
])(
  '$title take no more memory than counted',
  async ({ title, request, calls, bytes, transport = 'grpc' }) => {
    const server = await startServer(heapMiB);
    const message = Buffer.from(frame(new Request(request).serialize()));
    const args = [server[transport], String(Math.ceil(calls)), String(bytes ?? message.length)];
    const child = fork(here('slow-callers.mjs'), args, { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
    const sent = once(child, 'message');
    child.send(message.toString('base64'));
    await sent;
    await delay(1000);
    const caller = grpcCaller(server.grpc);
    const { response } = await caller.call({ code: 'expand', str1: '/a' });
    const { peakRssMiB } = await server.watch();
    console.info(title, Math.round(peakRssMiB), 'of', mostMiB, 'MiB');
    caller.close();
    await Promise.all([kill(child), server.close()]);
    expect(response).toEqual({ success: true, message: '/a' });
    expect(peakRssMiB).toBeLessThanOrEqual(mostMiB);
  },
  120_000,
);
