import { absoluteUrl, type Message } from '../../adapters/message.js';
import { escapeFixed, isVisible, quoteDouble } from '../languages/literals.js';
import { remarkDropped, withRemarks, type Target } from '../target.js';

/** A host as Go sends it; it refuses or changes others. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** The text as a string literal of Go: a raw one where that saves escapes. */
export function quoteGo(text: string): string {
  if (/["\\]/.test(text) && !text.includes('`') && isVisible(text)) return `\`${text}\``;
  return quoteDouble(text, escapeFixed);
}

/** Whether `net/http` sends the field with exactly this value. */
function isSendable([name, value]: Message['headers'][number]): boolean {
  if (name === 'host') return PLAIN_HOST.test(value);
  return name !== 'trailer' && (name !== 'user-agent' || value !== '');
}

function headerLines({ method, headers }: Message): string[] {
  const fields = new Map(headers);
  const lines = headers
    .filter(isSendable)
    .map(([name, value]) =>
      name === 'host' ? `request.Host = ${quoteGo(value)}` : `request.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
    );
  if (!fields.get('user-agent'))
    lines.push('// Keeps Go from sending its own user-agent.', 'request.Header.Set("user-agent", "")');
  if (!fields.get('accept-encoding') && method !== 'HEAD')
    lines.push(
      '// Keeps Go from adding accept-encoding.',
      'http.DefaultTransport.(*http.Transport).DisableCompression = true',
    );
  return lines;
}

const CHECK = ['if err != nil {', '\tlog.Fatal(err)', '}'];

/** A program for Go, with `net/http` of its standard library. */
export const go = {
  target: 'go',
  label: 'Go (net/http)',
  language: 'go',
  file: 'main.go',
  redirects: 'Go sends GET without the body at 301, 302 and 303.',
  convert(message) {
    const { method, headers, body } = message;
    const url = quoteGo(absoluteUrl(message, 'Go'));
    const packages = ['fmt', 'io', 'log', 'net/http', ...(body ? ['strings'] : [])];
    const statements = [
      ...(body ? [`body := strings.NewReader(${quoteGo(body.text)})`] : []),
      `request, err := http.NewRequest("${method}", ${url}, ${body ? 'body' : 'nil'})`,
      ...CHECK,
      ...headerLines(message),
      '',
      'response, err := http.DefaultClient.Do(request)',
      ...CHECK,
      'defer response.Body.Close()',
      'text, err := io.ReadAll(response.Body)',
      ...CHECK,
      'fmt.Println(response.StatusCode, string(text))',
    ];
    const dropped = headers.filter((field) => !isSendable(field)).map(([name]) => name);
    return withRemarks(
      remarkDropped('Go', dropped),
      [
        'package main',
        '',
        'import (',
        ...packages.map((name) => `\t"${name}"`),
        ')',
        '',
        'func main() {',
        ...statements.map((line) => line && `\t${line}`),
        '}',
        '',
      ].join('\n'),
    );
  },
} as const satisfies Target;
