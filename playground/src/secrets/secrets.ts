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

/** Nothing, a constant, or a name whose value is kept elsewhere: `Bearer {{token}}`, `{token}` in a template. */
const NO_SECRET =
  /^(?:true|false|null|(?:(?:bearer|basic|digest|token)\s+)?\{(?:\{[ \t]*[\w.-]+[ \t]*\}|[+#./;?&]?[\w.,:*-]+)\})?$/i;

/** Whether the text under a secret name is a secret, not only the name of a variable. */
export function isSecretValue(value: string): boolean {
  return !NO_SECRET.test(value);
}

/** Whether a value is a variable, such as `Bearer {{token}}`, whose value is still to be entered. */
export function isOpen(value: string): boolean {
  return value.endsWith('}}') && !isSecretValue(value);
}

const MASK = '***';
const SCHEME = /^(?:Bearer|Basic|Digest|Token)\s+/i;

/** The text shown instead of a secret: its scheme, if it has one, and a mask; a variable is shown. */
export function mask(value: string): string {
  return value === '' || isOpen(value) ? value : `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
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
