import { endpoint } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import type { Operation } from '../operation.js';
import { withBuilderErrors } from './builder-errors.js';
import { indentLabel, toIndentedJson } from './indent.js';

export const build: Operation = {
  description: 'Builds HTTP request options from a route and parameters.',
  arguments: {
    str1: 'route, such as GET /repos/{owner}/{repo}; empty when the options say url',
    str2: 'options as a JSON object, or empty',
    int_value: indentLabel,
  },
  handler: ({ str1: route, str2: json, intValue: indent }) =>
    withBuilderErrors(() => {
      const options = optionsFromJson(json);
      return toIndentedJson(route === '' ? endpoint(options) : endpoint(route, options), indent);
    }),
};
