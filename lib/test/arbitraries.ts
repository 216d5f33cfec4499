/** The parts of requests for the property tests of building and explaining. */
import fc from 'fast-check';

/** Text that may escape its place in a url. */
export const hostile = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '//evil',
    'https://evil',
    '@evil',
    '\\\\evil',
    '/\\evil',
    '/a/',
    '',
    ' ',
    '\t/evil',
    '#',
    '?',
    ':',
    'a\nb',
    '\ud800',
    '💥',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '@', ':', '#', '?', '&', '=', ',', 'a') }),
);

export const OPERATORS = ['', '+', '#', '.', '/', ';', '?', '&'];

/** Templates of these parts; a repeated member is chosen more often. */
export function templates({
  literals,
  operators = OPERATORS,
  names,
  modifiers,
}: {
  literals: fc.Arbitrary<string>;
  operators?: readonly string[];
  names: readonly string[];
  modifiers: readonly string[];
}): fc.Arbitrary<string> {
  const varspec = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...modifiers)).map((pair) => pair.join(''));
  const expression = fc
    .tuple(fc.constantFrom(...operators), fc.array(varspec, { minLength: 1, maxLength: 3 }))
    .map(([operator, list]) => `{${operator}${list.join()}}`);
  return fc
    .array(fc.oneof(literals, { weight: 2, arbitrary: expression }), { maxLength: 6 })
    .map((parts) => parts.join(''));
}

/** Literals that a template may have, but rarely does. */
export const unusualLiteral = fc.oneof(
  fc.constantFrom(
    '//',
    '.',
    '/.',
    '..',
    '?',
    '&',
    ':a',
    '@',
    '%',
    '%2',
    '%2e',
    'https://',
    'http://other',
    ':8080',
    '\\',
    ' ',
  ),
  fc.string({ maxLength: 4 }),
);

export const headerFields = fc.dictionary(
  fc.constantFrom('Accept', 'x-a', 'X-A', 'Content-Type', 'authorization', '__proto__', 'user-agent'),
  fc.constantFrom('a', 'application/vnd.github.v3+json', 'application/octet-stream', 'text/html', null, undefined, 1),
);

export const mediaType = fc.record(
  { format: fc.constantFrom('raw', 'text+json', '', undefined), previews: fc.subarray(['a', 'b-preview']) },
  { requiredKeys: [] },
);

export const data = fc.oneof(fc.string(), fc.constantFrom(null, undefined, '{"a":1}'), fc.jsonValue());
