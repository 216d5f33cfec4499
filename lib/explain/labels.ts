/** Labels of fixes, for buttons. */

export const rename = (from: string, to: string): string => `Rename "${from}" to "${to}"`;
export const useReserved = (name: string): string => `Use {+${name}}`;
export const explode = (name: string): string => `Use ${name}*`;
export const toAuthorization = (name?: string): string =>
  `Move ${name === undefined ? 'it' : `"${name}"`} to the authorization header`;
export const passText = (name: string, text: string): string => `Pass "${name}" as the text "${text}"`;
export const decode = (name: string): string => `Decode "${name}"`;
export const passData = 'Pass the value itself';
export const leaveOut = (name: string): string => `Leave "${name}" out`;
export const trim = (name: string): string => `Trim "${name}"`;
export const toQuery = (name: string): string => `Send "${name}" in the query`;
export const toBody = (name: string): string => `Send "${name}" in the body`;
export const dropDollar = 'Drop the $';
export const replaceBy = (text: string): string => `Write "${text}"`;
export const drop = (text: string): string => `Drop "${text}"`;
export const leaveOutDots = (name: string): string => `Leave "." and ".." out of "${name}"`;
export const oneLine = (name: string): string => `Write "${name}" on one line`;
