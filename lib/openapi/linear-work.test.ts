/** No document, however its references are chained, makes `types` slow: four times the schemas take about four times the work. */
import { countSteps } from '../../dev/testing/count-steps.js';
import { expect, test } from 'vitest';
import { runCommand } from '../cli/test/io.js';

const CLI = new URL('../', import.meta.url);
/** Quadratic work is 16 times as much. */
const LIMIT = 6;
const reference = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });

const CHAINS: [title: string, schema: (index: number) => object][] = [
  ['references', reference],
  ['combinations of one schema', (index) => ({ allOf: [reference(index)] })],
  ['properties', (index) => ({ properties: { next: reference(index) } })],
];

/** A document whose schemas refer to one another, from the first to the last. */
function chained(length: number, schema: (index: number) => object): string {
  const chain = Array.from({ length }, (_, index): [string, object] => [`S${index}`, schema(index + 1)]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/x': { post: { requestBody: { content: { 'application/json': { schema: reference(0) } } } } } },
    components: { schemas: { ...Object.fromEntries(chain), [`S${length}`]: { type: 'string' } } },
  });
}

test.each(CHAINS)('a long chain of %s', async (_, schema) => {
  const steps = (length: number): Promise<number> => {
    const document = chained(length, schema);
    return countSteps(CLI, async () => {
      expect(await runCommand(['types', '-'], document)).toMatchObject({ code: 0, stderr: '' });
    });
  };
  expect((await steps(2000)) / (await steps(500))).toBeLessThan(LIMIT);
});
