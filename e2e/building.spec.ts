import type { Entry } from './support/playground.js';
import { expect, test } from './support/stack.js';

interface Mistake {
  readonly entry: Omit<Entry, 'route'> & { readonly route?: string };
  /** The label of the field that has it. */
  readonly field: string;
  readonly says: RegExp;
}

/** Mistakes by what each is. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'an unclosed brace': { entry: { route: 'GET /repos/{owner' }, field: 'Route', says: /position 11/ },
  'a value that escapes the path': {
    entry: { route: 'GET /a/{b}', variables: { b: '..' } },
    field: 'Value of b',
    says: /\.\./,
  },
  'a parameter without a name': {
    entry: { parameters: [{ name: '', value: '1' }] },
    field: 'Name of parameter 1',
    says: /no name/,
  },
  'a header that is set twice': {
    entry: { headers: ['x', 'X'].map((name) => [name, '1'] as const) },
    field: 'Name of header 2',
    says: /twice/,
  },
  'an invalid format': { entry: { format: 'a b' }, field: 'Format', says: /a b/ },
  "defaults that aren't JSON": { entry: { defaults: '{"a"' }, field: 'Options of defaults 1', says: /not JSON/ },
  'a base URL with a query': { entry: { baseUrl: 'https://h?x=1' }, field: 'Base URL', says: /baseUrl/ },
  'an invalid vendor': { entry: { vendor: 'a b' }, field: 'Vendor', says: /vendor/ },
};

test('reports a problem at its field', async ({ playground }) => {
  for (const [name, { entry, field, says }] of Object.entries(MISTAKES)) {
    await test.step(name, async () => {
      await playground.reset();
      await playground.enter({ route: 'GET /a', ...entry });
      await expect(playground.field(field)).toHaveAttribute('aria-invalid', 'true');
      await expect(playground.field(field)).toHaveAccessibleDescription(says);
      await expect(playground.line).toContainText('1 problem');
      await expect(playground.options).toContainText('"method"');
    });
  }
});
