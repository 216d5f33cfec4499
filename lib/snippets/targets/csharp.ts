import { absoluteUrl, failField, isAscii, type Field } from '../../adapters/message.js';
import { fail } from '../../errors.js';
import { escapeFixed, quoteDouble } from '../languages/literals.js';
import { addLines, remarkDropped, withRemarks, type Target } from '../target.js';
import { changesPath, changesQuery } from './python.js';

/** Fields that .NET keeps with the content, and sends with content alone. */
const CONTENT_FIELD =
  /^(?:allow|content-(?:disposition|encoding|language|length|location|md5|range|type)|expires|last-modified)$/;
/** The longest url that `System.Uri` accepts before .NET 10. */
const MAX_URL_LENGTH = 65_519;
/** Bytes beyond ASCII in lower case, and marks of direction, which `System.Uri` leaves out. */
const REWRITTEN_BYTES = /%(?:[89A-F][a-f]|[a-f][\dA-Fa-f])|%E2%8(?:0%(?:8[EF]|A[A-E])|1%A[6-9])/;

/** The text as a string literal of C#. */
export const quoteCSharp = (text: string) => quoteDouble(text, escapeFixed);

function methodCode(method: string) {
  const known = method[0] + method.slice(1).toLowerCase();
  // Older versions of .NET lack both.
  return /^(?:PATCH|QUERY)$/.test(method) ? `new HttpMethod("${method}")` : `HttpMethod.${known}`;
}

function fieldCode([name, value]: Field) {
  if (!isAscii(value)) failField(name, "HttpClient sends ASCII only; leave it out, or encode the value's characters");
  const holder = CONTENT_FIELD.test(name) ? 'request.Content.Headers' : 'request.Headers';
  return `${holder}.TryAddWithoutValidation(${quoteCSharp(name)}, ${quoteCSharp(value)});`;
}

/** A program for C# 7.1 or newer, with `HttpClient` of .NET. */
export const csharp = {
  target: 'csharp',
  label: 'C# (HttpClient)',
  language: 'csharp',
  file: 'Program.cs',
  convert(message) {
    const { method, target, headers, body } = message;
    const url = absoluteUrl(message, 'C#');
    if (changesPath(target) || changesQuery(target) || REWRITTEN_BYTES.test(target))
      fail(
        'invalid-url',
        'url',
        'System.Uri of .NET would rewrite it; write it without dot segments, needless escapes and lower-case escapes',
      );
    if (url.length > MAX_URL_LENGTH)
      fail('invalid-url', 'url', 'System.Uri of .NET rejects one above 65,519 characters; shorten it');
    const isContentField = ([name]: Field) => CONTENT_FIELD.test(name);
    return withRemarks(
      [!body && remarkDropped('C#', headers.filter(isContentField))],
      `using System;
using System.Net.Http;${body ? '\nusing System.Text;' : ''}
using System.Threading.Tasks;

class Program
{
    static async Task Main()
    {
        var request = new HttpRequestMessage(${methodCode(method)}, ${quoteCSharp(url)});${addLines('        ', [
          body && `request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${quoteCSharp(body.text)}));`,
          body && 'request.Headers.ExpectContinue = false; // .NET Framework would wait for 100 Continue',
          ...headers.filter((field) => body || !isContentField(field)).map(fieldCode),
        ])}
        using (var client = new HttpClient())
        {
            var response = await client.SendAsync(request);
            Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());
        }
    }
}
`,
    );
  },
} as const satisfies Target;
