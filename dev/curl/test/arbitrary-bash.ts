/** Scripts of bash around commands of curl, by the grammar in its manual: quotes, expansions, redirections, lists and compound commands. */
import fc from 'fast-check';

export type Text = fc.Arbitrary<string>;
export const join = (...pieces: readonly Text[]): Text => fc.tuple(...pieces).map((texts) => texts.join(''));
export const some = (piece: Text, maxLength = 3): Text =>
  fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
const many = (piece: Text, maxLength = 3): Text =>
  fc.array(piece, { minLength: 1, maxLength }).map((pieces) => pieces.join(''));

/** Signs that mean something to bash in one of its contexts. */
const SIGNS = [
  'a', 'b1', 'x=y', '.', '/', '@', '%20', 'é', '😀', ':', '-', '--', '+', ',', '_', '=', '^', '~', '!', '*', '?', '[a]', '[!a]', '{a}', '{a,b}', '{1..3}', '{a', '}', ']', '{}',
  '{,}', '#', '##', '%', '&&', '|', ';', '<', '>', '(', ')', '$', '`', '"', "'", '\\', ' ', '\n', '\t', '\\n', '!!', '{"a": 1}', '\r',
]; // prettier-ignore
const signs = fc.constantFrom(...SIGNS);
const plain = fc.constantFrom('a', 'b1', '.', '/', '@', '%20', 'é', '😀', ':', '-', '+', ',', '_', '=', '^', '!', '%', ']', '}', 'a#b', 'x=y', '{a}', 'null', '5'); // prettier-ignore
/** What bash may expand, or what ends a word, outside of quotes. */
const active = fc.constantFrom('*', '?', '[a]', '{a,b}', '{1..3}', '{a,{b,c}}x', '{,x}', '{}', '{a', '~', '~/x', '~root', 'a=~', 'a=~/x:~', '#', '?a=1', '/*', 'f*', '*.json', '[af]'); // prettier-ignore
const except = (excluded: RegExp): Text => some(signs).map((text) => text.replaceAll(excluded, ''));

/** Placeholders as documentation writes them. */
export const PLACEHOLDERS = ['<id>', '<user_id>', '<place holder>', '[placeholder]', '{placeholder}', ':placeholder', '$PLACEHOLDER', 'YOUR_TOKEN', '<org-id>', '<a|b>', '{{name}}']; // prettier-ignore

const NAMES = ['A', 'B', 'TOKEN', 'a_1'];
const name = fc.constantFrom(...NAMES, 'UNSET');
const single = except(/'/g).map((text) => `'${text}'`);
const escaped = fc
  .constantFrom(...'ab"\'\\$`;&|<>()#*?[{~! \n\t^%'.split(''), 'é')
  .map((character) => `\\${character}`);
const ansi = many(
  fc.oneof(
    plain,
    fc.constantFrom('\\a', '\\b', '\\e', '\\E', '\\f', '\\n', '\\r', '\\t', '\\v', '\\\\', "\\'", '\\"', '\\?', '\\q', '\\101', '\\60', '\\7', '\\x41', '\\x4', '\\xg', '\\u00e9', '\\u41', '\\U1F600', '\\cA', '\\c[', '\\xc3\\xa9', '\\303\\251', '\\ ', '\\\n', '"', '$A', '`', '\n', '\\400', '\\x414', '\\U0001F6001', '\\c?', '\\ca'), // prettier-ignore
  ),
).map((text) => `$'${text}'`);

/** `$name` in its notations. */
const parameter = name.chain((text) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(`$${text}`, `\${${text}}`) },
    fc.constantFrom(`\${${text}:-x}`, `\${${text}-x}`, `\${${text}:+x}`, `\${${text}:=x}`, `\${${text}#a}`, `\${${text}%%b*}`, `\${${text}/a/b}`, `\${#${text}}`, `\${${text}:1}`, `\${${text}:0:1}`, `\${!${text}}`, `\${${text}^^}`, `\${${text}[0]}`, `\${${text}[@]}`, `\${${text}:-"a b"}`, `\${${text}:-$B}`, `\${${text}@Q}`), // prettier-ignore
    fc.constantFrom('$1', '$@', '$*', '$#', '$?', '$$', '$-', '$0', '${1}', '${@}', '${10}', '$_', '$', '$%', '$.'),
  ),
);
const arithmetic = fc.constantFrom('$((1+2))', '$(( (1+2)*3 ))', '$((A))', '$((1<<2))', '$[1+2]', '$((a_1++))');

