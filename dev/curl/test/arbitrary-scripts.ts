/** Scripts of bash around commands of curl: variables, standard input, comments. */
import fc from 'fast-check';
import { anyText, commands, json, pair, plainText, QUOTES, writeWord } from './arbitrary-commands.js';

/** A value of a variable, as bash writes it, and a name. */
const variable = fc.tuple(
  fc.constantFrom('A', 'B', 'TOKEN', 'a_1'),
  fc.oneof(plainText, anyText),
  fc.nat(QUOTES.length - 1),
);
const body = fc.oneof(pair, json, anyText).map((text) => text.replaceAll('\0', ''));
const reference = fc.constantFrom(
  '$A',
  '${A}',
  '$B',
  '"$TOKEN"',
  "'$A'",
  '"${a_1}x"',
  '$UNSET',
  '"x$A"',
  '`echo a`',
  '$(echo b)',
  '"$(printf c)"',
  String.raw`\$A`,
);

/** Commands that give curl its standard input. */
const piped: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('echo', 'echo -n', "printf '%s'", "printf '%s\\n'", 'printf'),
    fc.oneof(plainText, body),
    fc.nat(QUOTES.length - 1),
    fc.constantFrom(
      '-d @-',
      '--data-binary @-',
      '--json @-',
      '--data-urlencode x@-',
      '--data-urlencode @-',
      '-T -',
      '--data-raw @-',
      '-d @- -d @-',
    ),
    fc.constantFrom('', " -H 'content-type: text/plain'"),
  )
  .map(
    ([program, text, style, read, type]) =>
      `${program} ${writeWord({ text }, style)} | curl ${read}${type} http://h.example/a`,
  );

const documented: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          'a $A',
          '\\$A',
          "it's",
          '"x"',
          '{"a": 1}',
          '`echo x`',
          '$(echo y)',
          '\ttab',
          '',
          'a\\',
          '\\\\',
          'END ',
        ),
        plainText,
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('<<END', "<<'END'", '<<-END', '<<"END"', String.raw`<<\END`, '<< END'),
    fc.constantFrom('-d @-', '--data-binary @-'),
  )
  .map(
    ([lines, start, data]) =>
      `A=1\ncurl ${data} -H 'content-type: text/plain' http://h.example/a ${start}\n${[...lines, 'END'].join('\n')}\n`,
  );

const assigned: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(variable, { minLength: 1, maxLength: 3 }),
    fc.array(reference, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('\n', '; ', ' && '),
    fc.constantFrom('', 'export '),
  )
  .map(([variables, references, separator, before]) => {
    const lines = variables.map(([name, text, style]) => `${before}${name}=${writeWord({ text }, style)}`);
    return [...lines, `curl -d x=${references.join('')} http://h.example/a`].join(separator);
  });

const sequence: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(commands, { minLength: 2, maxLength: 3 }),
    fc.constantFrom('\n', '; ', "\n# it's a comment\n", ' # comment "\n', ' >/dev/null 2>&1\n', ' | cat\n', '\n\n'),
  )
  .map(([list, separator]) => list.join(separator));

/** A script of bash with commands of curl. */
export const scripts: fc.Arbitrary<string> = fc.oneof(piped, documented, assigned, sequence);
