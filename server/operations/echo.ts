import type { Operation } from '../operation.js';

export const echo: Operation = {
  description: 'Gives the request back as JSON.',
  arguments: { str1: 'any text', str2: 'any text', int_value: 'any integer' },
  handler: ({ code, str1, str2, intValue }) => JSON.stringify({ code, str1, str2, int_value: intValue }),
};