const { word } = fc.letrec<{ readonly word: string; readonly command: string }>((tie) => ({
  command: fc.oneof(
    join(fc.constantFrom('echo ', 'echo -n ', 'printf %s ', "printf '%s\\n' ", 'printf '), tie('word').map(String)),
    fc.constantFrom('true', 'echo', 'echo a b', 'date +', 'cat in.txt', 'echo a; echo b', 'echo a | cat', 'echo a >/dev/null', 'echo "a  b"', 'echo a\\nb', 'echo "$A"', 'printf "%s" "$B"', 'cat <<END\na$A\nEND\n', '# a\necho b', 'echo "(" # )\n', 'echo \\)', 'echo a) b'), // prettier-ignore
  ),
  word: many(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 8, arbitrary: plain },
      { weight: 2, arbitrary: active },
      { weight: 3, arbitrary: single },
      { weight: 2, arbitrary: escaped },
      { weight: 2, arbitrary: ansi },
      { weight: 2, arbitrary: parameter },
      { weight: 1, arbitrary: arithmetic },
      { weight: 1, arbitrary: fc.constantFrom(...PLACEHOLDERS) },
      { weight: 1, arbitrary: fc.constant('\\\n') },
      {
        weight: 3,
        arbitrary: join(
          fc.constantFrom('"', '"', '"', '$"'),
          some(fc.oneof(except(/["\\$`]/g), escaped, parameter, arithmetic, fc.constantFrom("$'a'", '\\\n', '\\"', '\\\\', '$', '\\q', ...PLACEHOLDERS), tie('command').map(String).map((text) => `$(${text})`)), 3), // prettier-ignore
          fc.constant('"'),
        ),
      },
      {
        weight: 1,
        arbitrary: tie('command')
          .map(String)
          .map((text) => `$(${text})`),
      },
      {
        weight: 1,
        arbitrary: tie('command')
          .map(String)
          .map((text) => `\`${text.replaceAll(/[\\`]/g, String.raw`\$&`)}\``),
      },
    ),
    3,
  ),
}));

/** Names of files that can be opened, and of the text of a here-string. */
const target = fc.constantFrom('out', "'out file'", '"out"x', 'o$A', 'o\\ ut', '$(echo out)', 'out$A', "$'o\\tut'", '~/x', 'a*', '{a,b}', 'é', '<out>', 'out#', '\\\nout', '"o;ut"', '2', '-'); // prettier-ignore
const spaced = (text: Text): Text => join(text, fc.constantFrom('', '', ' '), target);
const redirection = fc.oneof(
  spaced(fc.constantFrom('>', '>>', '>|', '2>', '2>>', '&>', '&>>', '>&', '1>', '<', '0<', '<>', '3<', '5>')),
  join(fc.constantFrom('<<<', '<<< '), word),
  fc.constantFrom('2>&1', '>&2', '2>&-', '<&0', '<&-', '</dev/null', '< in.txt', '<in.txt', '0</dev/null', '> out', '>/dev/null', '&>out', '3<&0', '{fd}>out', '{fd}<in.txt', '2>&1 >out', '>', '<', '<(echo a)', '>(cat)', '<<<a', '<<< "a b"', '<<<$A', '1<in.txt', '2<in.txt', '2>&1-', '3<<<a', '>&out', '>& out'), // prettier-ignore
); // prettier-ignore

/** An option of curl with its value, or the URL. */
const argument = fc.oneof(
  { weight: 9, arbitrary: join(fc.constantFrom('-d ', '-d', '--data-raw ', '-d x=', '--json ', '-d @', '--data-urlencode a=', '-d a='), word) },
  { weight: 4, arbitrary: join(fc.constantFrom('-H X-A:', "-H 'X-A: '", '-H "X-A: "', '-u u:', '-A ', '-X ', '-b a=', '-o '), word) },
  { weight: 2, arbitrary: word },
  { weight: 7, arbitrary: join(fc.constantFrom('http://h.example/', 'http://h.example/a?b=', 'h.example/', '"http://h.example/"', 'http://h.example/a/'), word) },
  { weight: 7, arbitrary: fc.constantFrom('http://h.example/a', "'http://h.example/a?b=1&c=2'", 'http://h.example/a?b=1', '-d @-', '--data-binary @-', '-s', '-G', '-XPUT', '-d a=1', 'http://h.example/a?b=1&c=2', 'http://h.example/a;b=1') },
  { weight: 3, arbitrary: redirection },
); // prettier-ignore
const space = fc.constantFrom(' ', ' ', ' ', '  ', ' \\\n  ', '\\\n ', '\t', ' \\\n');
const callWith = (program: Text): Text =>
  join(program, many(join(space, argument), 4)).map((text) => text.replaceAll(/ +\\ \n$/g, ''));
