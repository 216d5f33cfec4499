/** Last words of secret names. */
const SECRET_WORDS = new Set(
  (
    'apikey auth authorization accesstoken authtoken bearer clientsecret cookie cookies credential credentials jwt ' +
    'otp passcode passphrase passwd password passwords pat pin privatekey pwd refreshtoken secret secrets sessionid ' +
    'sig signature token tokens'
  ).split(' '),
);
/** Words before `key` that make the name secret. */
const KEY_OWNERS = new Set(
  'access account api client encryption license master private secret service shared signing ssh subscription'.split(
    ' ',
  ),
);
/** Words before `token` that make the name an ordinary one, such as the token of a result page. */
const CURSORS = new Set('continuation continue cursor next page resume sync'.split(' '));
/** Words that may follow a secret name. */
const SUFFIX = /^(\d+|value|plain|hash|confirmation|header|base64|hex)$/;

/** `clientSecret2` → `client`, `secret`, `2`: the words of a name in any spelling. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z])([A-Z\d])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
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
  const words = splitWords(name);
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (last === 'key') return KEY_OWNERS.has(before);
  if (last === 'id') return before === 'session';
  return SECRET_WORDS.has(last) && !(last === 'token' && CURSORS.has(before));
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
/** A name in the place of a secret, whose value is kept elsewhere: `Bearer {{token}}`. */
const REFERENCE_ALONE = /^(?:(?:bearer|basic|digest|token)\s+)?\{\{[ \t]*[\w.-]+[ \t]*\}\}$/i;

/** Whether the text under a secret name is a secret, not only the name of a variable. */
export function isSecretValue(value: string): boolean {
  return value !== '' && !REFERENCE_ALONE.test(value);
}

/** Up to the last `@`, as URL parsers read it. */
const USERINFO = /(\/\/)[^\s/?#"'`\\]+@/g;
/** A member's name in JSON, with any quotes or escapes, and the start of its value. */
const MEMBER = /(\\*["'])([\w.-]{1,80})\1\s*:\s*(?:(\\*)(["'])|\[[^\]]*|[^\s"'\\,{}[\]]+)/g;
/** `name=value` of a query or form. */
const PAIR = /([?&\s;,"'`]|^)([\w.[\]-]{1,80})=([^&#\s"'`;]+)/g;
/** `name: value` of a header line. */
const LINE = /(^|["'`\n])([\w-]{1,80})(:[ \t]*)([^\s"'`][^"'`\r\n]*)/g;

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

function removeMembers(text: string): string {
  let kept = '';
  let copied = 0;
  MEMBER.lastIndex = 0;
  for (let match = MEMBER.exec(text); match !== null; match = MEMBER.exec(text)) {
    const [whole, , name = '', backslashes = '', quote] = match;
    if (!isSecretName(name)) continue;
    const end = match.index + whole.length;
    if (quote === undefined) {
      kept += `${text.slice(copied, match.index)}${/^.*?:\s*/s.exec(whole)?.[0] ?? ''}${whole.includes('[') ? '[' : '""'}`;
      copied = end;
    } else {
      const close = findClosingQuote(text, end, quote, backslashes.length);
      MEMBER.lastIndex = close;
      if (!isSecretValue(text.slice(end, close))) continue;
      kept += text.slice(copied, end);
      copied = close;
    }
  }
  return kept + text.slice(copied);
}

function removeSecretsOnce(text: string): string {
  const shapeless = SECRET_SHAPES.reduce((rest, shape) => rest.replaceAll(shape, ''), text);
  return removeMembers(shapeless.replaceAll(USERINFO, '$1'))
    .replaceAll(PAIR, (whole, before: string, name: string, value: string) =>
      isSecretName(name) && isSecretValue(value) ? `${before}${name}=` : whole,
    )
    .replaceAll(LINE, (whole, before: string, name: string, colon: string) =>
      isSecretName(name) ? before + name + colon : whole,
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

function maskMember(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretName(name) ? mask(value) : value;
  return typeof value === 'object' && value !== null ? maskMembers(value) : value;
}

/** A JSON value with the texts of secret names masked, at any depth; the same value if it has none. It must not change later. */
export function withMasks<Value>(value: Value): Value {
  return maskMember('', value) as Value;
}

/** Whether a value has secrets to mask. */
export function hasSecrets(value: unknown): boolean {
  return withMasks(value) !== value;
}
