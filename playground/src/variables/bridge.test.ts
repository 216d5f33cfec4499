import { expect, test } from 'vitest';
import { readBridge } from './bridge.js';

const VARIABLES = [
  { name: 'host', value: 'h.example:8080' },
  { name: 'empty', value: '' },
];

test.each<[typed: string, address: string, problem: string | undefined]>([
  [' http://h:8080\n', 'http://h:8080', undefined],
  [' https://{{ host }} ', 'https://h.example:8080', undefined],
  ['{{empty}}', '{{empty}}', 'Bridge address: “{{empty}}” has no value. Enter one in an environment.'],
  ['https://{{none}}', 'https://{{none}}', 'Bridge address: “{{none}}” has no value. Enter one in an environment.'],
])('reads the address %j', (typed, address, problem) => {
  expect(readBridge(typed, VARIABLES)).toEqual({ address, problem });
});