const assignment = join(
  name,
  fc.constantFrom('=', '=', '=', '='),
  fc.oneof(word, fc.constantFrom('', 'a', "'b c'", '1', '*', "''\\'''\\'''")),
);
const otherAssignment = join(name, fc.constantFrom('+=a', '=(a b)', '[0]=a', '=(', "=('a b' $A)"));
const setter = fc.oneof(
  { weight: 6, arbitrary: assignment },
  { weight: 1, arbitrary: join(assignment, fc.constant(' '), assignment) },
  { weight: 1, arbitrary: join(fc.constantFrom('export ', 'readonly ', 'declare ', 'export A=a '), assignment) },
  { weight: 1, arbitrary: otherAssignment },
  { weight: 1, arbitrary: fc.constantFrom('unset A', 'read A <<< x', 'set -- a b', ': ${A:=c}', 'printf -v A x', 'IFS=,', 'let A=5', '((A=5))', 'export A', 'A=$B', 'B=$A', 'shopt -s nullglob', 'set -f', 'mapfile A <<< x', 'A=a true', 'eval A=c', 'for A in x y; do :; done', 'A=z | true', 'A=z &', '(A=z)', '{ A=z; }', 'true || A=z', 'false && A=z', 'if true; then A=z; fi', 'function g { A=z; }; g', 'g() { A=z; }; g', 'test -n "$A"', '[ a = a ]', '[[ a == a ]]', 'while false; do A=z; done', 'case a in a) A=z;; esac', 'A= ', 'cd .', 'echo A=z', "trap 'echo a' EXIT", 'set -e', 'declare -i A', 'local A=1', 'typeset B=2', 'A=1 B=$A', 'export A=1 B=$A', 'declare -n A=B', 'set +o braceexpand', 'alias curl=true', 'curl() { true; }', 'curl() { command curl -X PUT "$@"; }', 'function curl { true; }', 'unset -f curl', 'A=\\\n1', 'exec 3<in.txt', 'set -k') }, // prettier-ignore
); // prettier-ignore
const document = fc
  .tuple(
    fc.constantFrom('<<END', '<< END', "<<'END'", '<<"END"', '<<\\END', '<<-END', "<<-'END'", '<<E"N"D', '<<E\\ND', '0<<END', '<<END', '3<<END'),
    some(fc.oneof(word, fc.constantFrom('\n', ' ', '\t', '\\\n', '\nEND ', '\n END', '\n\t', '\\', '$', '"', "'", '\n\\END', '\nEN\\\nD')), 4),
    fc.constantFrom('\nEND\n', '\nEND\n', '\nEND\n', '\nEND\n', '\nEND\n', '\nEND\n', '\n\tEND\n', '\nEND'),
    fc.constantFrom('', '', ' <<< x', ' </dev/null', ' <<-END2', ' -d a=1'),
  )
  .map(([start, text, end, after]) => `${start}${after}\n${text}${end}${after.includes('END2') ? '\n2\nEND2\n' : ''}`); // prettier-ignore
const call = fc.oneof(
  { weight: 8, arbitrary: callWith(fc.constant('curl')) },
  { weight: 1, arbitrary: callWith(fc.constantFrom('A=a curl', 'A="$B" curl', '/usr/bin/env curl', 'env A=1 curl', 'command curl', 'time curl', '! curl', 'exec curl', '\\curl', '"curl"', "c'ur'l", 'nice curl', '>out curl', '<in.txt curl', '2>&1 curl', 'builtin command curl', 'time -p curl', 'A=1 B=2 curl', 'env -i curl', 'command -v curl;', 'eval curl', '$CURL', 'sudo curl', './curl', 'A=*  curl', 'do_it() { curl -s "$@"; }; curl')) }, // prettier-ignore
  { weight: 2, arbitrary: join(callWith(fc.constant('curl')), fc.constant(' '), document) },
); // prettier-ignore
const source = fc.oneof(
  join(fc.constantFrom('echo ', 'echo -n ', 'printf %s ', 'printf ', 'echo -e ', 'echo $A ', 'printf "%s\\n" '), word),
  fc.constantFrom('cat in.txt', 'true', 'echo a; echo b', '(echo a; echo b)', '{ echo a; echo b; }', 'echo a | cat', 'echo a >/dev/null', 'echo a 2>&1', 'cat', 'cat -', 'echo {a,b}', 'echo *', 'echo ~', 'A=1 echo $A', 'if true; then echo a; fi', 'echo a >&2', 'command echo a', 'time echo a', '! echo a', 'echo a <<< b', 'printf %d 5', 'printf "a%%b"', 'printf -- a', 'echo "a\\\\tb"', 'echo', 'printf "%s %s" a', 'printf %s a b', 'printf', 'printf "a\\101"', 'printf "\\x41"', 'echo -n -n a', 'echo -ne a', 'echo - a', 'cat <<< "a $A"', 'printf "%s\\n" "$A"', 'echo -E a', "printf '\\\\n'", 'printf "%s" -n'), // prettier-ignore
  join(fc.constant('cat '), document).map((text) => text.replace(/^([^\n]*)(.*)/s, '$1 |PIPE|$2')),
); // prettier-ignore
const piped = fc
  .tuple(source, fc.constantFrom('|', '|', '|&', '|\n', '| cat |'), call)
  .map(([before, pipe, after]) =>
    before.includes('|PIPE|') ? before.replace('|PIPE|', () => `${pipe.replace('\n', '')} ${after.replaceAll('\n', ' ')}`) : `${before} ${pipe} ${after}`,
  ); // prettier-ignore

