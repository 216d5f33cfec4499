/** Random requests in search of a url that leads elsewhere than its template states. */
import fc from 'fast-check';
import { QUERY_STYLES, type QueryArrays, type QueryObjects } from '../../options.js';

/** The input of one url. */
export interface HostileCase {
  readonly method: string;
  /** The url template. */
  readonly url: string;
  /** Whether method and url are passed as a route; otherwise as options. */
  readonly asRoute: boolean;
  readonly baseUrl: string;
  readonly settings: HostileSettings;
  readonly values: Readonly<Record<string, unknown>>;
  /** Values under `endpoint.in`. */
  readonly located: Readonly<Record<'path' | 'query', Readonly<Record<string, unknown>>>>;
}

export interface HostileSettings {
  readonly missing: 'error' | 'omit';
  readonly strict: boolean;
  readonly arrays: QueryArrays;
  readonly objects: QueryObjects;
  readonly maxLength: number | undefined;
}

const NAMES = ['a', 'b', 'c', 'd', '__proto__', 'x-y'];
const OPERATORS = ['', '', '+', '+', '?', '?', '&', '#', '.', '/', ';'];

/** One of two choices: the first is more frequent, and counterexamples shrink to it. */
const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });

const name = mostly(9, fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(...NAMES));
const varspec = fc
  .tuple(name, fc.constantFrom('', '', '', '', '', '', '', '', '', '', '', '', '*', '*', ':1', ':3'))
  .map((pair) => pair.join(''));
const expression = fc
  .tuple(fc.constantFrom(...OPERATORS), mostly(4, fc.tuple(varspec), fc.array(varspec, { minLength: 2, maxLength: 3 })))
  .map(([operator, varspecs]) => `{${operator}${varspecs.join()}}`);

const usualLiteral = fc.constantFrom('/', '/x', '/x/', '/:a', '/:b', '?', '?q=1', '&r=2', '#', '#f', '-', '.json');
const unusualLiteral = fc.oneof(
  fc.constantFrom('//', '.', '..', '/.', '/..', '%2e', '%2E%2e', '%2F', '.:c', ':c', ':81', '@', '@evil', '.evil.com'),
  fc.constantFrom('://', 'https://', '\\', '/\\', '%', '%2', '%zz', ' ', '\t', '\n', '\0', '\x80', 'é', '💥', '\ufeff'),
  fc.constantFrom('=', '+', '*', "'", '"', '<', '>', '^', '|', '`', '[', ']', '$', '!', ',', ';', '~', '(', ')'),
);
const malformed = fc.constantFrom('{', '}', '{}', '{a', '{!a}', '{a,}', '{a*:3}', '{a:0}', '{a b}', '\ud800');
const piece = fc.oneof(
  { weight: 60, arbitrary: expression },
  { weight: 30, arbitrary: usualLiteral },
  { weight: 8, arbitrary: unusualLiteral },
  { weight: 1, arbitrary: malformed },
);
/** The beginning of a template: on a base URL, or with its own origin. */
const beginning = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('/', '/', '', '/x', '/x/') },
  {
    weight: 7,
    arbitrary: fc.constantFrom('https://t.example/', 'http://u:p@t.example:8080/v1/', 'HTTP://T.example:80/'),
  },
  { weight: 1, arbitrary: fc.constantFrom('https://t.example', 'https://[::1]:81', 'http://t.example:80') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '//',
      '//evil',
      'https:',
      'https:/',
      'https://',
      'https:///',
      'http:\\\\evil',
      '\\',
      ' /',
    ),
  },
);
const template = fc
  .tuple(beginning, fc.array(piece, { minLength: 1, maxLength: 6 }))
  .map(([first, pieces]) => first + pieces.join(''));

