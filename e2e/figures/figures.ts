import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';

/** A figure with a bar fails its test where it misses the bar; a figure without a bar is only printed. */
type Figure =
  | { readonly what: string; readonly measured: string }
  | { readonly what: string; readonly measured: string; readonly bar: string; readonly met: boolean };

type Bar = { readonly atMost: number } | { readonly atLeast: number };

/** The file that takes the figures as a JSON array. */
const file = process.env['ENDPOINTJS_FIGURES'];

function note(figure: Figure): void {
  console.log(Object.values(figure).join(' · '));
  if (file === undefined) return;
  // A failed test ends its worker, and the next worker continues.
  const figures = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[]) : [];
  writeFileSync(file, JSON.stringify([...figures, figure]));
}

const textOf = (value: number, unit: string) => `${Number(value.toFixed(1))}${unit && ` ${unit}`}`;

/** Records a figure without a bar, as other work on the machine changes it. */
export function show(what: string, value: number, unit = ''): void {
  note({ what, measured: textOf(value, unit) });
}

/** Records a figure, and fails the test where it misses its bar. */
export function guard(what: string, value: number, bar: Bar, unit = ''): void {
  const met = 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
  const text = 'atMost' in bar ? `≤ ${textOf(bar.atMost, unit)}` : `≥ ${textOf(bar.atLeast, unit)}`;
  note({ what, measured: textOf(value, unit), bar: text, met });
  expect.soft(met, `${what}: ${textOf(value, unit)}, must be ${text}`).toBe(true);
}
