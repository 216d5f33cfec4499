/** The examples of RFC 6570, by section, and more cases of each kind. */
import { compile, expand, parseTemplate, variables, type Values } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';

/** Section 3.2. `undef` is undefined; `empty_keys` is defined, and counts as undefined. */
const VARIABLES: Values = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
  undef: null,
};

type Rows = Readonly<Record<string, readonly (readonly [template: string, url: string])[]>>;

const EXAMPLES: Rows = {
  '1.1 overview': [
    ['http://example.com/~{username}/', 'http://example.com/~fred/'],
    ['http://example.com/dictionary/{term:1}/{term}', 'http://example.com/dictionary/c/cat'],
    ['http://example.com/search{?q,lang}', 'http://example.com/search?q=cat&lang=en'],
    ['http://www.example.com/foo{?query,number}', 'http://www.example.com/foo?query=mycelium&number=100'],
  ],
  '1.2 level 1': [
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
  ],
  '1.2 level 2': [
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['X{#var}', 'X#value'],
    ['X{#hello}', 'X#Hello%20World!'],
  ],
  '1.2 level 3': [
    ['map?{x,y}', 'map?1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ],
  '1.2 level 4': [
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{+list}', 'red,green,blue'],
    ['{+list*}', 'red,green,blue'],
    ['{+keys}', 'semi,;,dot,.,comma,,'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
    ['{#path:6}/here', '#/foo/b/here'],
    ['{#list}', '#red,green,blue'],
    ['{#list*}', '#red,green,blue'],
    ['{#keys}', '#semi,;,dot,.,comma,,'],
    ['{#keys*}', '#semi=;,dot=.,comma=,'],
    ['X{.var:3}', 'X.val'],
    ['X{.list}', 'X.red,green,blue'],
    ['X{.list*}', 'X.red.green.blue'],
    ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['{/var:1,var}', '/v/value'],
    ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{/keys}', '/semi,%3B,dot,.,comma,%2C'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
    ['{?var:3}', '?var=val'],
    ['{?list}', '?list=red,green,blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
    ['{&var:3}', '&var=val'],
    ['{&list}', '&list=red,green,blue'],
    ['{&list*}', '&list=red&list=green&list=blue'],
    ['{&keys}', '&keys=semi,%3B,dot,.,comma,%2C'],
    ['{&keys*}', '&semi=%3B&dot=.&comma=%2C'],
  ],
  '2.1 literals, with erratum 6937': [
    ["'{var}'", "'value'"],
    ["'{count}'", "'one,two,three'"],
  ],
  '2.4.1 prefix values': [
    ['{var}', 'value'],
    ['{var:20}', 'value'],
    ['{var:3}', 'val'],
    ['{semi}', '%3B'],
    ['{semi:2}', '%3B'],
  ],
  '2.4.2 composite values': [
    ['find{?year*}', 'find?year=1965&year=2000&year=2012'],
    ['www{.dom*}', 'www.example.com'],
    ['/mapper{?address*}', '/mapper?city=Newport%20Beach&state=CA'],
  ],
  '3.2.1 variable expansion': [
    ['{count}', 'one,two,three'],
    ['{count*}', 'one,two,three'],
    ['{/count}', '/one,two,three'],
    ['{/count*}', '/one/two/three'],
    ['{;count}', ';count=one,two,three'],
    ['{;count*}', ';count=one;count=two;count=three'],
    ['{?count}', '?count=one,two,three'],
    ['{?count*}', '?count=one&count=two&count=three'],
    ['{&count*}', '&count=one&count=two&count=three'],
  ],
  '3.2.2 simple string expansion': [
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['?{undef,y}', '?768'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ],
  '3.2.3 reserved expansion': [
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['O{+empty}X', 'OX'],
    ['O{+undef}X', 'OX'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{+list}', 'red,green,blue'],
    ['{+list*}', 'red,green,blue'],
    ['{+keys}', 'semi,;,dot,.,comma,,'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ],
  '3.2.4 fragment expansion': [
    ['{#var}', '#value'],
    ['{#hello}', '#Hello%20World!'],
    ['{#half}', '#50%25'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['{#path:6}/here', '#/foo/b/here'],
    ['{#list}', '#red,green,blue'],
    ['{#list*}', '#red,green,blue'],
    ['{#keys}', '#semi,;,dot,.,comma,,'],
    ['{#keys*}', '#semi=;,dot=.,comma=,'],
  ],
  '3.2.5 label expansion': [
    ['{.who}', '.fred'],
    ['{.who,who}', '.fred.fred'],
    ['{.half,who}', '.50%25.fred'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.var}', 'X.value'],
    ['X{.empty}', 'X.'],
    ['X{.undef}', 'X'],
    ['X{.var:3}', 'X.val'],
    ['X{.list}', 'X.red,green,blue'],
    ['X{.list*}', 'X.red.green.blue'],
    ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['X{.empty_keys}', 'X'],
    ['X{.empty_keys*}', 'X'],
  ],
  '3.2.6 path segment expansion': [
    ['{/who}', '/fred'],
    ['{/who,who}', '/fred/fred'],
    ['{/half,who}', '/50%25/fred'],
    ['{/who,dub}', '/fred/me%2Ftoo'],
    ['{/var}', '/value'],
    ['{/var,empty}', '/value/'],
    ['{/var,undef}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/var:1,var}', '/v/value'],
    ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{/keys}', '/semi,%3B,dot,.,comma,%2C'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  ],
  '3.2.7 path-style parameter expansion': [
    ['{;who}', ';who=fred'],
    ['{;half}', ';half=50%25'],
    ['{;empty}', ';empty'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,bar,who}', ';v=6;who=fred'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{;x,y,undef}', ';x=1024;y=768'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  ],
  '3.2.8 form-style query expansion': [
    ['{?who}', '?who=fred'],
    ['{?half}', '?half=50%25'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['{?var:3}', '?var=val'],
    ['{?list}', '?list=red,green,blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ],
  '3.2.9 form-style query continuation': [
    ['{&who}', '&who=fred'],
    ['{&half}', '&half=50%25'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
    ['{&x,y,undef}', '&x=1024&y=768'],
    ['{&var:3}', '&var=val'],
    ['{&list}', '&list=red,green,blue'],
    ['{&list*}', '&list=red&list=green&list=blue'],
    ['{&keys}', '&keys=semi,%3B,dot,.,comma,%2C'],
    ['{&keys*}', '&semi=%3B&dot=.&comma=%2C'],
  ],
};

/** The variables that sections define in addition to those of section 3.2. */
const SECTION_VARIABLES: Readonly<Record<string, Values>> = {
  '1.1 overview': { username: 'fred', term: 'cat', q: 'cat', lang: 'en', query: 'mycelium', number: 100 },
  '2.4.1 prefix values': { semi: ';' },
  '2.4.2 composite values': {
    year: ['1965', '2000', '2012'],
    dom: ['example', 'com'],
    address: { city: 'Newport Beach', state: 'CA' },
  },
};

describe.each(Object.entries(EXAMPLES))('RFC 6570, section %s', (section, rows) => {
  const values = { ...VARIABLES, ...SECTION_VARIABLES[section] };
  test.each(rows)('%s → %s', (template, url) => {
    expect(expand(template, values)).toBe(url);
    expect(compile(template, { strict: true })(values)).toBe(url);
    expect(parseTemplate(template).expand(values)).toBe(url);
  });
});

describe('beyond the examples of the RFC', () => {
  const PERSON = { id: 'person', albums: ['person', 'albums'], fields: ['id', 'name', 'picture'], token: '12345' };
  const KEYS = { id: 'admin', token: '12345', tab: 'overview', keys: { key1: 'val1', key2: 'val2' } };
  const ENCODED = { id: 'admin%2F', list: ['red%25', '%2Fgreen', 'blue '], keys: { a: 'b%2F', 'c%2F': 'd ' } };

  test.each<[template: string, values: Values, url: string]>([
    // Many expressions, and variables in them, some of which are undefined.
    ['{/id*}', PERSON, '/person'],
    ['{/id*}{?fields,first,token}', PERSON, '/person?fields=id,name,picture&token=12345'],
    ['{/albums*}{?fields,token}', PERSON, '/person/albums?fields=id,name,picture&token=12345'],
    ['/search.{f}{?q,at,page}', { f: 'json', q: 'a b', at: ['1.5', '-2'] }, '/search.json?q=a%20b&at=1.5,-2'],
    ['/b{/g,first}/p{/page,lang}{?f}', { g: 1, first: 'J', page: 5, f: 'x' }, '/b/1/J/p/5?f=x'],
    ['/base{?a,b}{&c*}', { c: ['x', 'y'] }, '/base&c=x&c=y'],
    ['{?id,token,keys*}', KEYS, '?id=admin&token=12345&key1=val1&key2=val2'],
    ['{/id}{?token,keys*}', KEYS, '/admin?token=12345&key1=val1&key2=val2'],
    ['/u{/id}{?token,tab}{&keys*}', KEYS, '/u/admin?token=12345&tab=overview&key1=val1&key2=val2'],

    // Names: dots, percent-encoded characters, digits. They are written as in the template.
    ['{last.name}', { 'last.name': 'Doe' }, 'Doe'],
    ['{?last.name}', { 'last.name': 'Doe' }, '?last.name=Doe'],
    ['{/Some%20Thing}', { 'Some%20Thing': 'foo', 'Some Thing': 'no' }, '/foo'],
    ['{?Stra%C3%9Fe}', { 'Stra%C3%9Fe': 'Grüner Weg' }, '?Stra%C3%9Fe=Gr%C3%BCner%20Weg'],
    ['{;%2f*}', { '%2f': ['a', 'b'] }, ';%2f=a;%2f=b'],
    ['{42}', { 42: 'answer' }, 'answer'],
    ['{?42}', { 42: 'answer' }, '?42=answer'],
    ['{1337}', { 1337: ['l', 'e', 'e', 't'] }, 'l,e,e,t'],
    ['{?1337*}', { 1337: ['l', 'e'] }, '?1337=l&1337=e'],
    ['{?german*}', { german: { 11: 'elf', 12: 'zwölf' } }, '?11=elf&12=zw%C3%B6lf'],
    ['{_}', { _: 'x' }, 'x'],

    // Numbers, booleans and other values with a text.
    ['{?a,b,c,d}', { a: 6, b: 37.76, c: -122.427, d: 0 }, '?a=6&b=37.76&c=-122.427&d=0'],
    ['{a,b,c}', { a: true, b: false, c: 10n ** 20n }, 'true,false,100000000000000000000'],
    ['{list}', { list: [1, true, 'x'] }, '1,true,x'],
    ['{day}', { day: new Date(0) }, '1970-01-01T00%3A00%3A00.000Z'],

    // Characters outside of ASCII, in values, keys and literals.
    ['{?word}', { word: 'drücken' }, '?word=dr%C3%BCcken'],
    ['{x}', { x: '€£¥‡Ñ' }, '%E2%82%AC%C2%A3%C2%A5%E2%80%A1%C3%91'],
    ['{?x*}', { x: { 'šö€': 'Öà' } }, '?%C5%A1%C3%B6%E2%82%AC=%C3%96%C3%A0'],
    ['{x}', { x: 'e\u0301' }, 'e%CC%81'],
    ['café/{x}', { x: '𝄞' }, 'caf%C3%A9/%F0%9D%84%9E'],
    ['x%20y{x}z%2fw', { x: 'v' }, 'x%20yvz%2fw'],
    ['{x}', { x: 'http://a/?u=http%3A' }, 'http%3A%2F%2Fa%2F%3Fu%3Dhttp%253A'],

    // Undefined: absent, undefined, null; lists and maps without a defined member. Defined: empty text, false, 0, NaN.
    ...['', '+', '#', '.', '/', ';', '?', '&'].flatMap((operator) =>
      [undefined, null, [], {}, [undefined, null], { a: undefined, b: null }, Object.create(null)].flatMap((x) =>
        [`{${operator}x}`, `{${operator}x*}`].map((template): [string, Values, string] => [template, { x }, '']),
      ),
    ),
    ['{x,y}', { x: [], y: 'y' }, 'y'],
    ['{/x,y,z}', { x: {}, y: 'y', z: [null] }, '/y'],
    ['{?x*}', { x: ['a', null, undefined, 'b'] }, '?x=a&x=b'],
    ['{?x*}', { x: { a: null, b: '' } }, '?b='],
    ['{;x*}', { x: { a: null, b: '' } }, ';b'],
    ['{x}', { x: { a: undefined, b: 'c' } }, 'b,c'],
    ['{x}', { x: [''] }, ''],
    ['{.x}', { x: [''] }, '.'],
    ['{/x*}', { x: ['', ''] }, '//'],
    ['{;x*}', { x: ['', 'a'] }, ';x;x=a'],
    ['{?x*}', { x: ['', 'a'] }, '?x=&x=a'],
    ['{?x}', { x: ['', ''] }, '?x=,'],
    ['{x*}', { x: { '': '' } }, '='],
    ['{a,b,c}', { a: false, b: 0, c: Number.NaN }, 'false,0,NaN'],
    ['{x}', { x: 1e21 }, '1e%2B21'],
    ['{x}', { x: -1e21 }, '-1e%2B21'],
    ['{x}', { x: -Infinity }, '-Infinity'],
    ['{x}', { x: 1e-7 }, '1e-7'],

    // Reserved characters and percent-encoded triplets.
    ['{+id}', ENCODED, 'admin%2F'],
    ['{#id}', ENCODED, '#admin%2F'],
    ['{id}', ENCODED, 'admin%252F'],
    ['{+list}', ENCODED, 'red%25,%2Fgreen,blue%20'],
    ['{#list*}', ENCODED, '#red%25,%2Fgreen,blue%20'],
    ['{list}', ENCODED, 'red%2525,%252Fgreen,blue%20'],
    ['{+keys}', ENCODED, 'a,b%2F,c%2F,d%20'],
    ['{#keys*}', ENCODED, '#a=b%2F,c%2F=d%20'],
    ['{keys}', ENCODED, 'a,b%252F,c%252F,d%20'],
    ['{+x}', { x: '%foo' }, '%25foo'],
    ['{#x}', { x: '100%' }, '#100%25'],
    ['{+x}', { x: '%%41%4' }, '%25%41%254'],
    ['{+x}', { x: '%é' }, '%25%C3%A9'],
    ['{x}', { x: '%41' }, '%2541'],

    // Own properties only, whatever their names.
    ['{toString}{?constructor,__proto__}', {}, ''],
    ['{toString}', { toString: 'x' }, 'x'],
    ['{?__proto__}', JSON.parse('{"__proto__":"x"}') as Values, '?__proto__=x'],
    ['{?x*}', { x: JSON.parse('{"__proto__":"y","toString":"z"}') as Values }, '?__proto__=y&toString=z'],
    ['{x}', Object.create({ x: 'inherited' }) as Values, ''],
    ['{?x*}', { x: Object.create(null, { k: { value: 'v', enumerable: true } }) as unknown }, '?k=v'],
  ])('%s of %o', (template, values, url) => {
    expect(expand(template, values)).toBe(url);
  });

  test('variables lists operators, modifiers and positions', () => {
    expect(variables('/a/{x}{?y*,x:3}')).toEqual([
      { name: 'x', explode: false, prefix: 0, start: 4, operator: '' },
      { name: 'y', explode: true, prefix: 0, start: 8, operator: '?' },
      { name: 'x', explode: false, prefix: 3, start: 11, operator: '?' },
    ]);
    expect(variables('/a')).toEqual([]);
  });
});

const COMBINING = 'e\u0301e\u0301';

// RFC 6570 section 2.4.1: characters are counted, "to avoid splitting between the octets of a multi-octet-encoded character or
// within a pct-encoded triplet".
describe('a prefix counts characters', () => {
  test.each([
    ['{x:1}', '😀x', '%F0%9F%98%80'],
    ['{x:2}', '😀😁x', '%F0%9F%98%80%F0%9F%98%81'],
    ['{+x:1}', '😀x', '%F0%9F%98%80'],
    ['{x:2}', 'a😀x', 'a%F0%9F%98%80'],
    ['{x:1}', COMBINING, 'e'],
    ['{x:2}', COMBINING, 'e%CC%81'],
    ['{x:9999}', 'ab', 'ab'],
    ['{x:9999}', 'é'.repeat(10_000), '%C3%A9'.repeat(9999)],
    ['{+x:9999}', '%C3%A9'.repeat(10_000), '%C3%A9'.repeat(9999)],
    ['{x:3}', 'a\nb\nc', 'a%0Ab'],
    ['{x:3}', '', ''],
    ['{?x:3}', '', '?x='],
    ['{;x:3}', '', ';x'],
    ['{x:3}', 12345, '123'],
    ['{x:2}', 'a%20b', 'a%25'],
    ['{/x:4}', '%20b', '/%2520b'],
    ['{+x:2}', 'a%20b', 'a%20'],
    ['{#x:1}', '%2fb', '#%2f'],
    ['{+x:1}', '%C3%BCb', '%C3%BC'],
    ['{+x:2}', '%e2%82%ac%F0%9F%98%80b', '%e2%82%ac%F0%9F%98%80'],
    ['{+x:1}', '%FF%FE', '%FF'],
    ['{+x:1}', '%80%80', '%80'],
    ['{+x:2}', '%41%80b', '%41%80'],
    ['{+x:1}', '%zz', '%25'],
    ['{+x:3}', '%zz%41b', '%25zz'],
    ['{+x:4}', '%zz%41b', '%25zz%41'],
    ['{+x:3}', 'a/b/c', 'a/b'],
  ])('%s of %o', (template, x, url) => {
    expect(expand(template, { x })).toBe(url);
  });
});