/** Text that may escape its place in a url. */
const HOSTILE = [
  '', 'v', '.', '..', '%2e', '%2E.', '.%2e', '...', './', '../', '/', '//', '/.', '/..', '/../', 'v/..', '..;', '/./v',
  'v/../v', '..\\v', '..%2Fv', 'v%5C..', '..%252f', '%252e%2e', 'v/.%2e', '..%2f..%2fv', 'a..b', 'v1.2/x',
  '@evil', 'u:p@evil', '.evil.com', ':81', ':81/v', '//evil', '//evil/', '\\\\evil', '\\evil', '/\\evil', '\\..\\',
  'https://evil', 'https:', 'javascript:', '?', '?x', '#', '#x', '/?', '..?', '..#', '&y=1', '=', ';v', ',',
  '%', '%2', '%25', '%2f', '%5', 'x%252', '2e', 'e', 'e/', 'f..', 'c..', '%00', '%zz', '\t', '\n', '\t/evil', '/\t/evil', '.\t.', '\r\nx: y', '\0', ' ', ' ..', '.. ', 'é%80x', 'é',
  '💥', '\ufeff', '\u2025', '\uff0e\uff0e', '\uff0fevil', '\ud800', 'x\udc00', '[', ']', '{a}', ':a', 'a b', "'", '"<>^`|',
]; // prettier-ignore
const pasted = fc.string({
  unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '@', ':', '#', '?', '&', 'v', '\t'),
  maxLength: 6,
});
const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', 'v') },
  { weight: 9, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: pasted },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const scalar = mostly(
  6,
  hostileText,
  fc.constantFrom<unknown>(0, -1, 1.5, Number.NaN, 12n, true, false, new Date(0), new URL('https://evil/..')),
);
const noText = fc.constantFrom<unknown>(null, undefined);
const member = mostly(4, scalar, noText);
const nested = mostly(40, member, fc.constantFrom<unknown>(['..'], [], {}, { a: '..' }));
const list = fc.array(nested, { maxLength: 3 });
const map = fc.dictionary(fc.oneof(hostileText, name), nested, { maxKeys: 2, noNullPrototype: true });
const value = fc.oneof(
  { weight: 10, arbitrary: scalar },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(undefined, null, '', [''], [], {}) },
  { weight: 2, arbitrary: list },
  { weight: 1, arbitrary: map },
);

const baseUrl = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom('https://h', '', '/api', 'https://h/', '/', 'http://[::1]:80/x/', '/api///'),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'https://u:p@h:8443/v1',
      'HTTPS://H.example:443//',
      'http://127.1',
      'https://é.example/',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('//h', 'h', 'https://h/..', '/%2e/x', "/it's", '/a|b^', '/a b', '/é', '/x#'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('https://h?', 'https://h\t/', '/\\h', 'https://', '/{a}', 'https://h:x', '.'),
  },
);
const settings = fc.record<HostileSettings>({
  missing: mostly(2, fc.constant('error'), fc.constant('omit')),
  strict: mostly(20, fc.constant(false), fc.constant(true)),
  arrays: fc.constantFrom(...QUERY_STYLES.arrays),
  objects: mostly(4, fc.constant('brackets'), fc.constant('dots')),
  maxLength: mostly(24, fc.constant(undefined), fc.constantFrom(1, 8, 20, 40)),
});

/** The names in expressions with one of the operators; `:name` counts as simple expansion. */
const namesIn = (url: string, operators: readonly string[]): string[] =>
  [...url.matchAll(/\{([+#./;?&]?)([^{}]*)\}|:(\w+)/g)].flatMap(([, operator = '', variables = '', placeholder]) =>
    operators.includes(operator) ? (placeholder ?? variables).split(',').map((text) => text.replace(/[:*].*/, '')) : [],
  );

const place = fc.oneof(
  { weight: 48, arbitrary: fc.constant('plain') },
  { weight: 5, arbitrary: fc.constantFrom('located', 'absent') },
  { weight: 1, arbitrary: fc.constant('twice') },
);
const parameter = fc.record({ value, place, unused: fc.nat(59) });

/** A request. Values for names that are not in its template are rare, so that most can be built. */
export const hostileCase: fc.Arbitrary<HostileCase> = fc
  .record({
    url: template,
    method: fc.constantFrom('GET', 'DELETE', 'PUT', 'POST', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY'),
    asRoute: fc.boolean(),
    baseUrl,
    settings,
    parameters: fc.tuple(...NAMES.map(() => parameter)),
  })
  .map(({ parameters, ...request }) => {
    const at = (operators: readonly string[], ...places: string[]): Record<string, unknown> => {
      const names = namesIn(request.url, operators);
      // Unlike an assignment, this makes `__proto__` a key like any other.
      return Object.fromEntries(
        NAMES.flatMap((key, index) => {
          const entry = parameters[index];
          if (!entry || !places.includes(entry.place)) return [];
          return names.includes(key) || entry.unused === 59 ? [[key, entry.value]] : [];
        }),
      );
    };
    const located = {
      path: at(['', '+', '.', '/', ';'], 'located', 'twice'),
      query: at(['?', '&', '#'], 'located', 'twice'),
    };
    return Object.assign(request, { values: at(OPERATORS, 'plain', 'twice'), located });
  });
