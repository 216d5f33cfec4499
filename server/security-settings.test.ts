/** No form of a setting of security leaves a server open: it refuses what the setting should refuse, or it isn't made. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { flags, parseCommandLine } from './process/command-line.js';
import { readSettings } from './process/settings.js';
import { createServer, type CallServer, type Renewal, type ServerOptions } from './server.js';
import { JWT, SECURITY, TLS } from './service/settings.js';
import { grpcCaller } from './test/callers.js';
import { cert, client, clientCa, key } from './test/certificate.js';
import { claims, formatKeys, makeSigner, sign, type Signer } from './test/signers.js';

type Setting = keyof typeof SECURITY;

const settings = Object.keys(SECURITY) as Setting[];
const members: Partial<Record<Setting, string[]>> = { jwt: Object.keys(JWT), tls: Object.keys(TLS) };

/** The settings and their members. */
const paths = settings.flatMap((setting): [Setting, string?][] => [
  [setting],
  ...(members[setting] ?? []).map((member): [Setting, string] => [setting, member]),
]);

let signer: Signer;
/** Each refuses a call without credentials, except for `origins`, which refuses another page. */
let valid: Required<Renewal>;
/** Credentials that aren't right. */
let wrong: Record<string, string>[];
let folder: string;
/** As `valid`. */
let validFlags: Partial<Record<string, string>>;

beforeAll(async () => {
  signer = await makeSigner('key');
  valid = {
    token: { shop: 'a' },
    jwt: {
      issuer: 'https://issuer.test',
      audience: 'calls',
      jwks: { keys: [signer.jwk] },
      callerClaim: 'sub',
      clockToleranceSeconds: 1,
    },
    allow: { '*': ['operations'] },
    tls: { cert, key, clientCa },
    origins: ['https://app.test'],
  };
  const others = [{ iss: 'https://other.test' }, { aud: 'other' }, { exp: 1 }];
  const tokens = await Promise.all(others.map((other) => sign(signer, claims(other))));
  wrong = [{}, ...['b', 'undefined', 'null', ...tokens].map((token) => ({ authorization: `Bearer ${token}` }))];
  folder = mkdtempSync(join(tmpdir(), 'security-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  validFlags = {
    'token-file': write('tokens', 'shop a'),
    'jwt-issuer': 'https://issuer.test',
    'jwt-audience': 'calls',
    'jwt-jwks': write('keys', formatKeys(signer)),
    'jwt-caller-claim': 'sub',
    'allow-file': write('permissions', '* operations'),
    'tls-cert': write('cert', cert),
    'tls-key': write('key', key),
    'tls-client-ca': write('ca', clientCa),
    'origins-file': write('origins', 'https://app.test'),
    origins: 'https://app.test',
  };
  for (const [name, text] of [['empty', ''], ['comment', '# none\n\n'], ['words', 'a b c']] as const) write(name, text); // prettier-ignore
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running: CallServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((server) => server.drain({ graceMs: 0 })));
});

/** Whether it serves what the setting should refuse. */
async function isOpen(setting: Setting, server: CallServer): Promise<boolean> {
  const { grpc = '', gateway } = server.addresses ?? {};
  if (setting === 'origins') {
    const response = await fetch(`${gateway}/api.ApiService/CallApi`, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.test', 'access-control-request-method': 'POST' },
    });
    return response.headers.has('access-control-allow-origin');
  }
  const withTls = gateway?.startsWith('https:');
  const callers =
    setting === 'tls'
      ? [grpcCaller(grpc), ...(withTls ? [grpcCaller(grpc, cert)] : [])]
      : [withTls ? grpcCaller(grpc, cert, { identity: client }) : grpcCaller(grpc)];
  const calls = callers.flatMap((caller) => wrong.map((metadata) => caller.call({ code: 'echo' }, { metadata })));
  const codes = (await Promise.all(calls)).map(({ code }) => code);
  for (const caller of callers) caller.close();
  return codes.includes(0);
}

type Outcome = 'refused' | 'closed' | 'open';

/** Makes a server; an error that isn't about a setting fails the test. */
async function attempt(setting: Setting, create: () => CallServer): Promise<Outcome> {
  let server;
  try {
    server = create();
  } catch (error) {
    expect(String(error)).toMatch(/^(?:TypeError|UsageError): /);
    return 'refused';
  }
  running.push(server);
  await server.listen({ port: 0, gatewayPort: 0 });
  return (await isOpen(setting, server)) ? 'open' : 'closed';
}

/** Without its last letter, and with another one. */
const misspell = (name: string): string[] => [name.slice(0, -1), `${name}s`];

const nothing = [undefined, null, false, '', [], {}];
const forms = [...nothing, true, 0, 5, Number.NaN, [null], [''], new Map(), new Date(), () => 'a', Symbol('a')];

/** The settings that a form of one gives, beside none or all others, by their description. */
function* giveForms([setting, member]: readonly [Setting, string?]): Generator<readonly [string, object]> {
  const whole = valid[setting];
  const give = (value: object): object => ({ [setting]: value });
  const name = member ?? setting;
  const { tls, ...plain } = valid;
  // Other pages come by fetch, which has no certificate.
  const all = setting === 'origins' ? plain : { ...plain, tls };
  const owner = member === undefined ? all : (whole as object);
  const { [name]: rightValue, ...others } = owner as Record<string, unknown>;
  yield ['absent', member === undefined ? others : { ...all, ...give(others) }];
  for (const form of forms) {
    yield [inspect(form), member === undefined ? { [name]: form } : give({ ...others, [name]: form })];
  }
  for (const other of misspell(name)) {
    yield [other, member === undefined ? { [other]: rightValue } : give({ ...others, [other]: rightValue })];
  }
}

