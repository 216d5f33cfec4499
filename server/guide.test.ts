/** The guides' tables of bounds equal those of the sources. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sharedBounds } from './service/limits.js';
import { listMemory, sumMemory } from './service/memory.js';
import { heapMiB } from './test/hostile/attack.js';

/** Returns the rows of the table that has this heading, their cells joined by `|`. */
function readTable(page: string, heading: string): string[] {
  const text = readFileSync(new URL(`../docs/guides/${page}.md`, import.meta.url), 'utf8');
  const [, ...lines] = text.slice(text.search(new RegExp(`^\\| ${heading} `, 'm'))).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(1, end).map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()).join('|')); // prettier-ignore
}

const units = [
  ['MiB', 'bytes'],
  ['Mi', 'characters'],
] as const;

function formatSize(bound: string, most: number): string {
  const [unit] = units.find(([, word]) => bound.startsWith(`${word} `)) ?? [];
  return unit ? `${most / 1_048_576} ${unit}` : most.toLocaleString('en');
}

it('the guide of the server lists all shared bounds', () => {
  const rows = Object.entries(sharedBounds).map(([bound, { most, caller, beyond }]) =>
    [bound, formatSize(bound, most), caller, beyond].join('|'),
  );
  expect(readTable('server', 'shared bound')).toEqual(rows);
});

it('the guide of capacity sums up the memory', () => {
  const rows = Object.entries(listMemory(heapMiB)).map(([part, mebibytes]) => `${part}|${mebibytes}`);
  expect(readTable('capacity', 'part')).toEqual([...rows, `**together**|**${sumMemory(heapMiB)}**`]);
});
