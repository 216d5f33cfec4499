import { expect, it } from 'vitest';
import { exampleProcesses } from './test/processes.js';

const startExample = exampleProcesses();

it('examples/custom-operation adds an operation', async () => {
  const { caller, stop } = await startExample(['custom-operation/server.mjs'], { PORT: '0', GATEWAY_PORT: '0' });
  const cases = [
    [
      { code: 'slugify', str1: 'Crème brûlée, twice!' },
      { success: true, message: 'creme-brulee-twice' },
    ],
    [
      { code: 'slugify', str1: 'a b c', int_value: 3 },
      { success: true, message: 'a-b' },
    ],
    [
      { code: 'slugify', str1: '…' },
      { success: false, message: expect.stringContaining('str1 has no letter') },
    ],
    [{ code: 'operations' }, { success: true, message: expect.stringContaining('"name":"slugify"') }],
  ] as const;
  for (const [request, response] of cases) expect((await caller.call(request)).response).toEqual(response);
  expect(await stop()).toEqual([0, null]);
});
