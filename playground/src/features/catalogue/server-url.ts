import type { Server } from './catalogue.js';

/** The values of a server's variables in a url, empty where it has none; undefined for a url of another server. */
export function readServerUrl({ url, variables }: Server, text: string): ReadonlyMap<string, string> | undefined {
  const pattern = url.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^{}]*\}/g, '(.*)');
  const values = new RegExp(`^${pattern}$`).exec(text)?.slice(1);
  const named = Array.from(url.matchAll(/\{([^{}]*)\}/g), ([expression, name = ''], index) => {
    const value = values?.[index] ?? '';
    return [name, value === expression ? '' : value] as const;
  });
  const isAllowed = variables.every(
    ({ name, choices }) =>
      choices.length === 0 || named.every(([each, value]) => each !== name || choices.includes(value)),
  );
  return values && isAllowed ? new Map(named) : undefined;
}
