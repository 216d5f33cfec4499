/**
 * docs/guides/envoy.md, Rates per caller: envoy.production.yaml with the guide's blocks, Envoy's own rate limit service and Redis. Units
 * are years here, and local buckets are filled once an hour: a count can't begin anew within a test.
 */
import { createServer } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOT_CHECKED } from '../dev/setup/programs.mjs';
import { getRateLimitService } from '../dev/setup/rate-limit.mjs';
import { claims, formatKeys, makeSigner, sign } from '../server/test/signers.js';
import { noEnvoy, replaceOnce } from './test/envoy.js';
import { readJwtEdits, startIssuer } from './test/jwt.js';
import { ORIGIN, type Production, type ProductionOptions, useStage } from './test/production.js';
import { RateLimitService, RATES, readBlockEdit } from './test/rate-limit.js';
import { requestOnce } from './test/wire.js';

type Edits = NonNullable<ProductionOptions['edits']>;

const stage = useStage();
const programs = noEnvoy ? { missing: 'there is no Envoy' } : await getRateLimitService();
const services = 'value' in programs ? [programs.value] : [];
test.for('missing' in programs ? [programs.missing] : [])(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

/** An issuer, and the JWTs of its callers. */
async function createIssuer() {
  const signer = await makeSigner('one');
  const issuer = await startIssuer(formatKeys(signer));
  stage.defer(issuer.stop);
  return { edits: readJwtEdits(issuer), sign: (sub: string | undefined) => sign(signer, claims({ sub })) };
}

describe.skipIf(noEnvoy)('rates per caller', () => {
  let issuer: Awaited<ReturnType<typeof createIssuer>>;
  let grpc = '';
  /** The callers of the calls that reached the server. */
  const seen: string[] = [];
  const server = createServer({
    interceptors: [
      (incoming, next) => {
        seen.push(incoming.metadata('x-caller')[0] ?? 'nobody');
        return next(incoming);
      },
    ],
  });

  beforeAll(async () => {
    issuer = await createIssuer();
    ({ grpc } = await server.listen({ port: 0 }));
    stage.defer(() => server.drain({ graceMs: 0 }));
  });
  afterAll(stage.clear);

  /** Calls as a page; the refusal has to be one that it can read. */
  async function call(envoy: Production, sub: string | undefined, headers: Record<string, string> = {}) {
    const authorization = `Bearer ${await issuer.sign(sub)}`;
    const answer = await requestOnce(envoy.url, { headers: { origin: ORIGIN, authorization, ...headers } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    return answer;
  }

  /** The statuses of a caller's calls. */
  async function callOften(envoy: Production, sub: string | undefined, count: number, headers = {}) {
    const statuses: unknown[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await call(envoy, sub, headers)).grpcStatus);
    return statuses;
  }

  const start = (edits: Edits): Promise<Production> =>
    stage.startEnvoy([grpc], [...issuer.edits, readBlockEdit('caller'), ...edits]);

  /** The blocks for one Envoy, with buckets of these sizes that no test sees filled again. */
  const readLocalEdits = (tokens: number, named: number): Edits => [
    readBlockEdit('local-actions'),
    readBlockEdit('local-descriptors', [
      ['max_tokens: 100, tokens_per_fill: 100, fill_interval: 1s', `max_tokens: ${tokens}, fill_interval: 3600s`],
      ['max_tokens: 500, tokens_per_fill: 500, fill_interval: 1s', `max_tokens: ${named}, fill_interval: 3600s`],
    ]),
  ];

  test('of one Envoy: each caller has its own, one by name has more, and no one chooses a name', async () => {
    seen.length = 0;
    const envoy = await start(readLocalEdits(2, 4));
    expect(await callOften(envoy, 'shop', 3)).toEqual([0, 0, 8]);
    expect(await callOften(envoy, 'till', 3, { 'x-caller': 'billing' })).toEqual([0, 0, 8]);
    expect(await callOften(envoy, 'billing', 5)).toEqual([0, 0, 0, 0, 8]);
    expect(await callOften(envoy, '*', 3)).toEqual([0, 0, 8]);
    // Without a name: the address has 200 a second.
    expect(await callOften(envoy, undefined, 5, { 'x-caller': 'shop' })).toEqual([0, 0, 0, 0, 0]);
    const served = { shop: 2, till: 2, billing: 4, '*': 2, nobody: 5 };
    expect(seen).toEqual(Object.entries(served).flatMap(([name, count]) => Array<string>(count).fill(name)));
  });

  test('without JWTs no caller has a name, whichever it sends', async () => {
    seen.length = 0;
    const envoy = await stage.startEnvoy([grpc], [readBlockEdit('caller'), ...readLocalEdits(2, 4)]);
    expect(await callOften(envoy, 'shop', 4, { 'x-caller': 'shop' })).toEqual([0, 0, 0, 0]);
    expect(seen).toEqual(Array(4).fill('nobody'));
  });

  describe.each(services)('of all Envoys', (program) => {
    const SECOND = 'unit: second, requests_per_unit: ';
    const DAY = 'unit: day, requests_per_unit: ';
    const YEAR = 'unit: year, requests_per_unit: ';

    /** The delivered limits with other numbers: a caller's rate, and its quota of a day. One by name has twice as much. */
    const setLimits = (rate: number, quota: number): string =>
      [
        [`${SECOND}100 `, `${YEAR}${rate} `],
        [`${SECOND}500 `, `${YEAR}${rate * 2} `],
        [`${SECOND}50 `, `${YEAR}1 `],
        [`${DAY}1000000 `, `${YEAR}${quota} `],
        [`${DAY}10000000 `, `${YEAR}${quota * 2} `],
      ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), RATES);

    const deferStop = (service: RateLimitService): RateLimitService => {
      stage.defer(() => service.stop());
      return service;
    };

    const startService = async (rate: number, quota: number): Promise<RateLimitService> =>
      deferStop(await RateLimitService.start(program, setLimits(rate, quota)));

    const PATIENT = [['timeout: 0.1s', 'timeout: 60s']] as const;

    function readEdits({ address }: RateLimitService, changes: Edits = PATIENT): Edits {
      const [host, port] = address.split(':');
      const target = ['address: rate-limit, port_value: 8081', `address: ${host}, port_value: ${port}`] as const;
      return [readBlockEdit('global-filter', changes), readBlockEdit('global-cluster', [target])];
    }

    test('a caller’s calls at two Envoys are one count, others’ are theirs, and one by name has more', async () => {
      const service = await startService(3, 1000);
      const envoys = [await start(readEdits(service)), await start(readEdits(service))] as const;
      const callBoth = async (sub: string, count: number) => {
        const statuses: unknown[] = [];
        for (let n = 0; n < count; n += 1) statuses.push((await call(envoys[n % 2 === 0 ? 0 : 1], sub)).grpcStatus);
        return statuses;
      };
      expect(await callBoth('shop', 5)).toEqual([0, 0, 0, 8, 8]);
      expect(await callBoth('till', 4)).toEqual([0, 0, 0, 8]);
      expect(await callBoth('billing', 8)).toEqual([0, 0, 0, 0, 0, 0, 8, 8]);
      expect(await callOften(envoys[0], 'other', 4, { 'x-caller': 'billing' })).toEqual([0, 0, 0, 8]);
    });

    test('of calls at once, no more than the limit are served', async () => {
      const service = await startService(5, 1000);
      const envoys = [await start(readEdits(service)), await start(readEdits(service))];
      const calls = envoys.flatMap((envoy) => Array.from({ length: 10 }, () => call(envoy, 'shop')));
      const statuses = (await Promise.all(calls)).map(({ grpcStatus }) => grpcStatus);
      expect(statuses.filter((status) => status === 0)).toHaveLength(5);
      expect(statuses.filter((status) => status === 8)).toHaveLength(15);
    });

    test('no name is free of a limit', async () => {
      const envoy = await start(readEdits(await startService(1, 1000)));
      for (const sub of ['', 'true', 'none', '*', 'caller', 'quota', 'quota_shop', 'ü']) {
        expect([sub, await callOften(envoy, sub, 2)]).toEqual([sub, [0, 8]]);
      }
    });

    test('a page can read when to try again', async () => {
      const envoy = await start(readEdits(await startService(1, 1000)));
      const { headers: served } = await call(envoy, 'shop');
      expect([served['x-ratelimit-remaining'], served['grpc-retry-pushback-ms']]).toEqual(['0', undefined]);
      const { grpcStatus, grpcMessage, headers } = await call(envoy, 'shop');
      expect([grpcStatus, grpcMessage]).toEqual([8, 'Too many calls; slow down and try again.']);
      expect(headers['x-ratelimit-reset']).toMatch(/^[1-9]\d*$/);
      expect(headers['grpc-retry-pushback-ms']).toBe(`${headers['x-ratelimit-reset']}000`);
      expect(headers['access-control-expose-headers']?.split(', ')).toContain('grpc-retry-pushback-ms');
    });

    test('the quota of a day counts what was served, also after a restart of the service with other limits', async () => {
      const service = await startService(2, 3);
      const envoy = await start(readEdits(service));
      expect(await callOften(envoy, 'shop', 6)).toEqual([0, 0, 8, 8, 8, 8]);
      await service.stopService();
      await service.startService(setLimits(1000, 3));
      expect(await callOften(envoy, 'shop', 3)).toEqual([0, 8, 8]);
      expect(await callOften(envoy, 'billing', 7)).toEqual([0, 0, 0, 0, 0, 0, 8]);
    });

    test('without a caller an address counts, of IPv6 its /64', async () => {
      const trusted = [
        'use_remote_address: true\n\n',
        'use_remote_address: true\n                xff_num_trusted_hops: 1\n\n',
      ] as const;
      const envoy = await start([...readEdits(await startService(1000, 1000)), trusted]);
      const statuses: unknown[] = [];
      for (const address of [
        '2001:db8:0:1::1',
        '2001:db8:0:1:8000::',
        '2001:db8:0:2::1',
        '198.51.100.1',
        '198.51.100.2',
      ]) {
        const headers = { 'x-forwarded-for': address, 'x-caller': 'billing' };
        statuses.push((await call(envoy, undefined, headers)).grpcStatus);
      }
      expect(statuses).toEqual([0, 8, 0, 0, 0]);
      expect(await callOften(envoy, 'shop', 3, { 'x-forwarded-for': '2001:db8:0:1::1' })).toEqual([0, 0, 0]);
    });

    test.each(['compose', 'kubernetes'] as const)('the limits as delivered by %s', async (delivery) => {
      const service = deferStop(await RateLimitService.start(program, RATES, delivery));
      const envoy = await start(readEdits(service));
      const limits = async (sub?: string) => (await call(envoy, sub)).headers['x-ratelimit-limit'];
      expect(await limits('shop')).toBe('100, 100;w=1, 1000000;w=86400');
      expect(await limits('billing')).toBe('500, 500;w=1, 10000000;w=86400');
      expect(await limits()).toBe('50, 50;w=1');
    });

    test.each([
      ['pass', [], 0],
      ['are refused, if the block says so', [['failure_mode_deny: false', 'failure_mode_deny: true']], 14],
    ] as const)('while the service is down, calls %s', async (_, changes, expected) => {
      const service = await startService(1, 1000);
      const envoy = await start(readEdits(service, [...PATIENT, ...changes]));
      expect(await callOften(envoy, 'shop', 2)).toEqual([0, 8]);
      await service.stopService();
      expect(await callOften(envoy, 'shop', 3)).toEqual([expected, expected, expected]);
      expect(await envoy.stat('cluster.server.ratelimit.error')).toBe(3);
      const names = ['over_limit', ...(expected === 0 ? ['failure_mode_allowed'] : [])];
      const metrics = await (await fetch(envoy.metrics)).text();
      for (const name of names) expect(metrics).toContain(`envoy_cluster_ratelimit_${name}{`);
    });

    test('while Redis is down, calls pass; after that they are counted anew', async () => {
      const service = await startService(1, 1000);
      // With the timeout that is delivered: the service waits longer for Redis.
      const envoy = await start(readEdits(service, []));
      await service.stopRedis();
      expect(await callOften(envoy, 'shop', 3)).toEqual([0, 0, 0]);
      expect(await envoy.stat('cluster.server.ratelimit.failure_mode_allowed')).toBe(3);
      await service.startRedis();
      await expect.poll(async () => (await call(envoy, 'shop')).grpcStatus, { timeout: 120_000 }).toBe(8);
    });
  });
});
