import type { OptionName } from '../options.js';

/** Whether a name is an option's, not a parameter's. Called for every key of every call; nothing is faster than a switch. */
export function isOption(name: string): name is OptionName {
  switch (name) {
    case 'baseUrl':
    case 'method':
    case 'url':
    case 'headers':
    case 'mediaType':
    case 'data':
    case 'request':
      return true;
    default:
      return false;
  }
}
