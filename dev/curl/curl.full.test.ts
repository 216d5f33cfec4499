/** What the page makes of commands of curl is what the real curl sends, byte for byte, or is named as incomplete. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOptions } from '../generate/curl-options.mjs';
import { findMissing, findOnPath, NOT_CHECKED } from '../setup/programs.mjs';
import { findOption, HARMLESS } from '../../playground/src/features/request-builder/paste/commands/curl/options.js';
import { commands } from './test/arbitrary-commands.js';
import { bashScripts } from './test/arbitrary-bash.js';
import { CurlRunner } from './test/real-curl.js';
import { judge, type Verdict } from './test/judge.js';
import { readOnPage } from './test/sent-request.js';

const noCurl = await findMissing({ command: 'curl', probe: ['--version'], packages: ['curl'], advice: 'Install curl' });
test.for([noCurl ?? []].flat())(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

interface ListedCommand {
  readonly text: string;
  readonly isComplete: boolean;
}

/** The commands of a file: a line each, or several lines between `~~~`. A `!` before one says that the page can’t make all of it. */
function readCommands(): readonly ListedCommand[] {
  const text = readFileSync(new URL('commands.txt', import.meta.url), 'utf8');
  return text
    .split(/^~~~\n/m)
    .flatMap((piece, index) => (index % 2 === 1 ? [piece] : piece.split('\n')))
    .filter((command) => command.trim() !== '' && !command.startsWith('## '))
    .map((command) => ({ text: command.replace(/^! /, ''), isComplete: !command.startsWith('! ') }));
}

const EXAMPLES = '../../playground/src/features/request-builder/paste/fixtures/curl-bash.txt';

describe.skipIf(noCurl)('curl', () => {
  let runner: CurlRunner;
  beforeAll(async () => {
    runner = new CurlRunner((await findOnPath(['curl'], process.env)) ?? 'curl');
  });
  afterAll(() => runner.end());

  let compared = 0;
  /** Runs the texts, and compares each with what the page makes of it. */
  async function judgeAll(texts: readonly string[]): Promise<readonly Verdict[]> {
    const sent = await runner.run(texts);
    compared += texts.length;
    return Promise.all(texts.map(async (text, index) => judge(text, sent[index] ?? [], await readOnPage(text))));
  }

  const select = (verdicts: readonly Verdict[], verdict: Verdict['verdict']) =>
    verdicts.filter((each) => each.verdict === verdict);

  /** Reports the counts; nothing may differ silently. */
  function expectNamed(kind: string, verdicts: readonly Verdict[]): void {
    console.log(
      `${verdicts.length} ${kind}: ${select(verdicts, 'equal').length} equal, ${select(verdicts, 'incomplete').length} named as incomplete`,
    );
    expect(select(verdicts, 'different')).toEqual([]);
    expect(verdicts.filter(({ details }) => details.includes('no reason'))).toEqual([]);
  }

  test('the table has the options of this machine’s curl', async () => {
    const options = await listOptions();
    expect(options.length).toBeGreaterThan(200);
    const table = options.map(({ name, letter }) => ({ name, letter, ...findOption(name) }));
    expect(table).toEqual(options.map(({ name, letter, value }) => ({ name, letter, hasValue: value })));
    const lettered = options.filter(({ letter }) => letter !== '');
    expect(lettered.map(({ letter }) => findOption(letter)?.name)).toEqual(lettered.map(({ name }) => name));
  });

  test('harmless options change nothing', async () => {
    const writes = [...HARMLESS].flatMap((name) => {
      // There is no proxy to connect to, and the server speaks HTTP/1.1.
      if (/proxy|socks|http2-prior-knowledge/.test(name)) return [];
      return findOption(name)?.hasValue === true ? [`--${name} 5`] : [`--${name}`, `--no-${name}`];
    });
    const verdicts = await judgeAll(
      writes.flatMap((written) => [
        `curl ${written} -d a=1 http://h.example/a?b=1`,
        `curl ${written} -I -u a:b -b c=d https://h.example/a/b`,
      ]),
    );
    // curl refuses some values, and newer options.
    const sent = verdicts.filter(
      ({ details }) => !details.some((detail) => detail.startsWith('curl sends 0 requests')),
    );
    expectNamed('commands with harmless options', sent);
    expect(select(sent, 'equal').length).toBeGreaterThanOrEqual(250);
  });

  test('listed commands are equal, except those that can’t be complete', async () => {
    const listed = readCommands();
    expect(listed.length).toBeGreaterThanOrEqual(300);
    const verdicts = await judgeAll(listed.map(({ text }) => text));
    expectNamed('listed commands', verdicts);
    const expected = listed.map(({ text, isComplete }) => ({ text, verdict: isComplete ? 'equal' : 'incomplete' }));
    const wrong = verdicts.filter(({ verdict }, index) => verdict !== expected[index]?.verdict);
    expect(wrong).toEqual([]);
  });

  test('the examples of documentation are equal, or named as incomplete', async () => {
    const examples = readFileSync(new URL(EXAMPLES, import.meta.url), 'utf8');
    const texts = [...examples.matchAll(/^--- from .*\n([^]*?)^--- builds\n/gm)]
      .map(([, text = '']) => text)
      // bash doesn't read prompts, and there is no proxy.
      .filter((text) => !/^\$ |proxy/.test(text));
    const verdicts = await judgeAll(texts);
    expectNamed('examples', verdicts);
  });

  test('generated commands are equal, or named as incomplete', async () => {
    const verdicts = await judgeAll(fc.sample(commands, 3000));
    expectNamed('generated commands', verdicts);
    expect(select(verdicts, 'equal').length).toBeGreaterThanOrEqual(1500);
  });

  test('generated scripts are equal, or named as incomplete', async () => {
    const verdicts = await judgeAll(fc.sample(bashScripts, 1200).map((script) => script.replaceAll('\r\n', '\n')));
    expectNamed('generated scripts', verdicts);
    expect(select(verdicts, 'equal').length).toBeGreaterThanOrEqual(100);
  });

  test('at least 5,000 commands were compared', () => {
    expect(compared).toBeGreaterThanOrEqual(5000);
  });
});
