/** A `<name>` in a pasted command is an open value, in a path a variable of the route, however it is quoted: it never moves the target. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { fillPlaceholders } from '../model/test/forms.js';
import { readAll, readOne } from './test/read.js';

/** Spellings of placeholders, with the names that they are reported by, and other ones that they have as variables of a route. */
const SPELLINGS: readonly (readonly [text: string, name: string, variable?: string])[] = [
  ['<id>', 'id'],
  ['<user_id>', 'user_id'],
  ['<org-id>', 'org-id', 'org_id'],
  ['<YOUR TOKEN>', 'YOUR_TOKEN'],
  ['<your api key here>', 'your_api_key_here'],
  ['<a|b>', 'a_b'],
  ['<open | closed>', 'open_closed'],
  ['<user.name>', 'user.name', 'user_name'],
  ['<owner/repo>', 'owner_repo'],
  ['<name: text>', 'name_text'],
  ['<6-digit code>', '6-digit_code', '6_digit_code'],
  ['<números>', 'números', 'n_meros'],
  ['<id (optional)>', 'id_optional'],
  ['<...>', '...', 'value'],
];

/** A shell's way to write a word that has a placeholder. */
interface Quoting {
  readonly name: string;
  readonly write: (before: string, placeholder: string, after: string) => string;
}

const bare: Quoting = { name: 'bare', write: (before, text, after) => before + text + after };
const double: Quoting = { name: 'double', write: (...pieces) => `"${pieces.join('').replaceAll('"', '\\"')}"` };
const single: Quoting = { name: 'single', write: (...pieces) => `'${pieces.join('')}'` };

/** A shell, or a program of one: the start of a command and the redirections that may follow. */
interface Shell {
  readonly name: string;
  readonly start: string;
  readonly quotings: readonly Quoting[];
  readonly ends: readonly string[];
}

const SHELLS: readonly Shell[] = [
  {
    name: 'bash',
    start: 'curl',
    quotings: [
      bare,
      bare,
      double,
      single,
      { name: 'ANSI', write: (...pieces) => `$'${pieces.join('')}'` },
      { name: 'inner quotes', write: (before, text, after) => `${before}"${text}"${after}` },
      { name: 'backslashes', write: (before, text, after) => before + text.replaceAll(/[^\w.]/g, String.raw`\$&`) + after },
    ],
    ends: ['', '', ' > out.json', ' >out.json 2>&1', ' 2>/dev/null', ' &>/dev/null', ' | jq .', ' | tee <out>', ' < in.txt', ' <in.txt >out.txt', ' <<< text', ' >> log; true'],
  },
  { name: 'bash with a prompt', start: '$ curl', quotings: [bare, double], ends: ['', ' > out.json'] },
  {
    name: 'cmd',
    start: 'C:\\>curl',
    quotings: [
      bare,
      double,
      { name: 'carets', write: (before, text, after) => before + text.replaceAll(/[<>|]/g, '^$&') + after },
      { name: 'caret quotes', write: (before, text, after) => `^"${before}${text.replaceAll(/[<>|]/g, '^$&')}${after}^"` },
    ],
    ends: ['', ' > out.json', ' >nul 2>&1', ' 2>nul', ' | more', ' < in.txt'],
  },
  { name: 'cmd without a prompt', start: 'curl.exe', quotings: [bare, double], ends: [''] },
]; // prettier-ignore

/** A place of a placeholder: the words around it, and the path and query that are sent once it is `V`. */
interface Place {
  readonly name: string;
  readonly write: (word: (before: string, after: string) => string) => string;
  readonly target: string;
  readonly method?: string;
  readonly host?: string;
  /** Whether the placeholder is in the path. */
  readonly inPath?: boolean;
}

const URL_OF_USERS = 'https://h.example/users/7';
const inUrl = (name: string, before: string, after: string, target: string): Place => ({
  name,
  write: (word) => `-X DELETE ${word(`https://h.example${before}`, after)}`,
  target,
  method: 'DELETE',
  inPath: name !== 'query',
});
const inValue = (name: string, option: string, before: string, after: string, method = 'GET'): Place => ({
  name,
  write: (word) => `${option}${word(before, after)} ${URL_OF_USERS}`,
  target: '/users/7',
  method,
});

const inData = (option: string): Place => ({
  name: `${option} of a query`,
  write: (word) => `-G ${option} ${word('q=', '')} https://h.example/search`,
  target: '/search?q=V',
});

