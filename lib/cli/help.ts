import { IS_RELEASED } from './released.js';

/** Where to read about an error: at its address, or in a clone until the site is public. */
export function formatHelp(help: string, isReleased = IS_RELEASED) {
  if (isReleased) return `See ${help}`;
  return `See ${help.slice(help.indexOf('guides/'))} on the site that npm run docs serves`;
}
