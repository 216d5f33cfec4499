/** The examples of RFC 6570, by section, and more cases of each kind. Those of section 1.2 are in section 3.2 too. */
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

/** An independent second implementation covers the rest: see match/oracle.test.ts. */
describe('beyond the examples of the RFC', () => {
  test.each<[template: string, values: Values, url: string]>([
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
