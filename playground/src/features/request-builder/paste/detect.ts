/**
 * Whether a text may be more than a route: a curl command, a whole URL, or a call. A quick check, so that the modules that read such
 * texts load for them alone.
 */
export function isPasteable(text: string): boolean {
  const start = text.trimStart().slice(0, 2000);
  return (
    /^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(start) ||
    /^https?:\/\/\S+\s*$/i.test(start) ||
    /(?:^|[^\w$])(?:request|paginate|endpoint|merge|fetch)\s*(?:<[^()]*>\s*)?\(/.test(start)
  );
}
