import { expect, test } from 'vitest';
import { describePage } from './description.mjs';

test.each([
  ['# A\n\nOne `two` [three](x.md). Four\nfive.\n\nSix.', 'One two three. Four five.'],
  ['---\ntitle: A\n---\n\n# A\n\nOne:\n', 'One.'],
  ['# A\n\n## B\n\nOne.', undefined],
  [`# A\n\n${'word '.repeat(20)}end. ${'more '.repeat(30)}end.`, `${'word '.repeat(20)}end.`],
  ['# A\n\nOne `"two"`.', "One 'two'."],
  [`# A\n\n${'word '.repeat(60)}`, `${'word '.repeat(30)}word…`],
])('%j is described by %j', (markdown, description) => {
  expect(describePage(markdown)).toBe(description);
  expect(description?.length ?? 0).toBeLessThanOrEqual(160);
});
