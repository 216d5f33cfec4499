/** Commands of curl: options × values × quoting. */
import fc from 'fast-check';

const BARE = /^[\w@%+=:,./-]+$/;
const quoteSingle = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const quoteDouble = (text: string) => `"${text.replaceAll(/[$`"\\]/g, String.raw`\$&`)}"`;
const quoteBytes = (text: string, prefix: string, base: number) =>
  `$'${[...Buffer.from(text)].map((byte) => prefix + byte.toString(base).padStart(base === 8 ? 3 : 2, '0')).join('')}'`;

/** Ways to write a word in bash; each yields exactly the text. */
export const QUOTES: readonly ((text: string) => string)[] = [
  quoteSingle,
  quoteDouble,
  (text) =>
    `$'${text
      .replaceAll(/['\\]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
      .replaceAll('\t', String.raw`\t`)}'`,
  (text) => quoteBytes(text, String.raw`\x`, 16),
  (text) => quoteBytes(text, '\\', 8),
  (text) => (text === '' ? "''" : text.replaceAll(/[^\w@%+=:./\n-]/gu, String.raw`\$&`).replaceAll('\n', "'\n'")),
  (text) => (BARE.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`),
  (text) => quoteDouble([...text].slice(0, 2).join('')) + quoteSingle([...text].slice(2).join('')),
];

const PIECES = [
  'a', 'b=1', 'é', '😀', ' ', '&', '=', '+', '%20', '%', "'", '"', '\\', '{"a": 1}', '{"b":[1,"x"]}', '\n', '\t', ':', ';', '@x', '$A', '`',
  '#', '?', '/', '*', '~', '!', '<', '>', '|', ',', '..', 'null', '1.50', '-', '--', '[', ']', '(', ')', '^',
]; // prettier-ignore
/** A text with signs that mean something to a shell, a URL or JSON. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3, unit: 'grapheme-ascii' })), { maxLength: 6 })
  .map((pieces) => pieces.join(''));
/** A text of letters. */
export const plainText = fc
  .array(fc.constantFrom('a', 'b', '1', '_', '.', 'x-y', 'é', ' ', '='), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''));
const token = fc.constantFrom(
  'a',
  'x-b',
  'X-Long-Name',
  'Accept',
  'Content-Type',
  'authorization',
  'Cookie',
  'User-Agent',
  'Range',
  'If-Match',
  'Referer',
);

/** `name=value`. */
export const pair = fc
  .tuple(fc.constantFrom('a', 'b', 'name', 'x[y]', 'data', 'url', 'headers'), fc.oneof(plainText, anyText))
  .map(([name, value]) => `${name}=${value}`);
/** A text of JSON. */
export const json = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc
    .tuple(fc.json({ maxDepth: 2 }), fc.constantFrom(1, 2, '\t'))
    .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space)),
  fc.constantFrom(
    '{"a":1.0}',
    '{"a":1,"a":2}',
    String.raw`{"a":"\u00e4"}`,
    '{"b":1,"1":2}',
    '{"url":"x","data":[1]}',
    '[1,2]',
    '"text"',
    '{}',
  ),
);
const data = fc.oneof(pair, anyText, json);

