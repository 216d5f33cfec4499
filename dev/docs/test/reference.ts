/** The generated reference opens each function with its usual form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../commands/build.mjs';

const FOLDER = join(ROOT, 'docs', 'reference', 'api');

/** The functions with several forms: the usual one, and how many there are. */
const USUAL: Readonly<Record<string, string>> = {
  'endpoint: createEndpoint()': 'createEndpoint(settings?), of 3',
  'endpoint: CatalogueEndpoint()': 'CatalogueEndpoint<R>(route, ...options), of 3',
  'endpoint: CatalogueEndpoint() merge()': 'merge<R, O>(route, options), of 3',
  'endpoint: Endpoint()': 'Endpoint<R, M, P>(route, options), of 2',
  'endpoint: Endpoint() merge()': 'merge<R, M, P>(route, options), of 3',
  'endpoint-server: OperationError Constructor': 'new OperationError(message?, options?), of 2',
  'explain: Explain()': 'Explain(route, options?), of 2',
};

/** Lists the functions of a page with the first of their forms. */
function listForms(page: string): [name: string, form: string][] {
  const counts = new Map<string, { form: string; count: number }>();
  let symbol = '';
  let member = '';
  const text = readFileSync(join(FOLDER, page), 'utf8');
  for (const [, level = '', title = '', code = ''] of text.matchAll(/^(#{3,6}) (.*)\n(?:\n```ts\n([^]*?)\n```)?/gm)) {
    if (level === '###') [symbol, member] = [title, ''];
    else if (/\(\)$|^Constructor$/.test(title)) member = ` ${title}`;
    if (code === '' || !/^(?:Call Signature|Constructor)$/.test(title)) continue;
    const name = `${page.replace('.md', '')}: ${symbol}${member}`;
    const form = code
      .replaceAll(/\s+/g, ' ')
      .replace(/^function /, '')
      .replace(/\): .*/, ')');
    counts.set(name, { form: counts.get(name)?.form ?? form, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts]
    .filter(([, { count }]) => count > 1)
    .map(([name, { form, count }]) => [name, `${form}, of ${count}`]);
}

/** Adds the test. */
export function testReference(): void {
  test('each function with several forms opens with the usual one', () => {
    const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
    expect(Object.fromEntries(pages.flatMap(listForms))).toStrictEqual(USUAL);
  });
}
