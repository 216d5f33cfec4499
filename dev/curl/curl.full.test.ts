/** What the page makes of commands of curl is what the real curl sends, byte for byte, or is named as incomplete. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOptions } from '../generate/curl-options.mjs';
import { findMissing, findOnPath, NOT_CHECKED } from '../setup/programs.mjs';
import { findOption } from '../../playground/src/features/request-builder/paste/commands/curl/options.js';
import { commands } from './arbitrary-commands.js';
import { CurlRunner } from './real-curl.js';
import { compareSent, readOnPage, type PageRequest, type SentRequest } from './sent-request.js';

const noCurl = await findMissing({ command: 'curl', probe: ['--version'], packages: ['curl'], advice: 'Install curl' });
test.for([noCurl ?? []].flat())(`${NOT_CHECKED}%s`, (_, { skip }) => skip());

/** The commands of a file: a line each, or several lines between `~~~`. */
function readCommands(): readonly string[] {
  const text = readFileSync(new URL('commands.txt', import.meta.url), 'utf8');
  return text
    .split(/^~~~\n/m)
    .flatMap((piece, index) => (index % 2 === 1 ? [piece] : piece.split('\n')))
    .filter((command) => command.trim() !== '' && !command.startsWith('## '));
}

/** The differences of a text; undefined if the page names it as incomplete. */
function judge(curl: readonly SentRequest[], page: readonly PageRequest[]): readonly string[] | undefined {
  if (page.length > 0 && page.every((request) => 'reasons' in request)) return undefined;
  if (curl.length !== page.length && page.every((request) => 'sent' in request)) return [`curl sends ${curl.length} requests, the page ${page.length}`];
  // curl leaves a URL out that it refuses, so what follows it is compared from the end.
  const shift = curl.length - page.length;
  return page.flatMap((request, index) => {
    if ('reasons' in request) return [];
    const isFirst = page.slice(0, index).every((before) => 'sent' in before);
    const sent = curl[isFirst ? index : index + shift];
    return sent === undefined ? ['curl sends nothing'] : compareSent(sent, request.sent, request.notes);
  });
}

describe.skipIf(noCurl)('curl', () => {
  let runner: CurlRunner;
  beforeAll(async () => {
    runner = new CurlRunner((await findOnPath(['curl'], process.env)) ?? 'curl');
  });
  afterAll(() => runner.end());

  /** Runs the texts, and returns those that differ, each with its differences. */
  async function findDifferences(texts: readonly string[]) {
    const sent = await runner.run(texts);
    const pages = await Promise.all(texts.map(readOnPage));
    const verdicts = texts.map((text, index) => ({ text, differences: judge(sent[index] ?? [], pages[index] ?? []) }));
    return {
      equal: verdicts.filter(({ differences }) => differences?.length === 0).length,
      different: verdicts.filter(({ differences }) => differences !== undefined && differences.length > 0),
      incomplete: verdicts.flatMap(({ text, differences }, index) =>
        differences === undefined
          ? [{ text, sent: sent[index], reasons: pages[index]?.flatMap((page) => ('reasons' in page ? page.reasons : [])) }]
          : [],
      ),
    };
  }

  test('the table has the options of this machine’s curl', async () => {
    const options = await listOptions();
    expect(options.length).toBeGreaterThan(200);
    const table = options.map(({ name, letter }) => ({ name, letter, ...findOption(name) }));
    expect(table).toEqual(options.map(({ name, letter, value }) => ({ name, letter, hasValue: value })));
    const lettered = options.filter(({ letter }) => letter !== '');
    expect(lettered.map(({ letter }) => findOption(letter)?.name)).toEqual(lettered.map(({ name }) => name));
  });

  test('own commands', async () => {
    const texts = readCommands();
    expect(texts.length).toBeGreaterThanOrEqual(300);
    const { equal, different, incomplete } = await findDifferences(texts);
    if (process.env['CURL_REPORT']) for (const item of incomplete) console.log(JSON.stringify(item));
    console.log(`${texts.length} commands: ${equal} equal, ${incomplete.length} incomplete`);
    expect(different).toEqual([]);
    expect(equal).toBeGreaterThanOrEqual(0.7 * texts.length);
  });

  test('generated commands', async () => {
    const texts = fc.sample(commands, Number(process.env['N'] ?? 2000));
    const { equal, different, incomplete } = await findDifferences(texts);
    if (process.env['CURL_REPORT']) for (const item of incomplete) console.log(JSON.stringify(item));
    console.log(`${texts.length} commands: ${equal} equal, ${incomplete.length} incomplete`);
    expect(different).toEqual([]);
    expect(equal).toBeGreaterThanOrEqual(0.5 * texts.length);
  });
});
