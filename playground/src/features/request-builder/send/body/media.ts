/** The way in which a body is shown. */
type BodyKind = 'empty' | 'json' | 'text' | 'image' | 'binary';

/** The parts of a media type that matter here, and the way to show a body of it. */
interface BodyForm {
  readonly kind: BodyKind;
  /** For `TextDecoder`. */
  readonly charset: string;
  /** With its dot. */
  readonly extension: string;
}

const EXTENSIONS: readonly (readonly [pattern: RegExp, extension: string])[] = [
  [/[/+]json$|ndjson/, '.json'],
  [/html/, '.html'],
  [/svg/, '.svg'],
  [/[/+]xml$/, '.xml'],
  [/csv/, '.csv'],
  [/yaml/, '.yaml'],
  [/javascript/, '.js'],
  [/png/, '.png'],
  [/jpe?g/, '.jpg'],
  [/gif/, '.gif'],
  [/webp/, '.webp'],
  [/avif/, '.avif'],
  [/pdf/, '.pdf'],
  [/(?:^|\/)(?:x-)?g?zip/, '.zip'],
  [/^text\//, '.txt'],
];
const TEXTUAL = /^text\/|[/+](?:json|xml|yaml)$|javascript|x-www-form-urlencoded|graphql|ndjson|event-stream/;
const JSON_TYPE = /[/+]json$/;
/** Larger images would be megabytes of a data URL. */
const MAX_IMAGE = 8 * 1024 * 1024;

function isCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset) instanceof TextDecoder;
  } catch {
    // An unknown label throws a RangeError.
    return false;
  }
}

/**
 * Determines how to show a body.
 * @param head its first bytes, which decide if its type is unknown
 */
export function readForm(contentType: string, size: number, head: Uint8Array): BodyForm {
  const type = (/^[^;]*/.exec(contentType)?.[0] ?? '').trim().toLowerCase();
  const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const charset = isCharset(label) ? label : 'utf-8';
  const known = EXTENSIONS.find(([pattern]) => pattern.test(type))?.[1];
  const isText = TEXTUAL.test(type) || (/^(?:application\/octet-stream)?$/.test(type) && !head.includes(0));
  const form = { charset, extension: known ?? (isText ? '.txt' : '.bin') };
  if (size === 0) return { ...form, kind: 'empty' };
  if (type.startsWith('image/') && size <= MAX_IMAGE) return { ...form, kind: 'image' };
  if (!isText) return { ...form, kind: 'binary' };
  const first = new TextDecoder(charset).decode(head).trimStart()[0] ?? '';
  return { ...form, kind: JSON_TYPE.test(type) || '{['.includes(first) ? 'json' : 'text' };
}

/** `1,234 bytes`, `12.3 kB`. */
export function writeSize(bytes: number): string {
  if (bytes < 10_000) return `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toFixed(amount < 100 ? 1 : 0)} ${unit}`;
}

/** The name of a file for the body of a url. */
export function writeFileName(url: string, extension: string): string {
  const segments = (/^[^?#]*/.exec(url)?.[0] ?? '').split('/');
  const last = segments.slice(3).findLast((segment) => segment !== '') ?? 'response';
  const plain = last.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  return /\.\w{1,5}$/.test(plain) && plain.endsWith(extension) ? plain : plain + extension;
}
