/** Programs whose commands are read, or are refused with a notice. */
const COMMAND = /^(?:[$%>#]\s+)?(?:\S*[/\\])?(?:curl|https?|xhs?|wget|gh|iwr|irm)(?:\.exe)?\s/i;
/** Notations of Express that routes don't have, and that are refused: `:id?`, `:id(\d+)`, `:path*`, `/*path`, `{/:id}`. */
const EXPRESS = /:\w+(?:[*+(]|\?(?:\/|$))|\/\*\w|\{\/?[:*]/;
const ROUTE = /^(?:[a-z]+\s+)?[/{]\S*$/i;

/** Whether a pasted text may be more than a route or a piece of one. The modules that read such texts load after this quick check. */
export function isPasteable(text: string): boolean {
  const start = text.trim().slice(0, 2000);
  if (ROUTE.test(start)) return /^\{\s*"/.test(start) || EXPRESS.test(start);
  return /^https?:\/\/\S+$|["'`(]|\S\s+\S+\s+\S/i.test(start) || COMMAND.test(start);
}
