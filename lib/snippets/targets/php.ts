import { absoluteUrl, type Message } from '../../adapters/message.js';
import { DOT_SEGMENT } from '../../request/path.js';
import { escapeBraced, quoteSingle } from '../languages/literals.js';
import { addLines, type Target } from '../target.js';
import { listFields } from './curl.js';

/** The text as a string literal of PHP 7 or newer. */
export const quotePhp = (text: string) => quoteSingle(text, escapeBraced, /["$]/g);

function methodLine({ method, body }: Message) {
  if (method === 'HEAD') return 'CURLOPT_NOBODY => true,';
  return method !== (body ? 'POST' : 'GET') && `CURLOPT_CUSTOMREQUEST => '${method}',`;
}

/** A script for PHP with its extension curl. */
export const php = {
  target: 'php',
  label: 'PHP (curl)',
  language: 'php',
  file: 'request.php',
  redirects: 'with CURLOPT_FOLLOWLOCATION, curl drops the body at 301, 302 and 303.',
  convert(message) {
    const { target, body } = message;
    const fields = listFields(message, ['accept']).map((field) => `    ${quotePhp(field)},`);
    return `<?php

$curl = curl_init(${quotePhp(absoluteUrl(message, 'PHP'))});
curl_setopt_array($curl, [${addLines('    ', [
      methodLine(message),
      DOT_SEGMENT.test(target) && 'CURLOPT_PATH_AS_IS => true,',
      ...(fields.length > 0 ? ['CURLOPT_HTTPHEADER => [', ...fields, '],'] : []),
      body && `CURLOPT_POSTFIELDS => ${quotePhp(body.text)},`,
    ])}
    CURLOPT_RETURNTRANSFER => true,
]);
$text = curl_exec($curl);
if ($text === false) {
    throw new RuntimeException(curl_error($curl));
}
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;
`;
  },
} as const satisfies Target;
