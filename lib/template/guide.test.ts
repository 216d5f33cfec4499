/** What the guide says of this package and of url-template, row by row. Its examples are run with those of the other guides. */
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

describe('the differences from url-template', () => {
  const rows = guide
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| why') && !line.startsWith('| ---'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|?\s*`?|`?\s*\|?$/g, '')));

  test('there are rows', () => expect(rows.length).toBeGreaterThan(10));

  test.each(rows)('%s: %s of %s', (_, template = '', json = '', theirs = '', ours = '') => {
    const values = JSON.parse(json) as Values;
    const [start = '', cut] = theirs.split('…');
    const written = outcome(() => urlTemplate(template).expand(values as never));
    expect(cut === undefined ? written : written.slice(0, start.length)).toBe(start);
    expect(outcome(() => parseTemplate(template).expand(values))).toBe(ours);
  });
});

describe('templates that the guide says can be matched, and those it says cannot', () => {
  const [, refused = '', taken = ''] = /So are, for example, ([^]*?); but not\s([^]*?)\. The lengths/.exec(guide) ?? [];
  const templatesOf = (text: string): string[] =>
    [...text.replace(/\([^)]*\)/g, '').matchAll(/`([^`]*)`/g)].map(([, template = '']) => template);

  test('there are some', () =>
    expect([templatesOf(refused).length > 5, templatesOf(taken).length > 3]).toEqual([true, true]));

  test.each(templatesOf(refused))('%s cannot', (template) => {
    expect(() => match(template, '')).toThrow(/can't be matched/);
  });

  test.each(templatesOf(taken))('%s can', (template) => {
    const values = { name: 'x', a: 'x', b: 'y', path: template.includes('*') ? ['x', 'y'] : 'x/y', id: 'z' };
    const found = match(template, expand(template, values));
    expect(Object.keys(found ?? {}).length).toBeGreaterThan(0);
    expect(values).toMatchObject(found ?? {});
  });
});
