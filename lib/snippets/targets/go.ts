import { absoluteUrl, findField, type Field, type Message } from '../../adapters/message.js';
import { escapeFixed, isVisible, quoteDouble } from '../languages/literals.js';
import { addLines, remarkDropped, withRemarks, type Target } from '../target.js';

/** A host as Go sends it; it refuses or changes others. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** The text as a string literal of Go: a raw one where that saves escapes. */
export function quoteGo(text: string) {
  if (/["\\]/.test(text) && !text.includes('`') && isVisible(text)) return `\`${text}\``;
  return quoteDouble(text, escapeFixed);
}

/** Whether `net/http` sends the field with exactly this value. */
function isSendable([name, value]: Field) {
  if (name === 'host') return PLAIN_HOST.test(value);
  return name !== 'trailer' && (name !== 'user-agent' || value !== '');
}

function headerLines(message: Message) {
  const lines = message.headers
    .filter(isSendable)
    .map(([name, value]) =>
      name === 'host' ? `request.Host = ${quoteGo(value)}` : `request.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
    );
  if (!findField(message, 'user-agent'))
    lines.push('// Keeps Go from sending its own user-agent.', 'request.Header.Set("user-agent", "")');
  if (!findField(message, 'accept-encoding') && message.method !== 'HEAD')
    lines.push(
      '// Keeps Go from adding accept-encoding.',
      'http.DefaultTransport.(*http.Transport).DisableCompression = true',
    );
  return lines;
}

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
    return withRemarks(
      [
        remarkDropped(
          'Go',
          headers.filter((field) => !isSendable(field)),
        ),
      ],
      `package main

import (
\t"fmt"
\t"io"
\t"log"
\t"net/http"${body ? '\n\t"strings"' : ''}
)

func main() {${addLines('\t', [body && `body := strings.NewReader(${quoteGo(body.text)})`])}
\trequest, err := http.NewRequest("${method}", ${url}, ${body ? 'body' : 'nil'})
\tif err != nil {
\t\tlog.Fatal(err)
\t}${addLines('\t', headerLines(message))}

\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tdefer response.Body.Close()
\ttext, err := io.ReadAll(response.Body)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\tfmt.Println(response.StatusCode, string(text))
}
`,
    );
  },
} as const satisfies Target;
