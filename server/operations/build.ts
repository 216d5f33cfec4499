import type { Operation } from '../service/operation.js';
import { indentLabel } from './indent.js';
import { requestOptionsLabels } from './request-options.js';
import type { Workbench } from './tasks.js';

/** The operation that builds request options. */
export const build = (work: Workbench): Operation => ({
  description: 'Builds HTTP request options from a route and parameters.',
  arguments: { ...requestOptionsLabels, int_value: indentLabel },
  handler: (args, context) => work.run('build', args, context),
});
