/** Where the url starts in the text of a route: after the method, if there is one, and the blanks around it. */
export function urlStart(route: string): number {
  return /^\s*(?:[^\s/{?#:.]+\s+)?/.exec(route)?.[0].length ?? 0;
}
