import type { Operation } from '../service/operation.js';
import type { Workbench } from './tasks.js';

/** The operation that returns its arguments. */
export const echo = (work: Workbench): Operation => ({
  description: 'Gives the request back as JSON.',
  arguments: { str1: 'any text', str2: 'any text', int_value: 'any integer' },
  handler: (args, context) => work.run('echo', args, context),
});
