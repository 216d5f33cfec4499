/** Differences that the generators of dev/curl found: what bash passes to curl is read, or named. */
import { expect, test } from 'vitest';
import { UnreadableError } from '../reading.js';
import { findCurlCalls } from './commands.js';

/** The words of the last call and its standard input, or how the call is named. */
function read(script: string): unknown {
  try {
    const call = findCurlCalls(script).at(-1);
    if (call === undefined) return 'nothing';
    const { arguments: words, input, omissions } = call;
    if (omissions.length > 0 || /\{\{/.test(words.join(''))) return 'named';
    return input === undefined ? words : [...words, { input }];
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return 'refused';
  }
}

test.each<[script: string, expected: unknown]>([
  ['A=1 B=$A; curl "$B"', ['1']],
  ['A=0; A=1 B=$A; curl "$B"', ['1']],
  ['A={a,b}; curl $A', ['{a,b}']],
  ['A="a b"; B=$A; curl "$B"', ['a b']],
  ["curl $'\\c?'", ['\x7f']],
  ['curl http://h.example/a?b=[c]', ['http://h.example/a?b=[c]']],
  ['curl h.example/a?b=*', ['h.example/a?b=*']],
  ['echo {a,b} | curl -d @-', ['-d', '@-']],
  ['echo a >/dev/null | curl -d @-', ['-d', '@-']],
  ['echo -n -n a | curl -d @-', ['-d', '@-']],
  ['curl -d @- <<A <<B\na\nA\nb\nB\n', ['-d', '@-', { input: 'b\n' }]],
  ['curl -d @- <<A <<< b\na\nA\n', ['-d', '@-', { input: 'b\n' }]],
  ['curl -d @- <<A\nA\\\nA\n\\\nA\n', ['-d', '@-', { input: 'AA\n' }]],
  ['curl -d @- <<A | cat\na\nA\n', ['-d', '@-', { input: 'a\n' }]],
  ['curl -d @- <<A && curl -d @- b\na\nA\n', ['-d', '@-', 'b']],
  ['curl -d @- <<E"N"D\n$a\nEND\n', ['-d', '@-', { input: '$a\n' }]],
  ['echo a | ! curl -d @-', 'refused'],
  ['! curl a | cat', ['a']],
  ['a && curl a', ['a']],
  ['a || b && curl a', ['a']],
  ['set -euo pipefail; curl a', ['a']],
  ['curl a?b=1&c=2', ['a?b=1']],
])('%s', (script, expected) => {
  expect(read(script)).toEqual(expected);
});

test.each([
  'A=1; A[0]=2; curl "$A"',
  'A=~; curl "$A"',
  'A=x:~; curl "$A"',
  'A=1; : ${A:=2}; curl "$A"',
  'A=1; printf -v A 2; curl "$A"',
  'A=1; g() { A=2; }; g; curl "$A"',
  'A=1; x && A=2; curl "$A"',
  'IFS=,; A=a,b; curl $A',
  'curl $[1+2]',
  'curl a=~/x',
  "curl $'\\U00110000'",
  "curl $'\\ud800'",
  'curl *.json',
  'A=*; curl $A',
  'true || echo a | curl -d @-',
  'curl `echo a) b`',
  'false && curl a',
  'false && true && curl a',
  'exit; curl a',
  'set -f; curl a',
  '{ curl a; }',
  'f() { curl a; }; f',
  'f() curl a',
  'curl() { true; }; curl a',
  'curl a )',
  'curl a; fi',
  'curl a ;;',
  '; curl a',
  'curl a |',
  'if true; then curl a',
  'case a in a) curl b ;; esac',
])('%s is named', (script) => {
  expect(read(script)).toBe('named');
});

test.each(['bash -c "curl a"; curl b', 'A=$(curl a); curl b', 'time -p curl a; curl b'])(
  '%s has another call',
  (script) => {
    expect(findCurlCalls(script).at(-1)?.notes.join(' ')).toMatch(/^curl as an argument/);
  },
);
