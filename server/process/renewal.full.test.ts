/**
 * The command under load, by mutual TLS, gRPC and gRPC-Web, old connections and new ones: each setting that is replaced takes effect,
 * and every call is answered as the earlier or the next setting says.
 */
import { Agent } from 'node:https';
import { connect } from 'node:tls';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Caller, grpcCaller, type Identity, type RequestFields } from '../test/callers.js';
import { cert, client, clientCa, foreignClient, nextServer } from '../test/certificate.js';
import { startLoad } from '../test/load.js';
import { serverProcesses } from '../test/processes.js';
import { type RenewableServer, startRenewableServer } from '../test/renewable-server.js';
import { formatKeys, makeSigner, sign, type Signer } from '../test/signers.js';
import { callByTls, describeOutcome, type TlsCall } from '../test/tls-callers.js';

const processes = serverProcesses();

let first: Signer;
let second: Signer;
beforeAll(async () => {
  [first, second] = await Promise.all([makeSigner('first'), makeSigner('second')]);
});

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()?.();
});

const startServer = (): Promise<RenewableServer> => startRenewableServer(processes, first);

/** What callers have, which a test changes meanwhile. */
interface Credentials {
  token: string;
  /** A function, since a token that was verified before takes another path. */
  readonly makeJwt: () => Promise<string>;
  identity: Identity;
  origin: string;
}

const ca = cert + nextServer.cert;
let texts = 0;

