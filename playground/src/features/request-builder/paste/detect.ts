/**
 * Whether a text is more than a route: a curl command, a whole URL, or a call. Only a glance, so that the modules that read such
 * texts are fetched for them alone.
 */
export function looksPasteable(text: string): boolean {
  const start = text.trimStart().slice(0, 2000);
  return (
    /^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(start) ||
    /^https?:\/\/\S+\s*$/i.test(start) ||
    /(?:^|[^\w$])(?:request|paginate|endpoint|merge|fetch)\s*(?:<[^()]*>\s*)?\(/.test(start)
  );
}
