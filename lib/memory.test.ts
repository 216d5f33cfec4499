/** Caches are bounded: what is built from ever new urls leaves no memory behind. On the built package, as Node runs it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { endpoint } from 'endpoint.js';
  import { expand } from 'endpoint.js/uri-template';
  let count = 0;
  const build = (times) => {
    for (const end = count + times; count < end; count++) {
      endpoint('GET /a/' + count + '/{b}', { b: count, ['p' + count]: 1, headers: { ['x-' + count]: 'y' } });
      endpoint({ url: '/b/' + count, baseUrl: 'https://h' + count, method: 'POST', mediaType: { format: 'f' + count }, d: 1 });
      expand('/{c}/' + count, { c: 1 });
    }
    gc();
    return process.memoryUsage().heapUsed;
  };
  const before = build(10_000);
  console.log(JSON.stringify({ before, after: build(90_000) }));
`;

test(
  '100,000 different urls, hosts, headers and formats take no more memory than 10,000',
  { timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--input-type=module', '--eval', PROGRAM],
      { cwd: fileURLToPath(new URL('..', import.meta.url)) },
    );
    const { before, after } = JSON.parse(stdout) as { before: number; after: number };
    // Without bounds 90,000 more take several hundred megabytes.
    expect(after - before).toBeLessThan(4_000_000);
  },
);
