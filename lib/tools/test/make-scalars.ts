/** Makes texts and numbers for the schemas of a document. */
import type { Json } from './source.js';

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'name@example.com',
  uri: 'https://example.com',
};
const TEXTS = ['text', 'a b', 'x/y&z=1,2', 'é%20+"'];

export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Texts of a schema's length and format. */
export function makeTexts(schema: Json): string[] {
  const least = number(schema['minLength']) ?? 0;
  const most = Math.max(number(schema['maxLength']) ?? 2000, least);
  const { format } = schema;
  const texts = typeof format === 'string' && format in FORMATS ? [FORMATS[format] ?? ''] : TEXTS;
  return [...new Set(texts.map((text) => [...text.padEnd(least, 'x')].slice(0, most).join('')))].filter(
    (text) => text !== '' || most === 0,
  );
}

/** Numbers within a schema's bounds. */
export function makeNumbers(schema: Json, isInteger: boolean): number[] {
  const step = number(schema['multipleOf']) ?? (isInteger ? 1 : 0.5);
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const least = number(above) ?? number(minimum) ?? Math.min(0, number(below) ?? number(maximum) ?? 0);
  const first = Math.ceil(least / step) * step;
  const made = [first, first + step, first + 7 * step, number(maximum) ?? first, number(maximum) ?? first - step];
  return [...new Set(made.map((one) => Number(one.toPrecision(12))))].filter(
    (one) => Number.isSafeInteger(one) || !isInteger,
  );
}
