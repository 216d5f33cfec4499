/** Files that change in any order, some of them unusable for a while. */
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { full } from '../../dev/testing/full.js';
import { createServer, type Renewal } from '../server.js';
import { cert, clientCa, foreignClient, key } from '../test/certificate.js';
import { formatKeys, makeSigner } from '../test/signers.js';
import { unusable } from '../test/unusable-certificates.js';
import { parseCommandLine } from './command-line.js';
import { readSettings, renewOnChange } from './settings.js';

/** The listeners for changes, by the paths of their files: the tests call them instead of a clock. */
const watched = vi.hoisted(() => new Map<string, () => void>());
vi.mock('node:fs', async (load) => ({
  ...(await load<object>()),
  watchFile: (path: string, _: unknown, listener: () => void) => void watched.set(path, listener),
}));

const flags = {
  tokens: '--token-file',
  allow: '--allow-file',
  origins: '--origins-file',
  keys: '--jwt-jwks',
  cert: '--tls-cert',
  key: '--tls-key',
  ca: '--tls-client-ca',
};
type Name = keyof typeof flags;
const names = Object.keys(flags) as Name[];

interface Texts {
  readonly first: string;
  /** Usable beside each other file, at first and later. */
  readonly next: string;
  readonly broken: string;
}
const files: Record<Name, Texts> = {
  tokens: { first: 'shop t1', next: 'shop t1\nshop t2', broken: 'three words here' },
  allow: { first: 'shop build echo', next: 'shop echo', broken: 'shop' },
  origins: { first: 'https://a.test', next: 'https://b.test', broken: 'b.test' },
  keys: { first: '', next: '', broken: '{"keys":' },
  cert: { first: cert, next: cert + clientCa, broken: unusable.sha1.cert },
  key: {
    first: key,
    next: createPrivateKey(key).export({ format: 'pem', type: 'sec1' }).toString(),
    broken: unusable.sha1.key,
  },
  ca: { first: clientCa, next: clientCa + foreignClient.cert, broken: unusable.shortKey.cert },
};
beforeAll(async () => {
  const [first, next] = [await makeSigner('first'), await makeSigner('next')];
  files.keys = { ...files.keys, first: formatKeys(first), next: formatKeys(first, next) };
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()?.();
});

