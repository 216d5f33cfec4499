/** Callers alone can't raise an alert that blames the servers: hostile traffic, and Prometheus' verdict on the metrics of its servers. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { findMissing, NOT_CHECKED } from '../dev/setup/programs.mjs';
import { sendMalformed } from '../dev/soak/malformed.mjs';
import { run } from '../process/processes.mjs';
import { attack } from '../server/test/hostile/attack.js';
import { OBSERVABILITY } from './test/metrics.js';

const reason = await findMissing({
  command: 'promtool',
  probe: ['--version'],
  packages: ['prometheus'],
  advice: 'Install Prometheus',
});

/** Alerts that blame the servers for their calls. */
const ALERTS = ['CallsFail', 'ServerHasBug', 'CallsAreSlow', 'EventLoopDelayed'];

/** Gauges keep their value; counters grow by it every 15 s, as if the traffic went on. */
function toInputSeries(exposition: string) {
  return exposition.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] =
      /^((?:callapi|nodejs_eventloop)_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') return [];
    const values = /_(total|bucket|count|sum)$/.test(name) ? `0+${value}x120` : `${value}+0x120`;
    return [{ series: `${name}{${[labels, 'instance="a"'].filter(Boolean).join()}}`, values }];
  });
}

describe.skipIf(reason !== undefined)('hostile callers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(`${OBSERVABILITY}rules.yaml`, join(folder, 'rules.yaml'));
  let exposition = '';

  beforeAll(async () => {
    const { metrics } = await attack(2000, {
      more: async ({ grpc, gateway }) => {
        await sendMalformed({ name: 'server', protocol: 'grpc', url: `http://${grpc}` }, 600);
        await sendMalformed({ name: 'gateway', protocol: 'grpc-web', url: gateway }, 600);
      },
    });
    exposition = metrics;
  }, 900_000);

  async function testRules(text: string) {
    const quiet = ALERTS.map((alertname) => ({ alertname, eval_time: '20m', exp_alerts: [] }));
    const tests = [{ interval: '15s', input_series: toInputSeries(text), alert_rule_test: quiet }];
    const file = { rule_files: ['rules.yaml'], evaluation_interval: '15s', tests };
    writeFileSync(join(folder, 'rules.test.yaml'), stringify(file));
    return run('promtool', ['test', 'rules', join(folder, 'rules.test.yaml')], { cwd: folder });
  }

  test('raise none of the alerts that blame the servers', async () => {
    const { failure, output } = await testRules(exposition);
    expect({ failure, output }).toEqual({ failure: undefined, output: expect.stringContaining('SUCCESS') });
  });

  test.each([
    ['ServerHasBug', /(callapi_bugs_total\{operation="echo",transport="grpc"\}) 0/, '$1 1'],
    [
      'CallsFail',
      /(callapi_calls_total\{operation="echo",status="INTERNAL",success="",transport="grpc"\}) 0/,
      '$1 100000',
    ],
  ])('would raise %s for a failure of the server', async (alert, from, to) => {
    expect(exposition).toMatch(from);
    const { failure, output } = await testRules(exposition.replace(from, to));
    expect(failure).toBeDefined();
    expect(output).toContain(`alertname: ${alert}`);
  });
});

test.for(reason === undefined ? [] : [reason])(`${NOT_CHECKED}%s`, (_, { skip }) => skip());
