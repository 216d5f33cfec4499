import { createEndpoint, endpoint, EndpointError, type EndpointOptions, type RequestOptions } from 'endpoint.js';
import { applyFix, createExplain, explain, type Explanation, type Problem } from 'endpoint.js/explain';
import { toHar } from 'endpoint.js/har';
import { snippetTargets, toSnippet, type SnippetSource } from 'endpoint.js/snippets';
import { Failure, readChoice, UsageError, type Command } from './command.js';
import { formatHelp } from './help.js';
import {
  QUERY_ARRAYS,
  QUERY_OBJECTS,
  readBuildArguments,
  readJsonOptions,
  readOptions,
  readSettings,
  type BuildArguments,
} from './request-input.js';

const TARGETS = snippetTargets.map(({ target }) => target);

const HELP = `Usage: endpoint.js build <route> [item …] [flags]

Builds the options of an HTTP request and prints them; sends nothing.

  endpoint.js build "GET /repos/{owner}/{repo}" owner=nodejs repo=undici
  endpoint.js build "POST /repos/{owner}/{repo}/issues" owner=o repo=r title=Bug labels:='["a","b"]' --curl

Items
  name=text        a parameter: fills the placeholder of that name, or goes to the query (GET, HEAD) or the JSON body
  name:=json       the same, with a value in JSON: 1, true, null, '["a","b"]', '{"a":1}'
  name==text       a query parameter, with any method; repeat it for a list
  Header:value     a header; "Header:" drops a default one, "Header;" sends an empty one
  A backslash before : = ; or \\ in a name makes it part of the name.

Parameters with the name of an option (url, data, method, headers, …), or needed in two places
  --path item      a value for a placeholder of the path
  --query item     a query parameter
  --body item      a key of the JSON body
                   items are name=text or name:=json; each flag may be repeated

Options
  --options json   options as a JSON object, with endpoint.in as "@in"; items override them
  --data text      the unencoded body; for JSON write data:='[1,2]'
  --media-type-format name, --preview name (repeatable)    amend accept

API: GitHub's, unless one of the first two is passed
  --base-url url           the prefix of routes that are paths
  --vendor name            the vendor in the API's media types
  --media-type-version v   the version in the vendor's media type (v3)
  --query-arrays style     ${QUERY_ARRAYS.join(', ')};
                           by default the first, and comma for GitHub
  --query-objects style    ${QUERY_OBJECTS.join(', ')}; by default the first
  --missing action         for a placeholder without a value: error (default) or omit
  --strict                 accepts exactly the grammar of RFC 6570

Output, one of
  --json           the request options (default)
  --curl           a curl command
  --snippet name   ${TARGETS.join(', ')}
  --har            a request in the HTTP Archive format
  --explain        the origin of each part of the request, and its problems

Errors are printed as "error <code>: message", with a caret under the position if it is known.
The last line is the address of a page on the code.
Exit codes: 0 built, 1 not built, 2 wrong arguments.
`;

const toJson = (value: unknown) => JSON.stringify(value, undefined, 2);

/** `endpoint.js build`. */
export const build: Command = {
  name: 'build',
  summary: 'builds the options of a request from a route and parameters',
  help: HELP,
  run(args, io) {
    const input = readBuildArguments(args);
    const format = readFormat(input);
    const settings = readSettings(input);
    const json = orFailure(() => readJsonOptions(input), { text: input.values.options ?? '', offset: 0 });
    const options = orFailure(() => readOptions(input, json));
    const { route } = input;
    const source = { text: route, offset: findUrl(route) };
    // A request that can't be built is explained as far as possible, and fails as with every other output.
    if (!format)
      return orFailure(() => {
        const explanation = (settings ? createExplain(settings) : explain)(route, options);
        io.stdout.write(formatExplanation(explanation, options));
        if (explanation.error) throw explanation.error;
      }, source);
    const builder = orFailure(() => (settings ? createEndpoint(settings) : endpoint));
    const request = orFailure(() => builder(route, options), source);
    const text = orFailure(() => format(request, { route, options, settings }));
    io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  },
};

/** Finds the start of the url in a route: positions in errors count from there. */
function findUrl(route: string) {
  try {
    const { url } = endpoint.merge(route);
    return url === undefined ? 0 : route.lastIndexOf(url);
  } catch (error) {
    // The route itself is wrong; building it throws the same error.
    if (error instanceof EndpointError) return 0;
    throw error;
  }
}

