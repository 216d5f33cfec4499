/** Position of the URL in a route: after the method, if there is one, and the whitespace around it. */
export function urlStart(route: string): number {
  return /^\s*(?:[^\s/{?#:.]+\s+)?/.exec(route)?.[0].length ?? 0;
}
