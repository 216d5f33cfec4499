/** The variables of a pasted text: values that it doesn’t have, written as `{{name}}` whatever their notation there. */

/** A variable. */
export const VARIABLE = /\{\{[^{}]*\}\}/g;

/** `{{name}}` for a variable. */
export function placeholder(variable: string): string {
  const name = variable
    .replaceAll(/(?:~\d+~|[^\p{L}\p{Nd}_.-])+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  return `{{${name === '' ? 'value' : name}}}`;
}

/** `<name>`, which documentation writes for a value. An e-mail address, a URL and a comparison aren’t one. */
const ANGLED = /(?<!\{\{)<+(?!\d+\s)([\p{L}\p{Nd}_.…](?:(?!\/\/)[^<>"=@{}&\n])*)(?<![\s:,;/+-])>+/gu;
/** Elements of HTML without an end tag, which texts in JSON have. */
const VOID = /^(?:br|hr|img|wbr)\b/i;

/** `{{<name>}}` for a `<name>`, without signs of URLs: the text is still known in the end, since those of a path become variables of the route. */
export function markAngled(text: string): string {
  return `{{<${text.replaceAll(/[^\p{L}\p{Nd}_.-]/gu, (sign) => `~${sign.codePointAt(0)}~`)}>}}`;
}

const MARK = /\{\{<([^{}]*)>\}\}/g;

/** `{{name}}` for each `{{<name>}}` of a text. */
export function unmark(text: string): string {
  return text.replaceAll(MARK, (_, name: string) => placeholder(name));
}

/** Rewrites each `{{<name>}}` in the path of a route. */
export function rewritePath(route: string, write: (mark: string, name: string) => string): string {
  return route.replace(/ [^?#]*/, (path) => path.replaceAll(MARK, write));
}

/** Marks each `<name>` of a text in quotes; a tag with its end tag in the text stays. */
export function replaceAngled(text: string): string {
  const ends = new Set(Array.from(text.matchAll(/<\\?\/([\w:.-]+)/g), ([, name]) => name));
  return text.replaceAll(ANGLED, (whole, name: string) =>
    VOID.test(name) || ends.has(/^[\w:.-]+/.exec(name)?.[0]) ? whole : markAngled(name),
  );
}

/** The variables in the texts of a value of JSON, each once. */
export function listVariables(value: unknown): readonly string[] {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    for (const variable of text.match(VARIABLE) ?? []) found.add(variable);
    return text;
  });
  return [...found];
}

/** Variables in a sentence. */
export const writeNames = (variables: readonly string[]): string => variables.map((name) => `\`${name}\``).join(', ');

/** Rewrites a text around its variables. */
export function rewriteAround(text: string, write: (piece: string) => string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : write(piece)))
    .join('');
}

/** `{{name}}` for each `{name}`. */
const openNames = (text: string): string =>
  rewriteAround(text, (piece) => piece.replaceAll(/\{([A-Za-z_][\w-]*)\}/g, '{{$1}}'));

/**
 * `{{name}}` for each `{name}` in the host or the query of a URL: a route has no placeholder in its host, and the builder leaves out one
 * in the query that has no value.
 */
export const openUrl = (url: string): string =>
  url.replaceAll(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*|\?[^]*/gi, openNames);

/** A URL whose `{name}` are placeholders; other braces, which would begin a template, are percent-encoded. */
export function encodeBraces(url: string): string {
  return rewriteAround(openUrl(url), (piece) =>
    piece.replaceAll(/\{(?![A-Za-z_][\w-]*\})|(?<!\{[A-Za-z_][\w-]*)\}/g, encodeURIComponent),
  );
}

/** A copy of a value of JSON with other texts. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) => (typeof each === 'string' ? change(each) : each)) as T;
}
