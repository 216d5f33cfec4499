import type { Operation } from '../operation.js';
import { withBuilderErrors } from './builder-errors.js';
import { indentLabel, toIndentedJson } from './indent.js';
import { requestOptions, requestOptionsLabels } from './request-options.js';

export const build: Operation = {
  description: 'Builds HTTP request options from a route and parameters.',
  arguments: { ...requestOptionsLabels, int_value: indentLabel },
  handler: (args) => withBuilderErrors(() => toIndentedJson(requestOptions(args), args.intValue)),
};
