import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const CSS = readFileSync(new URL('base.css', import.meta.url), 'utf8');
const COLOURS = new Map(
  [...CSS.matchAll(/^ {2}--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);$/gm)].map(([, name = '', light, dark]) => [
    name,
    { light, dark },
  ]),
);

/** The relative luminance of WCAG. */
function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [measureLuminance(one), measureLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const BACKGROUNDS = ['bg', 'surface', 'surface-sunken', 'highlight'];
const TEXTS = [...COLOURS.keys()].filter((name) =>
  /^(?:text|accent|bad|good|warn)(?:-muted)?$|^(?:token|method)-/.test(name),
);

test('all colours of texts are checked', () => {
  expect(TEXTS).toHaveLength(6 + 4 + 3);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(TEXTS.flatMap((text) => BACKGROUNDS.map((background) => [text, background] as const)))(
    '%s on %s has a contrast of at least 4.5',
    (text, background) => {
      const [one, other] = [text, background].map((name) => COLOURS.get(name)?.[theme] ?? '');
      expect(measureContrast(one ?? '', other ?? '')).toBeGreaterThanOrEqual(4.5);
    },
  );
});
