/** Each construct of PowerShell is read exactly, or is named and the request isn’t complete. */
import { expect, test } from 'vitest';
import { EMPTY_FORM } from '../../../model/form.js';
import { deriveState } from '../../../model/build.js';
import { readPasted } from '../../paste.js';

async function readAll(text: string) {
  const reading = await readPasted(text, { ...EMPTY_FORM, vendor: '' });
  return 'requests' in reading ? reading.requests : [];
}

/** The request that is built, in one line; undefined if it isn’t complete. */
async function describe(text: string): Promise<string | undefined> {
  const [read] = await readAll(text);
  if (read === undefined || read.incomplete) return undefined;
  const { request } = deriveState(read.form);
  const body = request?.body;
  return `${request?.method} ${request?.url} ${typeof body === 'string' ? body : JSON.stringify(body ?? '')}`;
}

const POST = 'irm http://h/a -Method Post';

test.each<[text: string, request: string]>([
  ['irm http://h/a#b', 'get http://h/a#b ""'],
  ['irm http://h/a=b%20c/@d/~e*!', 'get http://h/a=b%20c/@d/~e*! ""'],
  ['irm http://h/a?x=1`&y=2', 'get http://h/a?x=1&y=2 ""'],
  ["irm 'http://h/a?x=1&y=2'", 'get http://h/a?x=1&y=2 ""'],
  ['irm http://h/a # b', 'get http://h/a ""'],
  ['irm –Uri http://h/a —Method Delete', 'delete http://h/a ""'],
  ['irm -Uri:http://h/a -Method:Delete', 'delete http://h/a ""'],
  ['irm http://h/a -Method Default', 'get http://h/a ""'],
  ['irm http://h/a -CustomMethod patch', 'patch http://h/a ""'],
  ['irm http://h/a -HttpVersion 2.0 -TimeoutSec 1e3', 'get http://h/a ""'],
  [`${POST} -Body 5`, 'post http://h/a 5'],
  [`${POST} -Body -5`, 'post http://h/a -5'],
  [`${POST} -Body '007'`, 'post http://h/a 007'],
  [`${POST} -Body 5z5`, 'post http://h/a 5z5'],
  [`${POST} -Body @{ a = 'b' }`, 'post http://h/a {"a":"b"}'],
  [`${POST} -Body @{ a = 007 }`, 'post http://h/a {"a":"7"}'],
  [`${POST} -Body @{ a = -0 }`, 'post http://h/a {"a":"0"}'],
  [`${POST} -Body ([ordered]@{ a = 'b'; c = 'd' })`, 'post http://h/a {"a":"b","c":"d"}'],
  [`${POST} -ContentType application/json -Body @"\n{"a":""}\n"@`, 'post http://h/a {"a":""}'],
  [`$id = 5; irm "http://h/\${id}?x=1"`, 'get http://h/5?x=1 ""'],
  [`$id = 5; irm "http://h/$id/x"`, 'get http://h/5/x ""'],
  [`irm "http://h/a$"`, 'get http://h/a$ ""'],
])('%j is read', async (text, request) => {
  expect(await describe(text)).toBe(request);
});

const OUTSIDE = /outside of quotes isn’t a part of the text/;
const NUMBER = /Not read: -Body, a number that PowerShell may write in another way; put it in quotes\./;
const TWICE = /PowerShell refuses a hashtable with the name “\w+” twice/;

test.each<[text: string, note: RegExp]>([
  ['irm http://h/a?x=1&y=2', OUTSIDE],
  ['irm http://h/a,b', OUTSIDE],
  ['irm http://h/a{b}', OUTSIDE],
  ['irm http://h/{b}', OUTSIDE],
  ['irm http://h/(b)', OUTSIDE],
  ['irm http://h/a<b', OUTSIDE],
  ['irm http://h/a>b', OUTSIDE],
  ['irm http://h/"a b"', OUTSIDE],
  ['irm http://h/‘a’', OUTSIDE],
  ['irm http://h/a;b', /Statements that aren’t read: b/],
  ['irm http://h/a|b', /Statements that aren’t read: \|b/],
  ['irm http://h/a)', /Statements that aren’t read/],
  ['irm http://h/a}', /Statements that aren’t read/],
  ['irm http://h/$x', /Values to enter in the form: `\{\{x\}\}`/],
  ['irm http://h/a &', /Not read/],
  [`${POST} -Body a,b`, OUTSIDE],
  [`${POST} -Body 'a', 'b'`, /Not read/],
  [`${POST} -Body 'a' + 'b'`, /Not read: /],
  [`${POST} -Body [Text.Encoding]::UTF8.GetBytes('a')`, OUTSIDE],
  ...['007', '0x10', '1kb', '1e3', '1.0', '.5', '-0', '+1', '5l', '12345678901234567890'].map(
    (text): [string, RegExp] => [`${POST} -Body ${text}`, NUMBER],
  ),
  [`${POST} -Body`, /Not read: -Body, which has no value/],
  [`${POST} -Body -ContentType text/plain`, /Not read: -Body, which has no value/],
  [`${POST} -Body @{ a = 1.50 }`, /Fields of the body whose values aren’t in the text: a/],
  [`${POST} -Body @{ a = 12345678901234567890 }`, /Fields of the body whose values aren’t in the text: a/],
  [`${POST} -Body @{ a = 'b'; A = 'c' }`, TWICE],
  [`irm http://h/a -Headers @{ a = 'b'\n'A' = 'c' }`, TWICE],
  [`$h = @{ a = 'b' }; $h.Add('A', 'c'); irm http://h/a -Headers $h`, TWICE],
  [`${POST} -Body ([pscustomobject]@{ a = 'b' })`, /Not read: -Body/],
  [`irm http://h/a -Headers @{ 007 = 'b' }`, /Not read: -Headers/],
  ['irm http://h/a -Method FOO', /`-Method` doesn’t have FOO; use `-CustomMethod`/],
  ['irm http://h/a -Method Get -CustomMethod PURGE', /refuses `-Method` beside `-CustomMethod`/],
  ['irm http://h/a -ᬅ', /Not read: -ᬅ/],
  ['irm http://h/a -Resume', /Not read: -Resume/],
  ['$id = 5; irm "http://h/$id?x=1"', /Values to enter in the form: `\{\{id_x\}\}`/],
  ['$h = 5; irm "http://$h:/x"', /`\$h:` isn’t a variable in PowerShell; write `\$\{h\}:`/],
  ['irm "http://h/$?/$$"', /Values to enter in the form/],
  ['irm "http://h/`e"', /Versions of PowerShell/],
  ['irm "http://h/`u{41}"', /Versions of PowerShell/],
])('%j is named', async (text, note) => {
  const [read] = await readAll(text);
  expect(read?.notes.join(' ')).toMatch(note);
  expect(read?.incomplete).toBe(true);
});

test('the order of a hashtable’s fields is named', async () => {
  const [read] = await readAll(`${POST} -Body @{ a = 'b'; c = 'd' }`);
  expect(read?.notes).toEqual(['PowerShell sends the fields of a hashtable in any order, unless it is `[ordered]`.']);
});
