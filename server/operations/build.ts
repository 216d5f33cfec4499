import { taskOperation } from '../service/registry.js';
import { flatJsonLength, indentLabel, toIndentedJson } from './indent.js';
import {
  buildRequestOptions,
  isQuickTemplate,
  maxTemplateBytes,
  requestOptionsLabels,
  withBuilderErrors,
} from './builder.js';

/** Builds request options. */
export const build = taskOperation({
  name: 'build',
  description: 'Builds HTTP request options from a route and parameters.',
  arguments: { ...requestOptionsLabels, int_value: indentLabel },
  maxStr1Bytes: maxTemplateBytes,
  isQuick: isQuickTemplate,
  run: (args, maxBytes) =>
    withBuilderErrors(() =>
      toIndentedJson(
        buildRequestOptions(args),
        args.intValue,
        args.str2.length <= flatJsonLength ? undefined : maxBytes,
      ),
    ),
});
