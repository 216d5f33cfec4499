import { decodeString, Reader, type LiteralError } from '../../../../json/literal.js';
import { UnreadableError } from '../reading.js';
import { placeholder } from '../variables.js';

/** A name with its members: `token`, `process.env.TOKEN`, `this.id`. */
const NAME = /[\p{ID_Start}$_][\w$]*(?:\s*\??\.\s*[\w$]+)*/uy;
/** Values that JSON changes. */
const CHANGED = /(?:NaN|[+-]?Infinity|[\d_]+n)\b/y;
/** The pieces of a template literal. */
const PIECE = /\\[^]|\$\{\s*([\p{ID_Start}$_][\w$]*(?:\s*\??\.\s*[\w$]+)*)\s*\}|\$\{|[^\\$]+|\$/gu;
/** The first sign, name or name with a parenthesis of what isn’t read; its arguments may be secrets. */
const SNIPPET = /^(?:[\w$.]{1,40}\(?|\S)/;

/** Reads the arguments of calls: literals, texts of `JSON.stringify`, and `{{name}}` for names. */
export class ArgumentReader extends Reader {
  override literal(first: string, path: readonly string[]): unknown {
    if (this.take(/JSON\s*\.\s*stringify\s*(?=\()/y) !== undefined) return this.stringify();
    const start = this.position;
    if (this.take(CHANGED) !== undefined) return this.refuse(start, 'JSON changes this value.');
    const isWord = /^(?:true|false|null|undefined)\b/.test(this.source.slice(start, start + 10));
    const name = isWord ? undefined : this.take(NAME);
    if (name === undefined) return super.literal(first, path);
    return /[,)\]}]/.test(this.peek()) ? placeholder(name.replaceAll(/[\s?]/g, '')) : this.refuse(start, 'An expression isn’t read.'); // prettier-ignore
  }

  private stringify(): unknown {
    const start = this.position;
    const [value, replacer, space] = this.arguments();
    if (value === undefined || replacer != null || typeof space === 'object') this.refuse(start, 'This isn’t read.');
    return JSON.stringify(value, null, space as string | number | undefined);
  }

  override template(text: string, start: number): unknown {
    return text.slice(1, -1).replaceAll(PIECE, (piece, name?: string) => {
      if (name !== undefined) return placeholder(name.replaceAll(/[\s?]/g, ''));
      return piece === '${' ? this.refuse(start, 'An expression isn’t read.') : decodeString(`"${piece}"`);
    });
  }

  override key(): string | undefined {
    const start = this.position;
    const key = super.key();
    // A prototype, `@in` in quotes, and numbers in other notations.
    const isOther = key === '__proto__' || (key === '@in' && this.source[start] !== '[') || /^(?:0\d|\d+\D)/.test(key ?? ''); // prettier-ignore
    return isOther ? undefined : key;
  }

  override shorthand(name: string): unknown {
    const isName = /[\w$]/.test(this.source.slice(0, this.position).trimEnd().at(-1) ?? '');
    return isName && /[,}]/.test(this.peek()) ? placeholder(name) : super.shorthand(name);
  }

  /** The values in parentheses. */
  arguments(): readonly unknown[] {
    const values: unknown[] = [];
    this.peek();
    this.members(')', () => void values.push(this.value([])));
    return values;
  }

  /** The sentence about the first part that isn’t read. */
  describe(error: LiteralError): UnreadableError {
    const line = this.source.slice(0, error.position).split('\n').length;
    const snippet = SNIPPET.exec(this.source.slice(error.position).trimStart())?.[0];
    if (snippet === undefined || /nested/.test(error.message))
      return new UnreadableError(`The call isn’t read: ${error.message}`);
    return new UnreadableError(
      `Line ${line} has \`${snippet}\`, which isn’t read. Of JavaScript, calls with literals are read; write the values into the call.`,
    );
  }
}
