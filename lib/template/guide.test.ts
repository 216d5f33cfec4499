/** The guide's table of differences from url-template, row by row. The tests of the guides run its examples. */
import { readFileSync } from 'node:fs';
import { EndpointError, expand, match, parseTemplate, type Values } from 'endpoint.js/uri-template';
import { parseTemplate as urlTemplate } from 'url-template';
import { describe, expect, test } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/uri-template.md', import.meta.url), 'utf8');

function outcome(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof EndpointError) return error.code;
    if (error instanceof URIError) return error.name;
    throw error;
  }
}

describe('differs from url-template as the guide states', () => {
  const rows = guide
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| why') && !line.startsWith('| ---'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|?\s*`?|`?\s*\|?$/g, '')));

  test('the table has rows', () => expect(rows.length).toBeGreaterThan(10));

  test.each(rows)('%s: %s of %s', (_, template = '', json = '', theirs = '', ours = '') => {
    const values = JSON.parse(json) as Values;
    const [start = '', cut] = theirs.split('…');
    const written = outcome(() => urlTemplate(template).expand(values as never));
    expect(cut === undefined ? written : written.slice(0, start.length)).toBe(start);
    expect(outcome(() => parseTemplate(template).expand(values))).toBe(ours);
  });
});

describe('matches and rejects the templates that the guide names', () => {
  const [, refused = '', taken = ''] = /Examples are\s([^]*?)\. These match:\s([^]*?)\. The check/.exec(guide) ?? [];
  const readTemplates = (text: string): string[] =>
    [...text.replace(/\([^)]*\)/g, '').matchAll(/`([^`]*)`/g)].map(([, template = '']) => template);

  test('the guide names some', () =>
    expect([readTemplates(refused).length > 5, readTemplates(taken).length > 3]).toEqual([true, true]));

  test.each(readTemplates(refused))('rejects %s', (template) => {
    expect(() => match(template, '')).toThrow(/can't be matched/);
  });

  test.each(readTemplates(taken))('matches %s', (template) => {
    const values = { name: 'x', a: 'x', b: 'y', path: template.includes('*') ? ['x', 'y'] : 'x/y', id: 'z' };
    const found = match(template, expand(template, values));
    expect(Object.keys(found ?? {}).length).toBeGreaterThan(0);
    expect(values).toMatchObject(found ?? {});
  });
});
