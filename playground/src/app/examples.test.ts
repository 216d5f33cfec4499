import { expect, test } from 'vitest';
import { deriveState } from '../features/request-builder/model/build.js';
import { EXAMPLES } from './examples.js';

test.each(EXAMPLES)('$title builds without warnings', ({ form }) => {
  const { problems, explanation } = deriveState(form);
  expect(problems).toEqual([]);
  expect(explanation.warnings).toEqual([]);
});
