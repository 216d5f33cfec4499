/** Deadlines and long failures as the example clients in Python and Go see them, over gRPC and through Envoy. */
import { CallError, createServer, status } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectCleanups, FIND_MS, noEnvoy, startTestEnvoy } from '../../envoy/test/envoy.js';
import type { Answer, Request } from './calls.js';
import { listAvailable, readAnswers, useExample } from './installed.js';
import { LANGUAGES } from './languages.js';

const { defer } = collectCleanups();
const addresses = new Map<string, string>();
const WAYS = noEnvoy ? ['gRPC'] : ['gRPC', 'Envoy'];
/** A long text that isn't well-formed. */
const text = '\ud83dnaïve 😀\n'.repeat(20_000);

beforeAll(async () => {
  const server = createServer({
    operations: {
      remaining: {
        description: 'Returns the ms until the deadline.',
        arguments: {},
        handler: (_, { deadline }) => `${deadline === undefined ? 'none' : deadline - Date.now()}`,
      },
      fail: {
        description: 'Fails.',
        arguments: {},
        handler: () => {
          throw new CallError(status.NOT_FOUND, text, { 'x-big': 'a'.repeat(5000), 'x-small': 'a' });
        },
      },
    },
  });
  const { grpc } = await server.listen({ port: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  addresses.set('gRPC', grpc);
  if (noEnvoy) return;
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(envoy.stop);
  addresses.set('Envoy', new URL(envoy.url).host);
}, FIND_MS);

const languages = await listAvailable(LANGUAGES.filter(({ name }) => name === 'Python' || name === 'Go'));

describe.each(languages)('$name', (language) => {
  const getExample = useExample(language);

  /** Makes calls by a block of the README. */
  async function call(way: string, requests: readonly Request[], seconds: number): Promise<readonly Answer[]> {
    const [before = '', replace = String] = language.deadlines[0] ?? [];
    getExample().writeCalls(requests.map((request) => ({ name: '', request })));
    const address = addresses.get(way) ?? '';
    const { stdout, output, failure } = await getExample().runBlock(1, [[before, replace(seconds)], ['127.0.0.1:50051', address]]); // prettier-ignore
    expect({ failure, output: failure && output }).toEqual({});
    return readAnswers(stdout);
  }

  describe.each(WAYS)('over %s', (way) => {
    // Beyond 99,999,999 ms, clients round up to larger units: grpcio to hours, by at most a hundredth here.
    test.each([100, 3_600, 86_400, 100_000, 2_000_000, 2_592_000, 31_536_000, 97_200_000, 1_000_000_000])(
      'a deadline of %d s is what the handler sees, or none',
      async (seconds) => {
        const started = performance.now();
        const [{ result } = {}] = await call(way, [{ code: 'remaining' }], seconds);
        const elapsed = performance.now() - started;
        if (seconds * 1000 > 2 ** 31 - 1) return expect(result).toBe('none');
        expect(Number(result)).toBeGreaterThanOrEqual(seconds * 1000 - elapsed);
        expect(Number(result)).toBeLessThanOrEqual(seconds * 1010);
      },
    );

    // Many, because grpcio refuses headers of over 8 KiB at random.
    test('long failures arrive with their status', async () => {
      const answers = await call(
        way,
        Array.from({ length: 50 }, () => ({ code: 'fail' })),
        300,
      );
      expect(answers).toHaveLength(50);
      for (const { status: name, message = '' } of answers) {
        expect(name).toBe('NOT_FOUND');
        expect(message).toMatch(/^\u{fffd}naïve 😀\n\u{fffd}naïve .*…$/su);
      }
    });
  });
});