const PLACES: readonly Place[] = [
  inUrl('path end', '/users/', '', '/users/V'),
  inUrl('path middle', '/api/v2/orgs/', '/members/7', '/api/v2/orgs/V/members/7'),
  inUrl('segment', '/files/report-', '.json', '/files/report-V.json'),
  inUrl('segment before others', '/a/', '/b/c?d=e', '/a/V/b/c?d=e'),
  inUrl('query', '/search?q=', '', '/search?q=V'),
  inData('-d'),
  inData('--data-urlencode'),
  inData('--url-query'),
  { name: 'host', write: (word) => word('https://', '/users/7'), target: '/users/7', host: 'v' },
  { name: '--url', write: (word) => `-X PUT --url ${word('https://h.example/users/', '/x')}`, target: '/users/V/x', method: 'PUT', inPath: true },
  inValue('header', '-H ', 'X-Key:', ''),
  inValue('header before text', '-H ', 'X-Key:a', 'b'),
  inValue('password', '-u ', 'admin:', ''),
  inValue('user', '-u ', '', ':secret'),
  inValue('option in one word', '-u', 'admin:', ''),
  inValue('field', '-d ', 'a=', '', 'POST'),
  inValue('JSON', '--json ', '{"a":"', '"}', 'POST'),
]; // prettier-ignore

/** A generated command, and what must come of it. */
interface Case {
  readonly text: string;
  readonly name: string;
  readonly variable: string;
  readonly place: Place;
}

const cases = fc
  .tuple(fc.constantFrom(...SHELLS), fc.constantFrom(...SPELLINGS), fc.constantFrom(...PLACES), fc.nat(999), fc.nat(999))
  .map(([{ start, quotings, ends }, [text, name, variable = name], place, quoting, end]): Case => {
    // Without quotes around them, the quotes of JSON belong to the shell.
    const jsonQuotings = quotings.filter((each) => each === single || each === double);
    const usable = place.name === 'JSON' ? jsonQuotings : quotings;
    const { write } = usable[quoting % usable.length] ?? double;
    const words = place.write((before, after) => write(before, text, after));
    return { text: `${start} ${words}${ends[end % ends.length]}`, name, variable, place };
  }); // prettier-ignore

/** The variables of the route that the builder reports as missing, once the texts have no open values. */
function listMissing(form: Form): readonly string[] {
  return deriveState(form).problems.flatMap(({ field, code }) => {
    const [, name] = /^variable (.*)$/.exec(field) ?? [];
    return name !== undefined && code === 'missing-parameter' ? name : [];
  });
}

/** The form once each of its open values is `V`, and what isn't read is accepted. */
function fillOpenValues(form: Form): Form {
  const filled = JSON.parse(
    JSON.stringify({ ...form, unresolved: [], unread: [] }).replaceAll(/\{\{[^{}]*\}\}/g, 'V'),
  ) as Form;
  return fillPlaceholders(filled, () => 'V');
}

/** The mistakes of a reading; empty if the placeholder is an open value and the target is whole. */
async function listMistakes({ text, name, variable, place }: Case): Promise<readonly string[]> {
  const [request, ...others] = await readAll(text);
  if (request === undefined || others.length > 0) return ['has no request, or several'];
  const { form, notes } = request;
  const mistakes: string[] = [];
  if (deriveState(form).request !== undefined) mistakes.push('is built');
  const mark = `{{${name}}}`;
  const reported = place.inPath ? listMissing(form) : [...form.unresolved, ...notes];
  if (!reported.some((each) => (place.inPath ? each === variable : each.includes(mark))))
    mistakes.push(`doesn’t report ${mark}`);
  if (notes.some((note) => note.includes('Braces'))) mistakes.push('has a note about braces');
  if (form.headers.some((row) => row.name === 'authorization')) mistakes.push('has credentials');
  const { request: filled } = deriveState(fillOpenValues(form));
  const target = filled && URL.canParse(filled.url) ? new URL(filled.url) : undefined;
  const { method = 'GET', host = 'h.example' } = place;
  const expected = `${method} ${host} ${place.target}`;
  const actual = `${filled?.method.toUpperCase()} ${target?.host} ${target?.pathname}${target?.search}`;
  if (actual !== expected) mistakes.push(`moves the target to ${actual}`);
  return mistakes;
}

const COUNT = runs(250);

