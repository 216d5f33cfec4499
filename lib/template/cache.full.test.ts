/** Caches are bounded: new urls don't add memory. On the built package, in plain Node. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { endpoint } from 'endpoint.js';
  import { expand } from 'endpoint.js/uri-template';
  let routes = 0;
  let values = 0;
  let others = 0;
  const build = (from, to) => {
    for (let n = from; n < to; n++) {
      if (endpoint('GET /a/' + n).url.endsWith('/a/' + n)) routes++;
      if (endpoint('GET /b/{c}', { c: n, d: 'e' + n }).url.endsWith('/b/' + n + '?d=e' + n)) values++;
      if (n % 10) continue;
      endpoint('GET /a/' + n + '/{b}', { b: n, ['p' + n]: 1, headers: { ['x-' + n]: 'y' } });
      endpoint({ url: '/b/' + n, baseUrl: 'https://h' + n, method: 'POST', mediaType: { format: 'f' + n }, d: 1 });
      expand('/{c}/' + n, { c: 1 });
      others++;
    }
    gc();
    return process.memoryUsage().heapUsed;
  };
  const before = build(0, 100_000);
  const after = build(100_000, 1_000_000);
  console.log(JSON.stringify({ routes, values, others, growth: after - before }));
`;

test(
  'a million routes, a million values, and 100,000 names, hosts, headers and formats take no more memory than a tenth of them',
  { timeout: 600_000 },
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--input-type=module', '--eval', PROGRAM],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    );
    const { growth, ...built } = JSON.parse(stdout) as Record<'routes' | 'values' | 'others' | 'growth', number>;
    expect(built).toEqual({ routes: 1_000_000, values: 1_000_000, others: 100_000 });
    // One pointer for each of the 900,000 would take 7 MB.
    expect(growth).toBeLessThan(4_000_000);
  },
);