const compound = fc
  .tuple(
    fc.constantFrom(['if true; then ', '; fi'], ['for i in 1 2; do ', '; done'], ['while read l; do ', '; done <<< x'], ['( ', ' )'], ['(', ')'], ['{ ', '; }'], ['{\n', '\n}'], ['f() { ', '; }; f'], ['f() { ', '; }'], ['function f { ', '; }; f'], ['function f() (', '); f'], ['case a in a) ', ' ;; esac'], ['case a in (a) ', ' ;; esac'], ['until true; do ', '; done'], ['A=$(', ')'], ['echo "$(', ')"'], ['echo `', '`'], ['if ', '; then true; fi'], ['if false; then true; else ', '; fi'], ['if false; then true; elif ', '; then true; fi'], ['(( 1 )) && ', ''], ['[[ a ]] && ', ''], ['select i in a; do ', '; break; done <<< 1'], ['for ((i=0;i<1;i++)); do ', '; done'], ['{ true; } && ', ''], ['(true); ', ''], ['( ( ', ' ) )'], ['if true\nthen\n', '\nfi'], ['for i in a\ndo\n', '\ndone'], ['time { ', '; }'], ['! { ', '; }'], ['f() ', '; f'], ['{ ', '; } > out'], ['( ', ' ) <<< text'], ['echo x | { ', '; }'], ['echo x | ( ', ' )'], ['echo x | { cat; ', '; }'], ['exit; ', ''], ['false && ', ''], ['true || ', ''], ['false || ', ''], ['eval "', '"'], ['bash -c "', '"'], ['while true; do ', '; break; done'], ['exec >out; ', ''], ['exec <in.txt; ', ''], ['return 2>/dev/null; ', '']), // prettier-ignore
    call,
  )
  .map(([[before = '', after = ''], text]) => before + text + after); // prettier-ignore
const command = fc.oneof(
  { weight: 6, arbitrary: call },
  { weight: 2, arbitrary: piped },
  { weight: 1, arbitrary: compound },
  { weight: 3, arbitrary: setter },
  { weight: 1, arbitrary: fc.constantFrom("# it's a comment", '# a "b', '', ':', '  # a', 'echo a # b') },
);
const separator = fc.constantFrom('\n', '\n', '; ', ';', ' & ', ' || ', '\n\n', ' ;\n', ' # c\n', '\r\n', ' | cat\n', '&', ' |& cat; ', ' > out\n'); // prettier-ignore

/** A command and what separates it from the next one, which runs whether or not the program of another one fails. */
const before = fc.oneof(
  { weight: 4, arbitrary: join(fc.oneof(setter, command), separator) },
  { weight: 1, arbitrary: join(assignment, fc.constantFrom(' && ', '&&\n')) },
);
const end = fc.constantFrom('', '', '', '', '', '', '', '', '', '', '', '', '\n', '\n', ' ', ' # a', ' &', ' | jq .', '; true', ' && true', ' || true', '\r\n', ' )', ' }', '; fi', ' ;;', ' \\\n', ' &&', ' |'); // prettier-ignore

/** What only cmd has, by which a text for it is told from others. */
const CMD = /[ \t]\^[ \t]*\r?\n|^[^"'$\\]*\^[&|<>%^]/;

/** A script of bash: most have a command of curl. */
export const bashScripts: Text = join(
  some(before, 2),
  fc.oneof(
    { weight: 8, arbitrary: join(call, end) },
    { weight: 1, arbitrary: join(call, fc.constantFrom(' \\', ' \\ \n-s')) },
    { weight: 1, arbitrary: join(command, end) },
  ),
).filter((text) => !CMD.test(text));