test(`a placeholder in ${COUNT} generated commands is an open value, and moves no target`, async () => {
  const generated = new Map(fc.sample(cases, 2 * COUNT).map((each) => [each.text, each]));
  const chosen = [...generated.values()].slice(0, COUNT);
  expect(chosen.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  for (const each of chosen) {
    const mistakes = await listMistakes(each);
    if (mistakes.length > 0) wrong.push(`${each.text}: ${mistakes.join('; ')}`);
  }
  expect(wrong).toEqual([]);
});

const collection = (request: object) =>
  JSON.stringify({ info: { schema: 'https://schema.getpostman.com/' }, item: [{ request }] });
const basicAuth = {
  type: 'basic',
  basic: [
    { key: 'username', value: 'admin' },
    { key: 'password', value: '<password>' },
  ],
};

test.each<[text: string, names: readonly string[]]>([
  ['https://h.example/users/<user_id>', ['user_id']],
  ["fetch('https://h.example/users/<id>', { headers: { authorization: 'Bearer <token>' } })", ['id', 'token']],
  ["axios.get('https://h.example/a', { auth: { username: 'admin', password: '<password>' } })", ['password']],
  ['GET /users/<id> HTTP/1.1\nHost: h.example\nAuthorization: Bearer <token>\n\n', ['id', 'token']],
  [collection({ method: 'GET', url: 'https://h.example/<id>', header: [{ key: 'x-a', value: '<string>' }] }), ['id', 'string']],
  [collection({ method: 'GET', url: 'https://h.example/a', auth: basicAuth }), ['password']],
  ['curl -H "Authorization: Bearer <<token>>" https://h.example/a', ['token']],
  ['TOKEN=<token>; curl -H "Authorization: Bearer $TOKEN" https://h.example/a', ['token']],
  ['curl -d @- https://h.example/a <<EOF\n{"id":"<id>"}\nEOF', ['id']],
  ['echo "<id>" | curl -d @- https://h.example/a', ['id']],
  ["curl --json '<user><id><USER_ID></id></user>' https://h.example/a", ['USER_ID']],
])('%s has open values', async (text, names) => {
  const { form = EMPTY_FORM, notes = [] } = await readOne(text);
  const reported = [...form.unresolved, ...notes].join(' ').match(/(?<=\{\{)[^{}]*(?=\}\})/g) ?? [];
  expect([...new Set([...reported, ...listMissing(form)])].sort()).toEqual([...names].sort());
  expect(deriveState(form).request).toBeUndefined();
}); // prettier-ignore

test.each<[text: string, route: string, parameters: readonly object[]]>([
  ["curl -X DELETE 'https://h.example/users/<user_id>'", 'DELETE /users/{user_id}', []],
  ['curl "https://h.example/<a b>/<a-b>/<a|b>/<a b>"', 'GET /{a_b}/{a_b_2}/{a_b_3}/{a_b}', []],
  ['curl "$USER:$PASSWORD@h.example/$A/<b>"', 'GET /{{A}}/{b}', []],
  ['https://h.example/<__proto__>/<url>', 'GET /{proto}/{url}', []],
  ["curl -X PUT 'https://h.example/<id>?a=<a>' --json '{\"id\":\"<id>\"}'", 'PUT /{id}', [{ name: 'a', value: '{{a}}', place: 'query' }, { name: 'id', value: '{{id}}', place: 'body' }]],
  ["curl 'https://h.example/<id>?id=1'", 'GET /{id}', [{ name: 'id', value: '1', place: 'query' }]],
  ["curl 'https://h.example/<data>' -d a", 'POST /{data_2}', [{ name: 'data', value: 'a' }]],
  ['fetch(`https://h.example/${id}/<id>`)', 'GET /{{id}}/{id}', []],
  ['curl "https://h.example/$ID/<id>?a={{<b>}}&a"', 'GET /{{ID}}/{id}?a={{b}}&a', []],
])('the path of %s has variables of the route', async (text, route, parameters) => {
  const { form = EMPTY_FORM } = await readOne(text);
  expect(form).toMatchObject({ route, parameters, baseUrl: expect.stringMatching(/^https?:\/\/h\.example$/) });
  expect(deriveState(form).request).toBeUndefined();
}); // prettier-ignore

test('no sentence says that the pasted text has braces', async () => {
  const { form = EMPTY_FORM } = await readOne("curl 'https://h.example/a?b=<user_id>'");
  const messages = deriveState(form).problems.map(({ message }) => message);
  expect(messages).toEqual(['“{{user_id}}” is a value that the pasted text leaves open; replace it with the value.']);
});

test.each([
  '<a>1</a>',
  '<p class=x>a</p>',
  '{"html":"<p>one<br>two<\\/p>"}',
  '<?xml version="1.0"?><a/>',
  'Mona <mona@h.example>',
  '<https://h.example/a>; rel=next',
  'created:<2020-01-01 pushed:>2021-01-01',
  'age < 5 and size > 3',
  'x<5 and y>3',
  '<@U123> <!here> <#C123>',
  '<>',
])('%s isn’t a placeholder', async (text) => {
  expect(await readOne(`curl --json '${text}' https://h.example/a`)).toMatchObject({
    incomplete: false,
    form: { unresolved: [] },
  });
});

test('the text of a record keeps its angle brackets', async () => {
  const entry = { request: { method: 'GET', url: 'https://h.example/a', headers: [{ name: 'x-a', value: '<a>' }] } };
  expect(await readOne(JSON.stringify({ log: { entries: [entry] } }))).toMatchObject({ incomplete: false, form: { unresolved: [], headers: [{ name: 'x-a', value: '<a>' }, { name: 'accept', value: '*/*' }] } });
}); // prettier-ignore