function orFailure<T>(action: () => T, source?: Source) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    const fix = error.message.includes('[endpoint.in]')
      ? `\nHere that is --path, --query or --body: --body ${error.parameter ?? 'name'}=…`
      : '';
    throw new Failure(`${formatError(error, source)}${fix}\n${formatHelp(error.help)}`, { cause: error });
  }
}

/**
 * Reads the format of the output; undefined for `--explain`.
 *
 * @throws UsageError for several outputs
 */
function readFormat({ values }: BuildArguments) {
  const names = ['json', 'curl', 'har', 'explain', 'snippet'] as const;
  const [output = 'json', another] = names.filter((name) => values[name] !== undefined);
  if (another) throw new UsageError(`--${output} and --${another}: are both passed; pass one of them.`);
  if (output === 'json') return toJson;
  if (output === 'explain') return undefined;
  if (output === 'har') return (request: RequestOptions) => toJson(toHar(request));
  const target = readChoice('--snippet', values.snippet, TARGETS) ?? 'curl';
  return (request: RequestOptions, source: SnippetSource) => toSnippet(request, target, source);
}

/** The text to show with an error, and where the text that its position refers to begins. */
interface Source {
  readonly text: string;
  readonly offset: number;
}

/** The most characters shown on either side of the position. */
const CONTEXT = 60;
/** Characters that move the cursor, or are invisible. */
// oxlint-disable-next-line no-control-regex -- finds control characters
const UNPRINTABLE = /[\0-\u{1f}\u{7f}-\u{9f}\u{ad}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu;

/** Makes text safe in one line of a terminal. */
const printable = (text: string) => text.replace(UNPRINTABLE, '·');

/** Formats an error for a terminal: code and message, and a caret under the position if it is known. */
function formatError(error: EndpointError, source?: Source) {
  const report = `error ${error.code}: ${error.message.split('\n').map(printable).join('\n')}`;
  const { position } = error;
  if (position === undefined || source === undefined) return report;
  const index = Math.min(position + source.offset, source.text.length);
  const start = Math.max(0, index - CONTEXT);
  const before = `${start > 0 ? '…' : ''}${printable(source.text.slice(start, index))}`;
  const after = printable(source.text.slice(index, index + CONTEXT));
  const rest = source.text.length > index + CONTEXT ? '…' : '';
  // One column a character, so that astral ones don't move the caret.
  return `${report}\n  ${before}${after}${rest}\n  ${' '.repeat([...before].length)}^`;
}

/** The widest first column: longer subjects have their sentence on the next line. */
const MAX_COLUMN = 32;

/** Formats the sentences of items in a column beside their subjects. */
function formatRows<T extends { readonly sentence: string }>(items: readonly T[], getSubject: (item: T) => string) {
  const rows = items.map((item) => [getSubject(item), item.sentence] as const);
  const width = Math.max(0, ...rows.map(([subject]) => subject.length).filter((length) => length <= MAX_COLUMN));
  return rows.map(([subject, sentence]) => {
    const gap = subject.length > width ? `\n  ${' '.repeat(width)}` : '';
    return `  ${printable(subject).padEnd(width)}${gap}  ${printable(sentence)}`;
  });
}

/** Formats a problem, and the route as its fix changes it. */
function formatProblem({ code, sentence, fix }: Problem, { route }: Explanation, options: EndpointOptions) {
  const line = `  ${code}: ${printable(sentence)}`;
  if (!fix) return [line];
  const fixed = applyFix(route, options, fix);
  return [line, `    fix: ${printable(fix.label)}${fixed.route === route ? '' : `: ${printable(fixed.route)}`}`];
}

/** Formats an explanation for a terminal. */
function formatExplanation(explanation: Explanation, options: EndpointOptions) {
  const { request, url, headers, droppedHeaders, body, parameters, problem, warnings } = explanation;
  const sections = {
    url: formatRows(url, ({ text }) => text),
    headers: formatRows([...headers, ...droppedHeaders], (header) =>
      'value' in header ? `${header.name}: ${header.value}` : `${header.name}:`,
    ),
    body: body ? [`  ${printable(body.sentence)}`, ...formatRows(body.keys, ({ key }) => key)] : [],
    parameters: formatRows(parameters, ({ name }) => name),
    problems: [problem ?? [], warnings].flat().flatMap((one) => formatProblem(one, explanation, options)),
  };
  const method = request ? `${request.method.toUpperCase()} ` : '';
  const first = `${method}${printable(url.map(({ text }) => text).join(''))}`;
  const texts = Object.entries(sections).flatMap(([title, lines]) =>
    lines.length ? `\n\n${title}\n${lines.join('\n')}` : [],
  );
  return `${(first + texts.join('')).trimStart()}\n`;
}
