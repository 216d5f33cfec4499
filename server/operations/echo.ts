import { taskOperation } from './built-in.js';
import { flatJsonLength, toIndentedJson } from './indent.js';

export const echo = taskOperation({
  name: 'echo',
  description: 'Returns the request as JSON.',
  arguments: { str1: 'any text', str2: 'any text', int_value: 'any integer' },
  isQuick: ({ str1, str2 }) => str1.length + str2.length <= 65_536,
  run: ({ code, str1, str2, intValue }, maxBytes) => {
    const isSmall = str1.length + str2.length <= flatJsonLength;
    return toIndentedJson({ code, str1, str2, int_value: intValue }, 0, isSmall ? undefined : maxBytes);
  },
});
