import { expect, test } from 'vitest';
import { readCurl } from '../curl.js';
import { APPLY, AUTHENTICATION, SWITCH } from './draft.js';
import { findOption, HARMLESS, hasNoForm, listOptionNames, NUMBERS } from './options.js';

const names = listOptionNames();

test('every option that is read, harmless or of authentication is one of curl', () => {
  const known = new Set(names);
  const used = [...Object.keys(APPLY), ...Object.keys(SWITCH), ...HARMLESS, ...NUMBERS, ...AUTHENTICATION];
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(APPLY).filter((name) => findOption(name)?.hasValue !== true)).toEqual([]);
  expect(Object.keys(SWITCH).filter((name) => findOption(name)?.hasValue !== false)).toEqual([]);
});

test('no option is harmless and read', () => {
  expect([...Object.keys(APPLY), ...Object.keys(SWITCH)].filter((name) => HARMLESS.has(name))).toEqual([]);
});

const URL_OF_A = 'https://h.example/a';
const listUrls = (text: string) =>
  readCurl(text).requests.map((found) => ('request' in found ? found.request.url.replace(/\?.*/, '') : found.route));

test.each(names.filter((name) => name !== 'url' && findOption(name)?.hasValue === true))(
  'the value of --%s is never the url',
  (name) => {
    expect(listUrls(`curl --${name} 5 ${URL_OF_A}`)).toEqual([URL_OF_A]);
    expect(listUrls(`curl ${URL_OF_A} --${name} 5`)).toEqual([URL_OF_A]);
  },
);

test.each(names.filter((name) => name !== 'next' && findOption(name)?.hasValue === false))(
  '--%s has no value',
  (name) => {
    expect(listUrls(`curl --${name} ${URL_OF_A}`)).toEqual([URL_OF_A]);
  },
);

test.each(names)('--%s is read, harmless or named', (name) => {
  const option = findOption(name);
  const [found] = readCurl(`curl ${URL_OF_A} --${name} ${option?.hasValue === true ? '5' : ''}`).requests;
  const isKnown = HARMLESS.has(name) || Object.hasOwn(APPLY, name) || Object.hasOwn(SWITCH, name);
  const named = found?.unread.some(({ note }) => note.startsWith(`\`--${name}\` isn’t read`));
  expect(named).toBe(!isKnown && name !== 'url' && name !== 'next');
});

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
    expect(requests).toMatchObject([{ unread: [{}], request: { headers: [['accept', '*/*']] } }]);
    expect(JSON.stringify(requests)).not.toMatch(/hunter2|bW9uYTpodW50ZXIy/);
  },
);