/** A server with files of these settings. */
function start(used: readonly Name[]) {
  const folder = mkdtempSync(join(tmpdir(), 'renewal-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const pathOf = (name: Name): string => join(folder, name);
  const write = (name: Name, text: string): void => writeFileSync(pathOf(name), text);
  for (const name of used) write(name, files[name].first);
  const jwt = used.includes('keys') ? ['--jwt-issuer=https://issuer.test', '--jwt-audience=calls'] : [];
  const commandLine = parseCommandLine([...jwt, ...used.map((name) => `${flags[name]}=${pathOf(name)}`)]);
  if (commandLine === 'help') throw new Error('The flags ask for help.');
  const server = createServer(readSettings(commandLine));
  const inUse: Renewal = readSettings(commandLine);
  const renew = (renewal: Renewal): void => {
    server.renew(renewal);
    Object.assign(inUse, renewal);
  };
  let log: string[] = [];
  renewOnChange({ renew }, commandLine, ({ event, file }) => log.push(`${event} ${file.slice(folder.length + 1)}`));
  return {
    inUse,
    /** All files as they are. */
    read: () => readSettings(commandLine),
    write,
    /** Replaces a file; returns what the log says then. */
    replace: (name: Name, text: string): string[] => {
      log = [];
      write(name, text);
      watched.get(pathOf(name))?.();
      return log;
    },
  };
}

const pairs = names.flatMap((broken) => names.filter((name) => name !== broken).map((name) => [broken, name] as const));

it.each(full ? pairs : pairs.filter((_, index) => index % 3 === 0))(
  'while %s is unusable, a change of %s is used as soon as it can be',
  (broken, name) => {
    const { inUse, read, replace } = start(names);
    const readTogether = [broken, name].every((one) => ['cert', 'key', 'ca'].includes(one));
    expect(replace(broken, files[broken].broken)).toEqual([`renewal-failed ${broken}`]);
    expect(replace(name, files[name].next)).toEqual([`${readTogether ? 'renewal-failed' : 'renewed'} ${name}`]);
    expect(replace(broken, files[broken].first)).toEqual([
      `renewed ${broken}`,
      ...(readTogether ? [`renewed ${name}`] : []),
    ]);
    expect(inUse).toEqual(read());
    expect(replace(name, files[name].first)).toEqual([`renewed ${name}`]);
    expect(inUse).toEqual(read());
  },
);

/** A file, its next text, and what the log says. */
type Step = readonly [Name, string, readonly string[]];

describe('changes that need each other:', () => {
  const foreignCert: readonly [Name, string] = ['cert', foreignClient.cert];
  const foreignKey: readonly [Name, string] = ['key', foreignClient.key];
  const newTokens: readonly [Name, string] = ['tokens', 'shop t1\nbilling t2'];
  const newAllow: readonly [Name, string] = ['allow', 'shop echo\nbilling build'];
  it.each<[string, readonly Name[], readonly Step[]]>([
    [
      'a certificate, then its key, and then another file alone',
      ['cert', 'key', 'origins'],
      [
        [...foreignCert, ['renewal-failed cert']],
        [...foreignKey, ['renewed key', 'renewed cert']],
        ['origins', 'https://b.test', ['renewed origins']],
      ],
    ],
    [
      'a key, then its certificate',
      ['cert', 'key', 'ca'],
      [
        [...foreignKey, ['renewal-failed key']],
        [...foreignCert, ['renewed cert', 'renewed key']],
      ],
    ],
    [
      'permissions of a caller, then its token',
      ['tokens', 'allow'],
      [
        [...newAllow, ['renewal-failed allow']],
        [...newTokens, ['renewed tokens', 'renewed allow']],
      ],
    ],
    [
      'a caller’s token, then its permissions',
      ['tokens', 'allow'],
      [
        [...newTokens, ['renewed tokens']],
        [...newAllow, ['renewed allow']],
      ],
    ],
    [
      'permissions of a caller while the tokens are unusable',
      ['tokens', 'allow', 'origins'],
      [
        ['tokens', 'a b c', ['renewal-failed tokens']],
        [...newAllow, ['renewal-failed allow']],
        ['origins', 'https://b.test', ['renewed origins']],
        ['tokens', 'shop t1', ['renewed tokens', 'renewal-failed allow']],
        ['tokens', 'shop t3', ['renewed tokens']],
        [...newTokens, ['renewed tokens', 'renewed allow']],
      ],
    ],
    [
      'all of TLS, the last one first unusable',
      ['cert', 'key', 'ca'],
      [
        [...foreignCert, ['renewal-failed cert']],
        ['ca', foreignClient.cert, ['renewal-failed ca']],
        ['key', '', ['renewal-failed key', 'renewal-failed cert', 'renewal-failed ca']],
        [...foreignKey, ['renewed key', 'renewed cert', 'renewed ca']],
      ],
    ],
  ])('%s', (_, used, steps) => {
    const { inUse, read, replace } = start(used);
    for (const [name, text, log] of steps) expect(replace(name, text)).toEqual(log);
    expect(inUse).toEqual(read());
  });
});

it('a withdrawn permission is used while the tokens can’t be read', () => {
  const { inUse, replace } = start(['tokens', 'allow']);
  replace('tokens', 'a b c');
  expect(replace('allow', 'shop echo')).toEqual(['renewed allow']);
  expect(inUse.allow).toEqual({ shop: ['echo'] });
});

it('both files of a new caller have changed before the first is read', () => {
  const { inUse, read, write, replace } = start(['tokens', 'allow']);
  write('tokens', 'billing t2');
  expect(replace('allow', 'billing build')).toEqual(['renewed allow']);
  expect(inUse).toEqual(read());
});
