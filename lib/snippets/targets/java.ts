import { absoluteUrl, failField, isAscii, listAbsent, type Field, type Message } from '../../adapters/message.js';
import { fail } from '../../errors.js';
import { quoteDouble, toHex } from '../languages/literals.js';
import { addLines, remarkAdded, withRemarks, type Target } from '../target.js';

/** A class file holds no constant above 65,535 bytes, and a character has three at most. */
const CONSTANT = /[^]{1,20000}/g;
/** An origin whose host `java.net.URI` recognises (RFC 2396): others have characters such as `_`, or no letter where the last label begins. */
const READABLE_ORIGIN =
  /^https?:\/\/(?:\[.*\]|[\d.]+|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?\.?|[a-z\d](?:[a-z\d-]*[a-z\d])?)(?::\d+)?$/;
/** Fields that `java.net.http` sends only where a system property allows them. */
const RESTRICTED_FIELD = /^(?:connection|expect|host|upgrade)$/;

/** Later replaced by `quoteJava` where it isn't ASCII. */
const escapeCode = (code: number) => (code < 0x80 ? `\\u${toHex(code, 4)}` : String.fromCodePoint(code));

/** The text as a string literal of Java, in ASCII: before Java 18, the compiler reads source files in the platform's encoding. */
export const quoteJava = (text: string) =>
  quoteDouble(text, escapeCode).replace(/[^\0-\x7f]/g, (unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`);

/** An expression for a text of any length. The compiler would join literals with `+` between them to one constant. */
function textCode(text: string) {
  const pieces = (text.match(CONSTANT) ?? ['']).map(quoteJava);
  const code = pieces.join(', ');
  return pieces.length > 1 ? `String.join("", ${code})` : code;
}

function methodCode({ method, body }: Message) {
  if (method === 'GET') return '.GET()';
  const publisher = body ? `ofString(${textCode(body.text)})` : 'noBody()';
  return `.method("${method}", HttpRequest.BodyPublishers.${publisher})`;
}

function fieldCode([name, value]: Field) {
  if (!isAscii(value))
    failField(name, "java.net.http sends ASCII only; leave it out, or encode the value's characters");
  return `.header(${textCode(name)}, ${textCode(value)})`;
}

/** A program for Java 11 or newer, with `java.net.http` of its standard library. */
export const java = {
  target: 'java',
  label: 'Java (java.net.http)',
  language: 'java',
  file: 'Main.java',
  convert(message) {
    const url = absoluteUrl(message, 'Java');
    if (/^[^?]*[[\]]/.test(message.target))
      fail('invalid-url', 'url', "Java's URI rejects `[` and `]` in a path; percent-encode them");
    if (!READABLE_ORIGIN.test(message.origin))
      fail('invalid-url', 'url', "Java's URI rejects its host; use letters, digits and inner `-`");
    const restricted = message.headers.map(([name]) => name).filter((name) => RESTRICTED_FIELD.test(name));
    return withRemarks(
      [
        remarkAdded('Java', listAbsent(message, ['user-agent'])),
        /^[^?]*\?$/.test(url) && 'Java changes the url and sends no question mark without a query.',
      ],
      `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Main {
    public static void main(String[] args) throws Exception {${addLines('        ', [
      restricted.length > 0 &&
        `System.setProperty("jdk.httpclient.allowRestrictedHeaders", "${restricted.join(',')}");`,
    ])}
        HttpRequest request = HttpRequest.newBuilder(URI.create(${textCode(url)}))${addLines('            ', [
          // Over http, the client would ask for HTTP/2 in three more fields.
          /^http:/i.test(url) && '.version(HttpClient.Version.HTTP_1_1)',
          ...message.headers.map(fieldCode),
        ])}
            ${methodCode(message)}
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`,
    );
  },
} as const satisfies Target;
