/** What the page makes of commands of curl is what the real curl sends, byte for byte, or is named as incomplete. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOptions } from '../generate/curl-options.mjs';
import { findMissing, findOnPath, NOT_CHECKED } from '../setup/programs.mjs';
import { findOption, HARMLESS } from '../../playground/src/features/request-builder/paste/commands/curl/options.js';
import { commands } from './test/arbitrary-commands.js';
import { scripts } from './test/arbitrary-scripts.js';
import { CurlRunner } from './test/real-curl.js';
import { compareSent, readOnPage, type PageRequest, type SentRequest } from './test/sent-request.js';

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

interface Verdict {
  readonly text: string;
  readonly verdict: 'equal' | 'incomplete' | 'different';
  /** Differences, or reasons. */
  readonly details: readonly string[];
}

/** Compares the requests of curl with those of the page, one by one. */
function listDifferences(curl: readonly SentRequest[], page: readonly PageRequest[]): readonly string[] {
  if (curl.length !== page.length && page.every((request) => 'sent' in request))
    return [`curl sends ${curl.length} requests, the page ${page.length}`];
  // What isn't complete may be sent or not, so each other request is looked for after the one before.
  let from = 0;
  return page.flatMap((request) => {
    if ('reasons' in request) return [];
    const compared = curl.slice(from).map((sent) => compareSent(sent, request.sent, request.notes));
    const at = compared.findIndex((differences) => differences.length === 0);
    from += at + 1;
    return at === -1 ? (compared[0] ?? ['curl sends nothing']) : [];
  });
}

function judge(curl: readonly SentRequest[], page: readonly PageRequest[]): Omit<Verdict, 'text'> {
  const reasons = page.flatMap((request) => ('reasons' in request ? request.reasons : []));
  if (page.length > 0 && page.every((request) => 'reasons' in request))
    return { verdict: 'incomplete', details: reasons };
  const differences = listDifferences(curl, page);
  return differences.length === 0
    ? { verdict: 'equal', details: reasons }
    : { verdict: 'different', details: differences };
}

const EXAMPLES = '../../playground/src/features/request-builder/paste/fixtures/curl-bash.txt';

describe.skipIf(noCurl)('curl', () => {
  let runner: CurlRunner;
  beforeAll(async () => {
    runner = new CurlRunner((await findOnPath(['curl'], process.env)) ?? 'curl');
  });
  afterAll(() => runner.end());

  /** Runs the texts, and compares each with what the page makes of it. */
  async function judgeAll(texts: readonly string[]): Promise<readonly Verdict[]> {
    const sent = await runner.run(texts);
    const pages = await Promise.all(texts.map(readOnPage));
    return texts.map((text, index) => ({ text, ...judge(sent[index] ?? [], pages[index] ?? []) }));
  }

  const count = (verdicts: readonly Verdict[], verdict: Verdict['verdict']) =>
    verdicts.filter((each) => each.verdict === verdict).length;
  const select = (verdicts: readonly Verdict[], verdict: Verdict['verdict']) =>
    verdicts.filter((each) => each.verdict === verdict);

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
    console.log(`${sent.length} commands with harmless options: ${count(sent, 'equal')} equal`);
    expect(select(sent, 'different')).toEqual([]);
    expect(count(sent, 'equal')).toBeGreaterThanOrEqual(250);
  });

  test('listed commands are equal, except those that can’t be complete', async () => {
    const listed = readCommands();
    expect(listed.length).toBeGreaterThanOrEqual(300);
    const verdicts = await judgeAll(listed.map(({ text }) => text));
    console.log(
      `${listed.length} listed commands: ${count(verdicts, 'equal')} equal, ${count(verdicts, 'incomplete')} incomplete`,
    );
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
    console.log(
      `${texts.length} examples: ${count(verdicts, 'equal')} equal, ${count(verdicts, 'incomplete')} incomplete`,
    );
    expect(select(verdicts, 'different')).toEqual([]);
  });

  test('generated commands are equal, or named as incomplete', async () => {
    const verdicts = await judgeAll(fc.sample(commands, 3000));
    console.log(
      `3000 generated commands: ${count(verdicts, 'equal')} equal, ${count(verdicts, 'incomplete')} incomplete`,
    );
    expect(select(verdicts, 'different')).toEqual([]);
    expect(verdicts.filter(({ details }) => details.includes('no reason'))).toEqual([]);
    expect(count(verdicts, 'equal')).toBeGreaterThanOrEqual(1500);
  });

  test('generated scripts are equal, or named as incomplete', async () => {
    const verdicts = await judgeAll(fc.sample(scripts, 1000));
    console.log(
      `1000 generated scripts: ${count(verdicts, 'equal')} equal, ${count(verdicts, 'incomplete')} incomplete`,
    );
    expect(select(verdicts, 'different')).toEqual([]);
    expect(verdicts.filter(({ details }) => details.includes('no reason'))).toEqual([]);
    expect(count(verdicts, 'equal')).toBeGreaterThanOrEqual(400);
  });
});
