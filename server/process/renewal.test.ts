/** The command reads its files again while it serves. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Caller, grpcCaller, type Identity } from '../test/callers.js';
import { cert, client, clientCa, foreignClient, key } from '../test/certificate.js';
import { followEvents, readFirstLine, replaceFile, serverProcesses } from '../test/processes.js';
import { formatKeys, makeSigner, sign, type Signer } from '../test/signers.js';

const { resolvePath, start } = serverProcesses();
const jwtFlags = ['--jwt-issuer', 'https://issuer.test', '--jwt-audience', 'calls', '--jwt-jwks'];

let first: Signer;
let second: Signer;
beforeAll(async () => {
  [first, second] = await Promise.all([makeSigner('first'), makeSigner('second')]);
});

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()?.();
});

async function call(caller: Caller, signer: Signer, code: string) {
  const metadata = { authorization: `Bearer ${await sign(signer)}` };
  return caller.call({ code, str1: '/a' }, { metadata });
}

it('keys and permissions are replaced by changed files, and stay where a file can’t be used', async () => {
  const [keys, permissions] = [resolvePath('keys.json'), resolvePath('permissions')];
  replaceFile(keys, formatKeys(first));
  replaceFile(permissions, 'shop echo\n');
  const child = start(['--port', '0', ...jwtFlags, keys, '--allow-file', permissions]);
  const caller = grpcCaller((await readFirstLine(child)).grpc);
  cleanups.push(() => caller.close());
  const readEvent = followEvents(child);

  /** Replaces both files, and reads what the log says of each. */
  const replace = async (keysText: string, permissionsText: string): Promise<unknown> => {
    replaceFile(keys, keysText);
    replaceFile(permissions, permissionsText);
    const events = [await readEvent(), await readEvent()];
    const describe = (path: string): unknown => {
      const { event, reason } = events.find(({ file }) => file === path) ?? {};
      return reason ?? event;
    };
    return [describe(keys), describe(permissions)];
  };
  const readCodes = async (): Promise<number[]> => {
    const codes = [];
    for (const signer of [first, second]) {
      for (const code of ['echo', 'expand']) codes.push((await call(caller, signer, code)).code);
    }
    return codes;
  };

  expect(await readCodes()).toEqual([0, 7, 16, 16]);
  expect(await replace(formatKeys(first, second), 'shop echo expand\n')).toEqual(['renewed', 'renewed']);
  expect(await readCodes()).toEqual([0, 0, 0, 0]);
  expect(await replace(formatKeys(second), 'shop expand\n')).toEqual(['renewed', 'renewed']);
  expect(await readCodes()).toEqual([16, 16, 7, 0]);
  expect(await replace('{"keys":', 'shop ecoh\n')).toEqual([
    expect.stringMatching(/^--jwt-jwks .*keys\.json: The key set isn't valid JSON; /),
    expect.stringMatching(/^The caller shop is allowed the operation "ecoh", which doesn't exist; /),
  ]);
  expect(await readCodes()).toEqual([16, 16, 7, 0]);
  expect(await replace(formatKeys(first), '* echo\n')).toEqual(['renewed', 'renewed']);
  expect(await readCodes()).toEqual([0, 7, 16, 16]);
});

it('origins, certificates and the authority of clients are replaced by changed files', async () => {
  const texts = { origins: 'https://a.test\n', 'tls.crt': cert, 'tls.key': key, 'ca.crt': clientCa };
  for (const [name, text] of Object.entries(texts)) replaceFile(resolvePath(name), text);
  const child = start([
    '--port', '0', '--gateway-port', '0', '--origins-file', resolvePath('origins'),
    '--tls-cert', resolvePath('tls.crt'), '--tls-key', resolvePath('tls.key'), '--tls-client-ca', resolvePath('ca.crt'),
  ]); // prettier-ignore
  const { grpc } = await readFirstLine(child);
  const readEvent = followEvents(child);
  const readCode = async (identity: Identity): Promise<number> => {
    const caller = grpcCaller(grpc, cert, { identity });
    cleanups.push(() => caller.close());
    return (await caller.call({ code: 'echo' })).code;
  };
  const replace = async (name: keyof typeof texts, text: string): Promise<unknown> => {
    replaceFile(resolvePath(name), text);
    const { event, file } = await readEvent();
    return [event, file];
  };
  expect([await readCode(client), await readCode(foreignClient)]).toEqual([0, 14]);
  expect(await replace('origins', 'https://b.test\n')).toEqual(['renewed', resolvePath('origins')]);
  expect(await replace('ca.crt', foreignClient.cert)).toEqual(['renewed', resolvePath('ca.crt')]);
  expect([await readCode(client), await readCode(foreignClient)]).toEqual([14, 0]);
  expect(await replace('tls.crt', foreignClient.cert)).toEqual(['renewal-failed', resolvePath('tls.crt')]);
  expect(await readCode(foreignClient)).toBe(0);
});

it('calls are UNAVAILABLE while the URL of the keys fails, and served once it doesn’t', async () => {
  let isDown = true;
  const issuer = createHttpServer((_, response) => {
    response.writeHead(isDown ? 503 : 200).end(formatKeys(first));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => issuer.close());
  const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
  const child = start(['--port', '0', ...jwtFlags, url]);
  const caller = grpcCaller((await readFirstLine(child)).grpc);
  cleanups.push(() => caller.close());
  const readEvent = followEvents(child);
  expect(await call(caller, first, 'echo')).toMatchObject({
    code: 14,
    details: "The issuer's keys can't be fetched now; try again later.",
  });
  expect(await readEvent()).toMatchObject({ event: 'keys-failed', reason: 'The response is HTTP 503, not 200.' });
  isDown = false;
  await expect.poll(async () => (await call(caller, first, 'echo')).code).toBe(0);
  expect((await call(caller, second, 'echo')).code).toBe(16);
});
