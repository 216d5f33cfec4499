import type { Operation } from '../service/operation.js';
import type { Workbench } from './tasks.js';

/** The operation that expands a template. */
export const expand = (work: Workbench): Operation => ({
  description: 'Expands a URI template (RFC 6570).',
  arguments: { str1: 'URI template, such as /search{?q,lang}', str2: 'variables as a JSON object, or empty' },
  handler: (args, context) => work.run('expand', args, context),
});
