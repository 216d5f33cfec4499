/** Ends of secret names, whose words hyphens join. Those that end no other word may follow without one: `dbpassword`. */
const SECRET_END =
  /(?:(?:^|-)(?:auth|authorization|bearer|cookies?|credentials?|jwt|otp|pass|pat|pin|pwd|sig|signature)|pass(?:code|phrase|wd|words?)|secrets?|session-?id|tokens?|(?:access|account|admin|api|app|application|auth|client|encryption|functions|license|master|private|secret|server|service|session|shared|signing|ssh|subscription)-?key)$/;
/** Tokens that aren't secret: those of result pages, and counts. */
const ORDINARY_TOKEN =
  /(?:^|-)(?:budget|completion|continuation|continue|cursor|input|max|min|next|output|(?:next)?page|prompt|resume|sync|total)-?tokens?$/;
/** Words that may follow a secret name. */
const SUFFIX = /-(?:\d+|value|plain|hash|confirmation|header|base64|hex)$/;

/** `clientSecret2` → `client-secret-2`, `APIToken` → `api-token`: the words of a name in any spelling. */
function joinWords(name: string): string {
  return name
    .replaceAll(/[a-z](?=[A-Z\d])|[A-Z](?=[A-Z][a-z])/g, '$&-')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const MAX_NAMES = 5000;
const secretNames = new Map<string, boolean>();

/** Whether a header, parameter or member of this name holds a secret. A name such as `secret_name` does not. */
export function isSecretName(name: string): boolean {
  const known = secretNames.get(name);
  if (known !== undefined) return known;
  if (secretNames.size >= MAX_NAMES) secretNames.clear();
  const secret = endsLikeSecret(name);
  secretNames.set(name, secret);
  return secret;
}

function endsLikeSecret(name: string): boolean {
  // A secret name is short; a text of any length may be in its place.
  let words = joinWords(name.slice(-80));
  while (SUFFIX.test(words)) words = words.replace(SUFFIX, '');
  return SECRET_END.test(words) && !ORDINARY_TOKEN.test(words);
}

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
/** Nothing, a constant, or a name whose value is kept elsewhere: `Bearer {{token}}`, `{token}` in a template. */
const NO_SECRET =
  /^(?:true|false|null|(?:(?:bearer|basic|digest|token)\s+)?\{(?:\{[ \t]*[\w.-]+[ \t]*\}|[+#./;?&]?[\w.,:*-]+)\})?$/i;

/** Whether the text under a secret name is a secret, not only the name of a variable. */
export function isSecretValue(value: string): boolean {
  return !NO_SECRET.test(value);
}

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

const MASK = '***';
const SCHEME = /^(?:Bearer|Basic|Digest|Token)\s+/i;

/** The text shown instead of a secret: its scheme, if it has one, and a mask. */
export function mask(value: string): string {
  return value === '' ? '' : `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
}

/** Containers with their masked copies: large values stay the same objects while other parts of a request change. */
const masked = new WeakMap<object, object>();

function maskMembers(container: object): object {
  const known = masked.get(container);
  if (known !== undefined) return known;
  const members = Object.entries(container).map(([name, member]): [string, unknown] => [
    name,
    maskMember(name, member),
  ]);
  const isSame = members.every(([name, member]) => (container as Readonly<Record<string, unknown>>)[name] === member);
  const copy = Array.isArray(container) ? members.map(([, member]) => member) : Object.fromEntries(members);
  const result = isSame ? container : copy;
  masked.set(container, result);
  return result;
}

/** Under a secret name, a list or an object is masked as a whole: links drop all of it. */
function maskMember(name: string, value: unknown): unknown {
  const isContainer = typeof value === 'object' && value !== null;
  if (!isSecretName(name)) return isContainer ? maskMembers(value) : value;
  if (typeof value === 'string') return mask(value);
  return typeof value === 'number' || (isContainer && Object.keys(value).length > 0) ? MASK : value;
}

/** A JSON value with the values of secret names masked, at any depth; the same value if it has none. It must not change later. */
export function withMasks<Value>(value: Value): Value {
  return maskMember('', value) as Value;
}

/** Whether a value has secrets to mask. */
export function hasSecrets(value: unknown): boolean {
  return withMasks(value) !== value;
}
