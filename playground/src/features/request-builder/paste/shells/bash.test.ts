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
  ['A=1; A[0]=2; curl "$A"', 'named'],
  ['A=~; curl "$A"', 'named'],
  ['A=x:~; curl "$A"', 'named'],
  ['A={a,b}; curl $A', ['{a,b}']],
  ['A="a b"; B=$A; curl "$B"', ['a b']],
  ['A=1; : ${A:=2}; curl "$A"', 'named'],
  ['A=1; printf -v A 2; curl "$A"', 'named'],
  ['A=1; g() { A=2; }; g; curl "$A"', 'named'],
  ['A=1; x && A=2; curl "$A"', 'named'],
  ['IFS=,; A=a,b; curl $A', 'named'],
  ['curl $[1+2]', 'named'],
  ['curl a=~/x', 'named'],
  ["curl $'\\c?'", ['\x7f']],
  ["curl $'\\U00110000'", 'named'],
  ["curl $'\\ud800'", 'named'],
  ['curl *.json', 'named'],
  ['A=*; curl $A', 'named'],
  ['curl http://h.example/a?b=[c]', ['http://h.example/a?b=[c]']],
  ['curl h.example/a?b=*', ['h.example/a?b=*']],
  ['echo {a,b} | curl -d @-', ['-d', '@-']],
  ['echo a >/dev/null | curl -d @-', ['-d', '@-']],
  ['true || echo a | curl -d @-', 'named'],
  ['curl -d @- <<A <<B\na\nA\nb\nB\n', ['-d', '@-', { input: 'b\n' }]],
  ['curl -d @- <<A <<< b\na\nA\n', ['-d', '@-', { input: 'b\n' }]],
  ['curl -d @- <<A\nA\\\nA\n\\\nA\n', ['-d', '@-', { input: 'AA\n' }]],
  ['curl -d @- <<E"N"D\n$a\nEND\n', ['-d', '@-', { input: '$a\n' }]],
  ['curl `echo a) b`', 'named'],
  ['false && curl a', 'named'],
  ['false && true && curl a', 'named'],
  ['a && curl a', ['a']],
  ['a || b && curl a', ['a']],
  ['exit; curl a', 'named'],
  ['set -f; curl a', 'named'],
  ['set -euo pipefail; curl a', ['a']],
  ['{ curl a; }', 'named'],
  ['f() { curl a; }; f', 'named'],
  ['curl a?b=1&c=2', ['a?b=1']],
  ['f() curl a', 'named'],
  ['curl() { true; }; curl a', 'named'],
  ['curl a )', 'named'],
  ['curl a; fi', 'named'],
  ['curl a ;;', 'named'],
  ['; curl a', 'named'],
  ['curl a |', 'named'],
  ['if true; then curl a', 'named'],
  ['case a in a) curl b ;; esac', 'named'],
])('%s', (script, expected) => {
  expect(read(script)).toEqual(expected);
});

test.each(['bash -c "curl a"; curl b', 'A=$(curl a); curl b', 'time -p curl a; curl b'])(
  '%s has another call',
  (script) => {
    expect(findCurlCalls(script).at(-1)?.notes.join(' ')).toMatch(/^curl as an argument/);
  },
);