/** An option with its value, if it has one; the value is quoted later. */
type Words = readonly (string | { readonly text: string })[];
const quoted = (arbitrary: fc.Arbitrary<string>) => arbitrary.map((text) => ({ text }));
const option = (names: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<Words> =>
  fc.tuple(fc.constantFrom(...names), quoted(values)).map((words) => words);
const flag = (...names: readonly string[]): fc.Arbitrary<Words> => fc.constantFrom(...names).map((name) => [name]);

const header = fc.oneof(
  fc.tuple(token, fc.constantFrom(': ', ':', ':  '), plainText).map((pieces) => pieces.join('')),
  fc.tuple(token, fc.constantFrom(': ', ':', ';'), anyText).map((pieces) => pieces.join('')),
  fc.tuple(token, fc.constantFrom(':', ';', ': ')).map((pieces) => pieces.join('')),
  fc.constantFrom(
    'Content-Type: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Type: text/plain; charset=utf-8',
    'Accept: */*',
    'Host: h.example',
    'Connection: keep-alive',
    'Accept-Encoding: gzip',
    'Origin: https://a.example',
  ),
);

const options: fc.Arbitrary<Words> = fc.oneof(
  { weight: 6, arbitrary: option(['-d', '--data', '--data-ascii', '--data-raw', '--data-binary'], data) },
  { weight: 3, arbitrary: option(['--data-urlencode'], fc.oneof(pair, anyText)) },
  { weight: 2, arbitrary: option(['--json'], json) },
  { weight: 6, arbitrary: option(['-H', '--header'], header) },
  { weight: 3, arbitrary: option(['-X', '--request'], fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'post', 'PROPFIND', 'A-B', 'CONNECT', 'TRACE', '')) },
  { weight: 2, arbitrary: option(['-u', '--user'], fc.oneof(plainText, anyText).map((text) => `u:${text}`)) },
  option(['-A', '--user-agent'], plainText),
  option(['-e', '--referer'], fc.oneof(plainText, fc.constantFrom('http://r/;auto', ';auto'))),
  option(['-b', '--cookie'], pair),
  option(['-r', '--range'], fc.constantFrom('0-5', '7', '-3', '1-2,4-5')),
  option(['--oauth2-bearer'], plainText),
  { weight: 2, arbitrary: option(['--url-query'], fc.oneof(pair, anyText, fc.constantFrom('+a=%20', '=x y'))) },
  { weight: 3, arbitrary: flag('-G', '--get', '-I', '--head', '-g', '--path-as-is', '--no-get', '--next', '--digest', '--basic', '--anyauth', '--unknown') },
  { weight: 3, arbitrary: flag('-s', '-sS', '-L', '-k', '-i', '-v', '-f', '--compressed', '--http1.1', '-sSL', '--no-keepalive', '-4', '-N', '--fail-with-body', '--no-buffer') },
  { weight: 3, arbitrary: fc.constantFrom<Words>(['-o', '/dev/null'], ['-m', '20'], ['--retry', '0'], ['-w', '%{http_code}'], ['--max-redirs', '3'], ['--connect-timeout', '5'], ['--etag-save', '/dev/null'], ['-F', 'a=b'], ['-T', '/dev/null'], ['-z', '2020-01-01'], ['-sXPUT'], ['-XPATCH'], ['-Hx-c: d'], ['-da=1'], ['-so/dev/null']) },
); // prettier-ignore

const path = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          'a',
          'b-c',
          '1',
          'é',
          '%20',
          '..',
          '.',
          '',
          'x.y',
          '~',
          ':id',
          '%2e%2e',
          '@',
          "it's",
        ),
      },
      anyText,
    ),
    { maxLength: 4 },
  )
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));
const query = fc
  .array(
    fc.oneof(
      pair,
      plainText.map((text) => `q=${encodeURIComponent(text)}`),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
const url = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'http://', '', 'HTTP://'),
    fc.constantFrom(
      'h.example',
      'api.example.com',
      'H.Example:8080',
      'localhost:3000',
      '[::1]:8080',
      '127.0.0.1',
      'u:p%40@h.example',
      'bücher.example',
      'h.example:80',
      'ftp.h.example',
    ),
    path,
    query,
    fc.constantFrom('', '', '#top'),
  )
  .map((pieces) => pieces.join(''));
const plainUrl = fc
  .tuple(
    fc.constantFrom('https://api.example.com', 'http://h.example:8080'),
    fc.constantFrom('/a', '/a/b', '/', ''),
    fc.constantFrom('', '?a=1', '?a=1&b=x%20y'),
  )
  .map((pieces) => pieces.join(''));

/** A word as it is, or quoted in a style. */
export const writeWord = (word: string | { readonly text: string }, style: number): string =>
  typeof word === 'string' ? word : (QUOTES[style % QUOTES.length]?.(word.text) ?? '');

/** A command of bash. */
export const commands: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(options, { maxLength: 4 }),
    fc.array(fc.oneof({ weight: 3, arbitrary: plainUrl }, url), { minLength: 1, maxLength: 2, size: 'xsmall' }),
    fc.nat(3),
    fc.array(fc.nat(QUOTES.length - 1), { minLength: 12, maxLength: 12 }),
    fc.constantFrom(' ', ' \\\n  ', '  '),
  )
  .map(([before, urls, position, styles, space]) => {
    const words: Words[] = [...before];
    words.splice(position, 0, ...urls.map((text) => [{ text }]));
    return ['curl', ...words.flat().map((word, index) => writeWord(word, styles[index % styles.length] ?? 0))].join(
      space,
    );
  });
