import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { EMPTY_FORM } from '../model/form.js';
import { readCurl } from './commands/curl.js';
import { readCalls } from './calls/read.js';
import { readHttpText } from './http/file.js';
import { readPasted } from './paste.js';
import { readAll } from './test/read.js';
import { UnreadableError } from './reading.js';

/** The header that a client adds by itself. */
const ACCEPT = { name: 'accept', value: '*/*' };
import { Scanner } from './shells/scanner.js';

/** Every kind of whitespace, and characters and words that mean something to a reader. */
const CHARACTERS =
  ' \t\n\r\f\v\u00a0\u1680\u2000\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\u0085"\'`‘’“”\\^$%#@&|;<>(){}[]=+,.:/*?~!-';
// prettier-ignore
const WORDS = [
  '$(', '${', "$'", '<<', '<<<', '<<E', '&>', '2>&1', '@{', '@(', '@"\n', "@'\n", '<#', '`\n', '^\n', '\\\n', "'''",
  '-H', '-d', '-Uri ', '-Headers ', '--data', 'https://h/x', 'a=b', '$session = ', '$([char]65)', '"a"="b"', '{{a}}', '###', '[x]::y',
  'fetch(', 'const a = ', '/:id', 'GET /x', 'x: y', '\\😀', '\ud83d', 'encodeURI(', 'encodeURIComponent("\ud800")',
];
const STARTS = [
  'curl ',
  'curl.exe ',
  'PS C:\\> curl.exe ',
  'C:\\>curl ',
  '$ curl ',
  'Invoke-WebRequest ',
  'GET / HTTP/1.1\n',
  'fetch(',
  '/',
  '',
];
const READERS = [readCurl, readHttpText, readCalls] as const;

const texts = fc
  .tuple(
    fc.constantFrom(...STARTS),
    fc.array(fc.oneof(fc.constantFrom(...CHARACTERS, ...WORDS), fc.string({ maxLength: 4, unit: 'binary' })), {
      maxLength: 30,
    }),
  )
  .map(([start, pieces]) => start + pieces.join(''));

/** Fails instead of hanging: a reader that doesn't advance asks for the same place again and again. */
function countSteps(text: string, read: () => unknown): void {
  const take = Reflect.get(Scanner.prototype, 'take');
  let steps = 0;
  Scanner.prototype.take = function countedTake(this: Scanner, pattern) {
    steps += 1;
    if (steps > 200 * (text.length + 1)) throw new Error(`No end after ${steps} steps`);
    return take.call(this, pattern);
  };
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableError || error instanceof SyntaxError)) throw error;
  } finally {
    Scanner.prototype.take = take;
  }
}

test('each reader ends for any text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of READERS) countSteps(text, () => read(text));
    }),
    { numRuns: runs(300) },
  );
});

test.each([
  `GET ${'{{a}}'.repeat(60_000)} x`,
  `GET ${'<a>'.repeat(60_000)} x`,
  `GET /a\n{${'/*'.repeat(100_000)}`,
  `GET /a\n{${' '.repeat(200_000)}x`,
  `POST /a HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\na${' '.repeat(200_000)}b`,
  `${'###\n'.repeat(50_000)}GET /a`,
  `@a = ${'x'.repeat(1000)}\nGET /${'{{a}}'.repeat(50_000)}`,
  `fetch('https://h.example/'${' = a'.repeat(50_000)}`,
  // Quadratic time would exceed the test's.
])('hostile text %# is read, or refused', async (text) => {
  const reading = await readPasted(text, EMPTY_FORM);
  expect('refusal' in reading || reading.requests.length > 0).toBe(true);
});

test.each([
  ['curl https://h.example\u00a0-H "x-a: b"', 'curl command', '/'],
  ['curl\u00a0https://h.example\u2003-H\u3000"x-a: b"', 'curl command', '/'],
])('%j has other spaces', async (text, kind, path) => {
  const reading = await readPasted(text, EMPTY_FORM);
  expect(reading).toMatchObject({ kind });
  const [request] = 'requests' in reading ? reading.requests : [];
  expect(request?.url).toBe(`https://h.example${path}`);
  expect(request?.form.headers).toContainEqual(expect.objectContaining({ name: 'x-a', value: 'b' }));
});

const BASIC = 'Authorization: Basic';
test.each([
  [`curl -H "${BASIC} $(echo -n mona:hunter2 | base64)" https://h.example`, 'Basic {{echo}}'],
  [`curl -H "${BASIC} $(/usr/bin/printf hunter2 | base64)" https://h.example`, 'Basic {{printf}}'],
  [`curl -H "${BASIC} $(PASS='a hunter2' base64)" https://h.example`, 'Basic {{command}}'],
  [`curl -H "${BASIC} \`cat hunter2\`" https://h.example`, 'Basic {{cat}}'],
  [`curl -H "${BASIC} \${PASS:-hunter2}" https://h.example`, 'Basic {{PASS}}'],
  [`curl -H "${BASIC} $(cat hunter2)$(cat x)$(cat hunter2)" https://h.example`, 'Basic {{cat}}{{cat_2}}{{cat}}'],
  [
    "fetch('https://h.example', { headers: { authorization: `Basic ${credentials.basic}` } })",
    'Basic {{credentials.basic}}',
  ],
])('the references of %s have no arguments', async (text, value) => {
  const forms = (await readAll(text)).map(({ form }) => form);
  expect(forms).toMatchObject([{ headers: [{ name: 'authorization', value }, ACCEPT] }]);
  expect(JSON.stringify(forms)).not.toContain('hunter2');
});
