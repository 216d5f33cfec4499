/** Each redirection of a pasted command is named, or keeps the request from being complete; none takes a piece of the URL away. */
import { expect, test } from 'vitest';
import { readPasted } from './paste.js';
import { OTHER_FORM, readOne } from './test/read.js';

/** `named`: the request is complete, and a note has the redirection, or says that its text isn’t used. */
type Verdict = 'named' | 'read' | 'incomplete' | 'refused';

interface Judged {
  readonly verdict: Verdict;
  readonly notes: string;
  readonly routes: readonly string[];
}

async function judge(text: string, redirection: string): Promise<Judged> {
  const reading = await readPasted(text, OTHER_FORM);
  if ('refusal' in reading) return { verdict: 'refused', notes: reading.refusal, routes: [] };
  const notes = reading.requests.flatMap((request) => request.notes).join(' ');
  const isIncomplete = reading.requests.some(({ incomplete }) => incomplete);
  const verdict = isIncomplete
    ? 'incomplete'
    : notes.includes(`\`${redirection}\``) || /standard input/.test(notes)
      ? 'named'
      : 'read';
  return { verdict, notes, routes: reading.requests.map(({ form }) => form.route) };
}

const BASH: readonly (readonly [redirection: string, verdict: Verdict])[] = [
  ['> out.json', 'named'],
  ['>out.json', 'named'],
  ['>> out.json', 'named'],
  ['>| out.json', 'named'],
  ['> "out file.json"', 'named'],
  ["> 'out file.json'", 'named'],
  ['> out\\ file.json', 'named'],
  ['> "$OUT"', 'named'],
  ['1> out.json', 'named'],
  ['2>/dev/null', 'named'],
  ['2>>errors', 'named'],
  ['2>&1', 'named'],
  ['>&2', 'named'],
  ['2>&-', 'named'],
  ['&> out.json', 'named'],
  ['&>> out.json', 'named'],
  ['>& out.json', 'named'],
  ['{fd}>out.json', 'incomplete'],
  ['3<&0', 'incomplete'],
  ['<&3', 'incomplete'],
  ['<&-', 'incomplete'],
  ['</dev/null', 'named'],
  ['< body.json', 'incomplete'],
  ['<body.json', 'incomplete'],
  ['0< body.json', 'incomplete'],
  ['<> body.json', 'incomplete'],
  ['<<< text', 'named'],
  ['<<<"some text"', 'named'],
  ['<<EOF\ntext\nEOF', 'named'],
  ['<<EOF', 'refused'],
  ['<<EOF\ntext', 'refused'],
  ['<<id>>', 'refused'],
  ['<<<id>>>', 'refused'],
  ['<(echo a)', 'refused'],
  ['>(cat)', 'refused'],
  ['>', 'refused'],
  ['<', 'refused'],
  ['2>', 'refused'],
  ['> | jq .', 'refused'],
  ['< && true', 'refused'],
];

test.each(BASH)('bash: `%s` is %s', async (redirection, verdict) => {
  for (const url of ['https://h.example/users/7', "'https://h.example/users/7'"]) {
    const judged = await judge(`curl -X DELETE ${url} ${redirection}`, redirection);
    expect(judged).toMatchObject({ verdict });
    for (const route of judged.routes.slice(0, 1)) expect(route).toBe('DELETE /users/7');
  }
});

test.each(BASH)(
  'bash: `%s` directly after the URL is not complete, unless it is a text',
  async (redirection, verdict) => {
    const { verdict: glued, routes } = await judge(
      `curl -X DELETE https://h.example/users/7${redirection}`,
      redirection,
    );
    if (!redirection.startsWith('<<') || verdict !== 'named') expect(glued).toMatch(/^(?:incomplete|refused)$/);
    for (const route of routes.slice(0, 1)) expect(route).toMatch(/^DELETE \/users\/7/);
  },
);

const CMD: readonly (readonly [redirection: string, verdict: Verdict])[] = [
  ['> out.json', 'named'],
  ['>out.json', 'named'],
  ['>> out.json', 'named'],
  ['> "out file.json"', 'named'],
  ['>nul', 'named'],
  ['1>nul', 'named'],
  ['2>nul', 'named'],
  ['2>&1', 'named'],
  ['>&2', 'named'],
  ['< body.json', 'incomplete'],
  ['<body.json', 'incomplete'],
  ['0<body.json', 'incomplete'],
  ['<&3', 'incomplete'],
  ['>', 'refused'],
  ['<', 'refused'],
  ['> | more', 'refused'],
];

test.each(CMD)('cmd: `%s` is %s', async (redirection, verdict) => {
  for (const url of ['https://h.example/users/7', '"https://h.example/users/7"']) {
    const judged = await judge(`C:\\>curl -X DELETE ${url} ${redirection}`, redirection);
    expect(judged).toMatchObject({ verdict, routes: verdict === 'refused' ? [] : ['DELETE /users/7'] });
  }
});

test.each(CMD)('cmd: `%s` directly after the URL is not complete', async (redirection) => {
  const { verdict, routes } = await judge(`C:\\>curl -X DELETE https://h.example/users/7${redirection}`, redirection);
  expect(verdict).toMatch(/^(?:incomplete|refused)$/);
  for (const route of routes.slice(0, 1)) expect(route).toMatch(/^DELETE \/users\/7/);
});

test.each([
  'curl https://h.example/users/7 > out.json -X DELETE',
  'curl >out.json https://h.example/users/7 2>&1 -X DELETE',
  'C:\\>curl https://h.example/users/7 > "out file.json" 2>nul -X DELETE',
])('%s has the words after its redirections', async (text) => {
  expect(await judge(text, '')).toMatchObject({ routes: ['DELETE /users/7'] });
});

test.each([
  ['curl -d @- https://h.example/a </dev/null', '""'],
  ['curl -d @- https://h.example/a <<< text', 'text\n'],
  ['curl -d @- https://h.example/a <<EOF\n{"id":"<id>"}\nEOF', '{"id":"{{id}}"}\n'],
])('%j reads its standard input', async (text, body) => {
  const { form } = await readOne(text);
  expect(form?.parameters.map(({ value }) => value).join('')).toBe(body.replace(/\n$/, ''));
});