/** Makes a call's arguments, of its own text. */
function makeFields(code = 'echo'): RequestFields & { readonly str1: string } {
  texts += 1;
  return { code, str1: `text-${texts}` };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function callGrpc(caller: Caller, token: string, code?: string): Promise<string> {
  const fields = makeFields(code);
  return describeOutcome(await caller.call(fields, { metadata: bearer(token) }), fields.str1);
}

async function callGrpcOnce({ grpc }: RenewableServer, { identity }: Pick<Credentials, 'identity'>, token: string) {
  const caller = grpcCaller(grpc, ca, { identity });
  try {
    return await callGrpc(caller, token);
  } finally {
    caller.close();
  }
}

/** Calls as a page does: the answer counts only where the page may read it. */
async function callWeb(
  { gateway }: RenewableServer,
  credentials: Omit<Credentials, 'makeJwt'>,
  agent?: Agent,
): Promise<string> {
  const { token, identity, origin } = credentials;
  const fields = makeFields();
  const headers = { ...bearer(token), origin };
  const result = await callByTls(gateway, fields, { ca, identity, headers, ...(agent && { agent }) });
  if (result.headers['access-control-allow-origin'] !== origin) return 'hidden';
  return describeOutcome(result, fields.str1);
}

/** Callers of which every call is to be served. */
function makeCallers(server: RenewableServer, credentials: Credentials) {
  const open = [1, 2].map(() => grpcCaller(server.grpc, ca, { identity: credentials.identity })) as [Caller, Caller];
  const agent = new Agent({ keepAlive: true });
  cleanups.push(() => {
    for (const caller of open) caller.close();
    agent.destroy();
  });
  // An open connection keeps the certificate that it began with.
  const { identity } = credentials;
  return {
    'gRPC, an open connection': () => callGrpc(open[0], credentials.token),
    'gRPC with JWTs, an open connection': async () => callGrpc(open[1], await credentials.makeJwt()),
    'gRPC, new connections': () => callGrpcOnce(server, credentials, credentials.token),
    'gRPC-Web with JWTs, an open connection': async () =>
      callWeb(server, { ...credentials, token: await credentials.makeJwt(), identity }, agent),
    'gRPC-Web, new connections': () => callWeb(server, credentials),
  };
}

const makeCredentials = (): Credentials & { signer: Signer } => {
  const credentials = {
    token: 'first',
    signer: first,
    makeJwt: () => sign(credentials.signer),
    identity: client,
    origin: 'https://first.test',
  };
  return credentials;
};

/** The outcomes of {@link makeCallers}. */
const allServed = (callers: object): Record<string, string[]> =>
  Object.fromEntries(Object.keys(callers).map((name) => [name, ['OK']]));

it('keys of JWTs', async () => {
  const server = await startServer();
  const credentials = makeCredentials();
  const callers = makeCallers(server, credentials);
  // One that the server remembers.
  const known = await sign(first);
  const load = startLoad({
    ...callers,
    'with a JWT by the first key': () => callGrpcOnce(server, credentials, known),
    'with JWTs by the next key': async () => callWeb(server, { ...credentials, token: await sign(second) }),
  });
  await load.pass();
  await server.replace('keys', formatKeys(first, second));
  await load.pass();
  credentials.signer = second;
  await load.pass();
  await server.replace('keys', formatKeys(second));
  await load.pass();
  expect(await load.stop()).toEqual({
    ...allServed(callers),
    'with a JWT by the first key': ['OK', 'UNAUTHENTICATED'],
    'with JWTs by the next key': ['UNAUTHENTICATED', 'OK'],
  });
});

it('origins', async () => {
  const server = await startServer();
  const credentials = makeCredentials();
  const callers = makeCallers(server, credentials);
  const load = startLoad({
    ...callers,
    'a page of the first origin': () => callWeb(server, { ...credentials, origin: 'https://first.test' }),
    'a page of the next origin': () => callWeb(server, { ...credentials, origin: 'https://next.test' }),
  });
  await load.pass();
  await server.replace('origins', 'https://first.test\nhttps://next.test\n');
  await load.pass();
  credentials.origin = 'https://next.test';
  await load.pass();
  await server.replace('origins', 'https://next.test\n');
  await load.pass();
  expect(await load.stop()).toEqual({
    ...allServed(callers),
    'a page of the first origin': ['OK', 'hidden'],
    'a page of the next origin': ['hidden', 'OK'],
  });
});

it('the authority of clients', async () => {
  const server = await startServer();
  const credentials = makeCredentials();
  const callers = makeCallers(server, credentials);
  /** gRPC can't tell why a connection failed, and the client's own TLS ends it in several ways. */
  const isAccepted = async (call: Promise<string>): Promise<string> => {
    const outcome = await call.catch((error: NodeJS.ErrnoException) => error.code ?? '');
    return /^(?:UNAVAILABLE|ECONNRESET|EPIPE|ERR_SSL_.*)$/.test(outcome) ? 'refused' : outcome;
  };
  const load = startLoad({
    ...callers,
    'a first client, by gRPC': () => isAccepted(callGrpcOnce(server, { identity: client }, 'first')),
    'a first client, by gRPC-Web': () => isAccepted(callWeb(server, { ...credentials, identity: client })),
    'a next client, by gRPC': () => isAccepted(callGrpcOnce(server, { identity: foreignClient }, 'first')),
    'a next client, by gRPC-Web': () => isAccepted(callWeb(server, { ...credentials, identity: foreignClient })),
  });
  await load.pass();
  await server.replaceCertificates({ 'ca.crt': clientCa + foreignClient.cert });
  await load.pass();
  credentials.identity = foreignClient;
  await load.pass();
  await server.replaceCertificates({ 'ca.crt': foreignClient.cert });
  await load.pass();
  expect(await load.stop()).toEqual({
    ...allServed(callers),
    'a first client, by gRPC': ['OK', 'refused'],
    'a first client, by gRPC-Web': ['OK', 'refused'],
    'a next client, by gRPC': ['refused', 'OK'],
    'a next client, by gRPC-Web': ['refused', 'OK'],
  });
});

/** Opens a connection, and takes the session that the server offers for the next one. */
function takeSession(address: string): Promise<Buffer> {
  const { hostname: host, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), ca, servername: 'localhost', ...client });
    socket.on('error', reject);
    socket.on('session', (session: Buffer) => {
      resolve(session);
      socket.destroy();
    });
  });
}

it('a session of TLS from before doesn’t outlive the authority of its client', async () => {
  const server = await startServer();
  const session = await takeSession(server.gateway);
  const call: TlsCall = { ca, identity: client, headers: bearer('first'), session };
  expect(await callByTls(server.gateway, makeFields(), call)).toMatchObject({ code: 0, resumed: true });
  await server.replaceCertificates({ 'ca.crt': foreignClient.cert });
  await expect(callByTls(server.gateway, makeFields(), call)).rejects.toThrow(/ECONNRESET|EPIPE|socket hang up|alert/);
  const other = { ...call, identity: foreignClient };
  expect(await callByTls(server.gateway, makeFields(), other)).toMatchObject({ code: 0, resumed: false });
});
