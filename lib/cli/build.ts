import {
  createEndpoint,
  endpoint,
  EndpointError,
  type EndpointOptions,
  type EndpointSettings,
  type RequestOptions,
} from 'endpoint.js';
import { createExplain, explain } from 'endpoint.js/explain';
import { toHar } from 'endpoint.js/har';
import { snippetTargets, toSnippet } from 'endpoint.js/snippets';
import { oneOf } from './arguments.js';
import { Failure, UsageError, type Command, type Io } from './command.js';
import { reportEndpointError, type Source } from './error-report.js';
import { explanationText } from './explanation-text.js';
import {
  readBuildArguments,
  readJsonOptions,
  readOptions,
  readSettings,
  type BuildArguments,
} from './request-input.js';

const TARGETS = snippetTargets.map(({ target }) => target);

const HELP = `Usage: endpoint.js build <route> [item …] [flags]

Builds the options of an HTTP request and prints them; nothing is sent.

  endpoint.js build "GET /repos/{owner}/{repo}" owner=octokit repo=endpoint.js
  endpoint.js build "POST /repos/{owner}/{repo}/issues" owner=o repo=r title=Bug labels:='["a","b"]' --curl

Items
  name=text        a parameter: fills the placeholder of that name, else goes to the query (GET, HEAD) or the JSON body
  name:=json       the same with a value in JSON: 1, true, null, '["a","b"]', '{"a":1}'
  name==text       a query parameter, with any method; given again it makes a list
  Header:value     a header; "Header:" drops a default one, "Header;" sends an empty one
  A backslash before : = ; or \\ in a name takes it as it is.

Parameters that have the name of an option (url, data, method, headers, …), or are needed in two places
  --path item      a value for a placeholder of the path
  --query item     a query parameter
  --body item      a key of the JSON body
                   items are name=text or name:=json, and each flag may be repeated

Options
  --options json   options as a JSON object, the items going over them; "@in" stands for endpoint.in
  --data text      the body as it is; for JSON write data:='[1,2]'
  --media-type-format name, --preview name (repeatable)    amend accept

API: GitHub's, unless one of the first two is given
  --base-url url           prefix of routes that are paths
  --vendor name            of the API's media types
  --media-type-version v   in the vendor's media type (v3)
  --query-arrays style     comma (default), repeat, brackets or indices
  --missing what           a placeholder without a value: error (default) or omit
  --strict                 templates by exactly the grammar of RFC 6570

Output, one of
  --json           the request options (default)
  --curl           a curl command
  --snippet name   ${TARGETS.join(', ')}
  --har            a request in the HTTP Archive format
  --explain        where each part of the request came from, and what is worth a second look

An error is printed as "error <code>: message", with a caret where its position is known.
Exit codes: 0 built, 1 it can't be built, 2 the arguments can't be understood.
`;

/** Writes the built request. */
type Write = (request: RequestOptions, source: Built) => string;

interface Built {
  readonly route: string;
  readonly options: EndpointOptions;
  readonly settings: EndpointSettings | undefined;
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** `endpoint.js build`. */
export const build: Command = {
  name: 'build',
  summary: 'builds the options of a request from a route and parameters',
  help: HELP,
  run: runBuild,
};

function runBuild(args: readonly string[], io: Io): void {
  const input = readBuildArguments(args);
  const write = readOutput(input);
  const settings = readSettings(input);
  const fromJson = reporting({ text: input.values.options ?? '', offset: 0 }, () => readJsonOptions(input));
  const options = reporting(undefined, () => readOptions(input, fromJson));
  const { route } = input;
  const source = { text: route, offset: urlOffset(route) };
  if (!write) return runExplain({ route, options, settings }, source, io);
  const builder = reporting(undefined, () => (settings ? createEndpoint(settings) : endpoint));
  const request = reporting(source, () => builder(route, options));
  const text = reporting(undefined, () => write(request, { route, options, settings }));
  io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** What can't be built is explained as far as it is known, and fails as it does with every output. */
function runExplain({ route, options, settings }: Built, source: Source, io: Io): void {
  const explanation = (settings ? createExplain(settings) : explain)(route, options);
  io.stdout.write(explanationText(explanation, options));
  if (explanation.error) throw failureOf(explanation.error, source);
}

/** Where the url begins in a route: positions in errors count from there. */
function urlOffset(route: string): number {
  try {
    const { url } = endpoint.merge(route);
    return url === undefined ? 0 : route.lastIndexOf(url);
  } catch (error) {
    // The route is what is wrong then, and building it says so.
    if (error instanceof EndpointError) return 0;
    throw error;
  }
}

function reporting<T>(source: Source | undefined, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    throw failureOf(error, source);
  }
}

function failureOf(error: EndpointError, source: Source | undefined): Failure {
  const way = error.message.includes('[endpoint.in]')
    ? `\nHere that is --path, --query or --body: --body ${error.parameter ?? 'name'}=…`
    : '';
  return new Failure(reportEndpointError(error, source) + way, { cause: error });
}

/**
 * How the built request is written; undefined for `--explain`, which does without one.
 * @throws UsageError where several outputs are asked for
 */
function readOutput({ values }: BuildArguments): Write | undefined {
  const asked = (['json', 'curl', 'har', 'explain', 'snippet'] as const).filter((name) => values[name] !== undefined);
  const [output = 'json', another] = asked;
  if (another) throw new UsageError(`Give one of --${output} and --${another}.`);
  if (output === 'json') return json;
  if (output === 'explain') return undefined;
  if (output === 'har') return (request) => json(toHar(request));
  const target = output === 'curl' ? output : oneOf('--snippet', values.snippet, TARGETS);
  return (request, source) => toSnippet(request, target ?? 'curl', source);
}
