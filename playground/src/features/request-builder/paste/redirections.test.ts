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

const list = (verdicts: Readonly<Partial<Record<Verdict, readonly string[]>>>) =>
  Object.entries(verdicts).flatMap(([verdict, all]) => all.map((redirection) => [redirection, verdict] as const));

const BASH = list({
  named: [
    '> out.json',
    '>out.json',
    '>> out.json',
    '>| out.json',
    '> "out file.json"',
    "> 'out file.json'",
    '> out\\ file.json',
    '> "$OUT"',
    '1> out.json',
    '2>/dev/null',
    '2>>errors',
    '2>&1',
    '>&2',
    '2>&-',
    '&> out.json',
    '&>> out.json',
    '>& out.json',
    '</dev/null',
    '<<< text',
    '<<<"some text"',
    '<<EOF\ntext\nEOF',
  ],
  incomplete: ['{fd}>out.json', '3<&0', '<&3', '<&-', '< body.json', '<body.json', '0< body.json', '<> body.json'],
  refused: [
    '<<EOF',
    '<<EOF\ntext',
    '<<id>>',
    '<<<id>>>',
    '<(echo a)',
    '>(cat)',
    '>',
    '<',
    '2>',
    '> | jq .',
    '< && true',
  ],
});

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

const CMD = list({
  named: ['> out.json', '>out.json', '>> out.json', '> "out file.json"', '>nul', '1>nul', '2>nul', '2>&1', '>&2'],
  incomplete: ['< body.json', '<body.json', '0<body.json', '<&3'],
  refused: ['>', '<', '> | more'],
});

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
