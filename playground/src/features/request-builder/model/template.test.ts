import { expect, test } from 'vitest';
import { readTemplate } from './template.js';

const read = (route: string) =>
  readTemplate(route)?.map(
    ({ name, expression, required, place }) => `${name} ${expression} ${place}${required ? ' required' : ''}`,
  );

test.each<[route: string, variables: string[] | undefined]>([
  ['', []],
  ['GET /users', []],
  ['GET /repos/{owner}/:repo', ['owner {owner} path required', 'repo :repo path required']],
  ['/files/{+path}', ['path {+path} path required']],
  ['GET /a{/b}{;c}{.d}', ['b {/b} path', 'c {;c} path', 'd {.d} path']],
  ['GET /a{?b,c*}{&d:3}', ['b {?b,c*} query', 'c {?b,c*} query', 'd {&d:3} query']],
  ['GET /a?b={b}', ['b {b} query']],
  ['GET /a{#b}{c}', ['b {#b} query', 'c {c} path required']],
  ['GET /a/{b}{?b}', ['b {b} path required']],
  ['GET https://h:8080/{x}', ['x {x} path required']],
  ['post   /v1/{name}:cancel', ['name {name} path required']],
  [
    'GET /a/{constructor}/{__proto__}',
    ['constructor {constructor} path required', '__proto__ {__proto__} path required'],
  ],
  ['GET /a/{b', undefined],
  ['GET /a/{!b}', undefined],
])('reads the variables of “%s”', (route, variables) => {
  expect(read(route)).toEqual(variables);
});