describe('the check sees', () => {
  it.each<[Setting, Outcome, () => ServerOptions]>([
    ['token', 'open', () => ({})],
    ['jwt', 'open', () => ({ jwt: { ...valid.jwt, issuer: 'https://other.test' } })],
    ['tls', 'open', () => ({ tls: { cert, key } })],
    ['origins', 'open', () => ({ origins: ['https://other.test'] })],
    ...settings.map((setting): [Setting, Outcome, () => ServerOptions] => [
      setting,
      'closed',
      () => ({ [setting]: valid[setting] }),
    ]),
  ])('with %s a server that is %s', async (setting, outcome, give) => {
    expect(await attempt(setting, () => createServer(give()))).toBe(outcome);
  });
});

describe('createServer is never open:', () => {
  it.each(paths.map((path) => [path.join('.'), path] as const))('%s', async (_, path) => {
    const outcomes: [string, Outcome][] = [];
    for (const [form, options] of giveForms(path)) {
      outcomes.push([form, await attempt(path[0], () => createServer(options))]);
    }
    expect(outcomes.filter(([, outcome]) => outcome === 'open')).toEqual([]);
    // What says nothing, and what isn't known, is an error; an empty list of origins allows none.
    const accepted = outcomes.flatMap(([form, outcome]) => (outcome === 'closed' ? [form] : []));
    const optional = path[1] === undefined || ['callerClaim', 'clockToleranceSeconds', 'clientCa'].includes(path[1]);
    expect(accepted).toEqual([
      ...(optional ? ['absent'] : []),
      ...(path[0] === 'origins' ? ['[]'] : []),
      ...(path[1] === 'clockToleranceSeconds' ? ['0', '5'] : []),
    ]);
  });
});

describe('renew never opens:', () => {
  it.each(paths.map((path) => [path.join('.'), path] as const))('%s', async (_, path) => {
    const [setting] = path;
    const server = createServer({ [setting]: valid[setting] });
    expect(await attempt(setting, () => server)).toBe('closed');
    for (const [form, renewal] of giveForms(path)) {
      if (form === 'absent') continue;
      try {
        server.renew(renewal);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        continue;
      }
      expect([form, await isOpen(setting, server)]).toEqual([form, false]);
    }
    expect(await isOpen(setting, server)).toBe(false);
  });
});

/** Flags of one setting, whose name they begin with. */
const findSetting = (flag: string): Setting | undefined => settings.find((setting) => flag.startsWith(setting));

const start = (args: readonly string[]): CallServer => {
  const commandLine = parseCommandLine(args);
  if (commandLine === 'help') throw new Error('The flags ask for help.');
  return createServer(readSettings(commandLine));
};

describe('the command line is never open:', () => {
  const list = (names: readonly string[]): string[] => names.map((name) => `--${name}=${validFlags[name]}`);
  const all = Object.keys(flags).filter((flag) => findSetting(flag));

  it.each(all)('--%s', async (flag) => {
    const setting = findSetting(flag) ?? 'token';
    const isOther = (name: string): boolean => name !== flag && (flag.startsWith('origins') ? !name.startsWith('origins') : name !== 'origins'); // prettier-ignore
    const others = all.filter(isOther).filter((name) => setting !== 'origins' || !name.startsWith('tls'));
    const beside = list(others.filter((name) => findSetting(name) === setting));
    const values = ['', ' ', 'undefined', 'null', 'false', '[]', '{}', folder, ...['empty', 'comment', 'words', 'none'].map((name) => join(folder, name))]; // prettier-ignore
    const rows = [
      list(others),
      [...beside, `--${flag}`],
      ...values.map((value) => beside.concat(`--${flag}=${value}`)),
      ...misspell(flag).map((name) => beside.concat(`--${name}=${validFlags[flag]}`)),
      [...beside, ...list([flag]), `--${flag}=`],
    ];
    expect(await attempt(setting, () => start([...beside, ...list([flag])]))).toBe('closed');
    const outcomes = [];
    for (const args of rows) outcomes.push([args.at(-1), await attempt(setting, () => start(args))]);
    expect(outcomes.filter(([, outcome]) => outcome === 'open')).toEqual([]);
    expect(outcomes.slice(-3).map(([, outcome]) => outcome)).toEqual(['refused', 'refused', 'refused']);
  });
});

// variables.test.ts has more names.
describe('the environment is never open:', () => {
  const name = 'CALL_SERVER_TOKEN';
  it.each<[string, string, Outcome]>([
    [name, 'a', 'closed'],
    [name, '', 'refused'],
    [name, '[]', 'refused'],
    [`${name}_FILE`, 'a', 'refused'],
    ['CALL_SEVER_TOKEN', 'a', 'refused'],
    ['CALL_SERVER_TLS_CERT', 'a', 'refused'],
  ])('%s=%j', async (variable, value, outcome) => {
    vi.stubEnv(name, undefined);
    vi.stubEnv(variable, value);
    expect(await attempt('allow', () => start([]))).toBe(outcome);
  });
});
