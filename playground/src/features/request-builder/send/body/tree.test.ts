import { describe, expect, test } from 'vitest';
import { parseNodes } from './parse-nodes.js';
import { createTree, type JsonTree } from './tree.js';

const parse = (text: string) => createTree(text, parseNodes(text));

const show = (tree: JsonTree) =>
  tree.rows(0, tree.length).map(({ depth, name, text }) => `${' '.repeat(depth)}${name}${name && ': '}${text}`);

describe('a tree', () => {
  test.each<[name: string, text: string, lines: readonly string[]]>([
    ['an object', '{"a":1,"b":[true]}', ['{ 2 members }', ' "a": 1', ' "b": [ 1 item ]', '  0: true']],
    ['a list', ' [ "x" , null ] ', ['[ 2 items ]', ' 0: "x"', ' 1: null']],
    ['an empty one', '{}', ['{ 0 members }']],
    ['a number with more digits than a double', '[12345678901234567890, 1e400]', ['[ 2 items ]', ' 0: 12345678901234567890', ' 1: 1e400']],
    ['escapes and brackets in strings', '{"a\\"}":"\\\\","b":"[\\"]"}', ['{ 2 members }', ' "a\\"}": "\\\\"', ' "b": "[\\"]"']],
    ['a repeated key', '{"a":1,"a":2}', ['{ 2 members }', ' "a": 1', ' "a": 2']],
    ['a leaf alone', '"x"', ['"x"']],
  ])('of %s', (_, text, lines) => {
    expect(show(parse(text))).toEqual(lines);
  }); // prettier-ignore

  test('cuts long leaves, and reports their length', () => {
    const [, row] = parse(JSON.stringify(['x'.repeat(5000)])).rows(0, 2);
    expect(row).toMatchObject({ text: `"${'x'.repeat(1999)}… 5,002 characters` });
  });
});

test('folds and unfolds', () => {
  const tree = parse('{"a":[1,[2]],"b":3}');
  tree.toggle(3);
  expect(show(tree)).toEqual(['{ 2 members }', ' "a": [ 2 items ]', '  0: 1', '  1: [ 1 item ]', ' "b": 3']);
  tree.toggle(1);
  expect(show(tree)).toEqual(['{ 2 members }', ' "a": [ 2 items ]', ' "b": 3']);
  // What was folded inside stays so.
  tree.toggle(1);
  expect(tree.length).toBe(5);
});

test.each([
  [198, 200],
  [199, 2],
  [500_000, 2],
])('a tree with a list of %i items has %i lines at first', (length, lines) => {
  expect(parse(`{"a":[${Array.from({ length }, () => 1).join()}]}`).length).toBe(lines);
});

test.each<[text: string, lines: readonly string[]]>([
  ['NEEDLE', ['2: "needle"', '"needle": [ 0 items ]']],
  ['3', ['1: 3']],
  ['none', []],
])('finds %s, and unfolds what is above it', (text, lines) => {
  const tree = parse('[1,[2,3,"needle"],{"a":{"needle":[]}}]');
  for (const line of [2, 1]) tree.toggle(line);
  const found = tree.search(text).map((path) => {
    const line = tree.reveal(path);
    const [row] = tree.rows(line, line + 1);
    return `${row?.name}: ${row?.text}`;
  });
  expect(found).toEqual(lines);
});
