import { isSecretName, isSecretValue } from './secrets.js';

/** Secrets that are recognized by their shape alone. */
const SECRET_SHAPES = [
  /\bgithub_pat_\w{20,}/g,
  /\bgh[a-z]_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b[sr]k[-_](?:live|test|proj|ant|svcacct)?[-_]?[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{10,}/g,
  /\bnpm_\w{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/** `Bearer …` and the like, anywhere in a text; `Basic information` isn't one. */
const CREDENTIALS = /\b(bearer|basic|digest|negotiate|token)(\s+)([\w+./~-]{8,}=*)/gi;
const LOOKS_RANDOM = /\d|=$|[a-z][A-Z]|.{20}/;
/** Up to the last `@`, as URL parsers read it. */
const USERINFO = /(\/\/)[^\s/?#"'`\\]+@/g;
/** A member's name in JSON, with any quotes or escapes, and the start of its value. */
const MEMBER = /(\\*)(["'])([^"'\\]{1,80})\1\2\s*:\s*(?:(\\*)(["'])|([[{])|([^\s"'\\,{}[\]]+))/g;
/** `name=value` of a query or form. */
const PAIR = /([?&\s;,"'`]|^)([\w.[\]-]{1,80})=((?:[^&#\s"'`;\\]|\\[^])+)/g;
/** `name: value` of a header line. */
const LINE = /(^|["'`\n])([\w-]{1,80})(:[ \t]*)((?:[^\s"'`\\]|\\.)(?:[^"'`\r\n\\]|\\.)*)/g;

/** The end of a JSON string that a quote after this number of backslashes opened; the end of the text if it isn't closed. */
function findClosingQuote(text: string, from: number, quote: string, backslashes: number): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before -= 1;
    // Each level of JSON in JSON doubles the existing backslashes, and adds one for the quote.
    if ((at - before) % (2 * (backslashes + 1)) === backslashes) return at - backslashes;
  }
  return text.length;
}

/** The bracket that closes a list or an object, whose quotes have this number of backslashes; the end of the text if it isn't closed. */
function findClosingBracket(text: string, from: number, backslashes: number): number {
  const token = /["'[\]{}]/g;
  token.lastIndex = from;
  let depth = 1;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (/["']/.test(found))
      token.lastIndex = findClosingQuote(text, token.lastIndex, found, backslashes) + backslashes + 1;
    else if (/[[{]/.test(found)) depth += 1;
    else depth -= 1;
    if (depth === 0) return match.index;
  }
  return text.length;
}

function removeMembers(text: string): string {
  let kept = '';
  let copied = 0;
  MEMBER.lastIndex = 0;
  for (let match = MEMBER.exec(text); match !== null; match = MEMBER.exec(text)) {
    const [whole, outer = '', , name = '', backslashes = '', quote, bracket, bare = ''] = match;
    if (!isSecretName(name)) continue;
    const start = match.index + whole.length - bare.length;
    let end = MEMBER.lastIndex;
    if (quote) end = findClosingQuote(text, start, quote, backslashes.length);
    else if (bracket) end = findClosingBracket(text, start, outer.length);
    MEMBER.lastIndex = end;
    if (!isSecretValue(text.slice(start, end))) continue;
    kept += text.slice(copied, start) + (bare && '""');
    copied = end;
  }
  return kept + text.slice(copied);
}

function removeSecretsOnce(text: string): string {
  const shapeless = SECRET_SHAPES.reduce((rest, shape) => rest.replaceAll(shape, ''), text);
  return removeMembers(shapeless.replaceAll(USERINFO, '$1'))
    .replaceAll(PAIR, (whole, before: string, name: string, value: string) =>
      isSecretName(name) && isSecretValue(value) ? `${before}${name}=` : whole,
    )
    .replaceAll(LINE, (whole, before: string, name: string, colon: string, value: string) =>
      isSecretName(name) && isSecretValue(value) ? before + name + colon : whole,
    )
    .replaceAll(CREDENTIALS, (whole, scheme: string, space: string, value: string) =>
      LOOKS_RANDOM.test(value) ? scheme + space : whole,
    );
}

/** The text without anything that looks like a secret: credentials, tokens of a known shape, values under secret names. */
export function withoutSecretText(text: string): string {
  let rest = removeSecretsOnce(text);
  // The texts around a removed secret may together look like another one.
  for (let before = text; rest !== before; rest = removeSecretsOnce(rest)) before = rest;
  return rest;
}
