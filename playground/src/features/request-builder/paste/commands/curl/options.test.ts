import { expect, test } from 'vitest';
import { readCurl } from '../curl.js';
import { AUTHENTICATION, findOption, HARMLESS, hasNoForm, listOptionNames, NUMBERS, READ } from './options.js';

const names = listOptionNames();

test('every option that is read, harmless or of authentication is one of curl, and is one of these', () => {
  const used = [...READ, ...HARMLESS, ...AUTHENTICATION];
  expect([...used, ...NUMBERS].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(used).size).toBe(used.length);
});

const URL_OF_A = 'https://h.example/a';
const listUrls = (text: string) => readCurl(text).requests.map(({ url }) => url.replace(/\?.*/, ''));

test.each(names.filter((name) => name !== 'url' && name !== 'next'))(
  '--%s is read, harmless or named, and the URL stays beside it',
  (name) => {
    const written = `--${name} ${findOption(name)?.hasValue === true ? '5' : ''}`;
    expect(listUrls(`curl ${written} ${URL_OF_A}`)).toEqual([URL_OF_A]);
    const { requests } = readCurl(`curl ${URL_OF_A} ${written}`);
    const notes = requests.flatMap(({ unread }) => unread).map(({ note }) => note);
    expect(requests).toMatchObject([{ url: expect.stringMatching(/^https:\/\/h\.example\/a(?:\?|$)/) as string }]);
    const isNamed = notes.some((note) => note.startsWith(`\`--${name}\` isn’t read`));
    expect(isNamed).toBe(!HARMLESS.has(name) && !READ.has(name));
  },
);

test.each(names.filter((name) => findOption(name)?.hasValue === false))('--no-%s is read if curl has it', (name) => {
  const option = findOption(name);
  const [found] = readCurl(`curl ${URL_OF_A} --no-${name}`).requests;
  const unknown = found?.unread.some(({ note }) => note.includes('isn’t an option of curl'));
  expect(unknown).toBe(option !== undefined && !hasNoForm(option));
});

test.each(['-x http://proxy.example', '--connect-to ::127.0.0.1', '--resolve h.example:80:127.0.0.1'])(
  '%s, which leads to another server, is named',
  (option) => {
    const [found] = readCurl(`curl ${URL_OF_A} ${option}`).requests;
    expect(found).toMatchObject({ unread: [{ note: expect.stringContaining('isn’t read') as string }] });
  },
);

test.each(['--shiny', '--shiny new', '--head=x', '--dat a', '-?', '-', '--no-data'])('%s is named', (option) => {
  const { requests } = readCurl(`curl ${option} ${URL_OF_A}`);
  expect(listUrls(`curl ${option} ${URL_OF_A}`)).toEqual([URL_OF_A]);
  expect(requests).toMatchObject([
    { unread: [{ note: expect.stringContaining('isn’t an option of curl') as string }] },
  ]);
});

test.each(['digest', 'ntlm', 'negotiate', 'anyauth', 'aws-sigv4 aws:amz'])(
  'the secret of --%s goes nowhere',
  (scheme) => {
    const { requests } = readCurl(`curl --${scheme} -u mona:hunter2 ${URL_OF_A}`);
    expect(requests).toMatchObject([{ unread: [{}], headers: [['accept', '*/*']] }]);
    expect(JSON.stringify(requests)).not.toMatch(/hunter2|bW9uYTpodW50ZXIy/);
  },
);
