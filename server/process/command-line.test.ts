import { describe, expect, it } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.js';

describe('the command line', () => {
  it('has defaults', () => {
    expect(parseCommandLine([])).toEqual({
      host: '127.0.0.1',
      port: 50_051,
      gatewayPort: undefined,
      origins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
      sendOrigins: [],
      maxMessageBytes: 4_194_304,
      tokenFile: undefined,
      tls: undefined,
      workers: undefined,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      healthPort: undefined,
      healthHost: '127.0.0.1',
      drainDelayMs: 0,
      drainGraceMs: 10_000,
    });
  });

  it('reads every flag', () => {
    const args =
      '--host ::1 --port 0 --gateway-port=8080 --origins https://a.example,http://b.example:1 --send-origins https://*.a.example,http://127.0.0.1:8 --max-message-bytes 9 --token-file t --tls-cert c --tls-key k --tls-client-ca a --workers 0 --metrics-port 9464 --metrics-host 0.0.0.0 --health-port 8081 --health-host ::1 --drain-delay-ms 1 --drain-grace-ms 2';
    expect(parseCommandLine(args.split(' '))).toEqual({
      host: '::1',
      port: 0,
      gatewayPort: 8080,
      origins: ['https://a.example', 'http://b.example:1'],
      sendOrigins: ['https://*.a.example', 'http://127.0.0.1:8'],
      maxMessageBytes: 9,
      tokenFile: 't',
      tls: { cert: 'c', key: 'k', clientCa: 'a' },
      workers: 0,
      metricsPort: 9464,
      metricsHost: '0.0.0.0',
      healthPort: 8081,
      healthHost: '::1',
      drainDelayMs: 1,
      drainGraceMs: 2,
    });
    expect(parseCommandLine(['--help'])).toBe('help');
    expect(parseCommandLine(['--origins', ''])).toMatchObject({ origins: [] });
  });

  const wrong: [string[], string][] = [
    [['--port', '65536'], '--port must be an integer from 0 to 65535, not "65536".'],
    [['--port', 'x'], '--port must be an integer from 0 to 65535, not "x".'],
    [['--port='], '--port must be an integer from 0 to 65535, not "".'],
    [['--port', '1e3'], '--port must be an integer from 0 to 65535, not "1e3".'],
    [['--gateway-port', '1.5'], '--gateway-port must be an integer from 0 to 65535, not "1.5".'],
    [['--max-message-bytes', '0'], '--max-message-bytes must be an integer from 1 to 2147483647, not "0".'],
    [['--host', ''], '--host is empty'],
    [['--origins', '*'], '--origins: "*" is not an origin; write scheme, host and port: http://localhost:5173.'],
    [
      ['--send-origins', 'a.example'],
      '--send-origins: "a.example" isn\'t an origin that can be allowed; write https://api.example.com, ',
    ],
    [['--tls-cert', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--tls-client-ca', 'c'], 'TLS needs both --tls-cert and --tls-key;'],
    [['--workers', 'all'], '--workers must be an integer from 0 to 1024, not "all".'],
    [['--metrics-host', ''], '--metrics-host is empty'],
    [['--health-port', '-1'], '--health-port'],
    [['--health-host', ''], '--health-host is empty'],
    [['--prot', '1'], "'--prot'"],
    [['stray'], "'stray'"],
    [['--port'], '--port'],
  ];
  it.each(wrong)('rejects %j', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError);
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});
