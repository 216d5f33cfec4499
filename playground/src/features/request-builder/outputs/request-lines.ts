import { isSecretName } from '../../../secrets/secrets.js';
import { jsonTokens, type TokenKind } from '../../../json/tokens.js';
import type { Built } from '../model/build.js';
import { NO_SOURCE, type HighlightSource } from '../highlight/HighlightContext.js';
import { deriveHeaderSource, deriveParameterSource, deriveRunSource } from '../highlight/subjects.js';
import { masked, withMasks } from '../../../secrets/masking.js';

/** A piece of a line, which may have a highlight of its own. */
export interface LinePart {
  readonly text: string;
  readonly kind: TokenKind;
  readonly source?: HighlightSource;
}

/** A line of the request as JSON, or several that are one value. */
export interface Line {
  readonly key: string;
  readonly parts: readonly LinePart[];
  readonly source: HighlightSource;
  /** What it comes from, in a word or two. */
  readonly origin: string;
}

function coloured(text: string): LinePart[] {
  return (jsonTokens(text) ?? [{ kind: 'space' as const, text }]).map(({ text: token, kind }) => ({
    text: token,
    kind,
  }));
}

function plain(key: string, text: string): Line {
  return { key, parts: coloured(text), source: NO_SOURCE, origin: '' };
}

/** A member of an object, indented; commas go between members. */
function member(name: string, value: unknown, depth: number, last: boolean): string {
  const indent = '  '.repeat(depth);
  const json = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  return `${indent}${JSON.stringify(name)}: ${json}${last ? '' : ','}`;
}

function urlLine(built: Built): Line {
  const runs = built.url.map((run, index) => ({
    text: JSON.stringify(run.text).slice(1, -1),
    kind: 'string' as const,
    source: deriveRunSource(built, run, index),
  }));
  const quote: LinePart = { text: '"', kind: 'string' };
  return {
    key: 'url',
    parts: [...coloured('  "url": '), quote, ...runs, quote, { text: ',', kind: 'punctuation' }],
    source: NO_SOURCE,
    origin: '',
  };
}

function methodLine({ request, tokens, layers }: Built): Line {
  const index = tokens.findIndex(({ kind }) => kind === 'method');
  return {
    key: 'method',
    parts: coloured(member('method', request.method, 1, false)),
    source: index === -1 ? NO_SOURCE : { subjects: `t${index}`, from: `token ${index}` },
    origin: index === -1 ? 'by default' : (layers.find(({ kind }) => kind === 'route')?.label ?? ''),
  };
}

const HEADER_ORIGINS = { mediaType: 'the media type', content: 'the body' } as const;

function headerLines({ headers }: Built, last: boolean, reveal: boolean): Line[] {
  if (headers.length === 0) return [plain('headers', `  "headers": {}${last ? '' : ','}`)];
  const lines = headers.map(({ name, value, source, layer }, index): Line => {
    const shown = reveal || !isSecretName(name) ? value : masked(value);
    return {
      key: `header ${name}`,
      parts: coloured(member(name, shown, 2, index === headers.length - 1)),
      source: deriveHeaderSource(name, layer),
      origin: source === 'mediaType' || source === 'content' ? HEADER_ORIGINS[source] : (layer?.label ?? ''),
    };
  });
  return [plain('headers', '  "headers": {'), ...lines, plain('headers end', `  }${last ? '' : ','}`)];
}

function bodyLines(
  { request, body, parameters }: Built,
  last: boolean,
  show: (name: string, value: unknown) => unknown,
): Line[] {
  if (body === undefined) return [];
  const source: HighlightSource = { subjects: 'body', from: 'body' };
  if (body.source === 'data' || body.keys.length === 0) {
    const text = member('body', show('', request.body), 1, last);
    return [{ key: 'body', parts: coloured(text), source, origin: body.layer?.label ?? '' }];
  }
  const lines = body.keys.map(({ key, value, parameter }, index): Line => {
    const given = parameters[parameter];
    return {
      key: `body ${key}`,
      parts: coloured(member(key, show(key, value), 2, index === body.keys.length - 1)),
      source: {
        subjects: given === undefined ? 'body' : deriveParameterSource({ parameters }, parameter).subjects,
        from: `body ${key}`,
      },
      origin: given?.layer?.label ?? '',
    };
  });
  return [{ ...plain('body', '  "body": {'), source }, ...lines, plain('body end', `  }${last ? '' : ','}`)];
}

/** A value with its secrets masked, or as it is. */
function showing(reveal: boolean): (name: string, value: unknown) => unknown {
  return (name, value) => (reveal ? value : withMasks({ [name]: value })[name]);
}

/** The request as JSON, line by line. Joined by line feeds, the lines are `JSON.stringify(request, null, 2)`. */
export function writeLines(built: Built, reveal: boolean): readonly Line[] {
  const { request } = built;
  const hasMetadata = request.request !== undefined;
  const show = showing(reveal);
  return [
    plain('begin', '{'),
    methodLine(built),
    urlLine(built),
    ...headerLines(built, built.body === undefined && !hasMetadata, reveal),
    ...bodyLines(built, !hasMetadata, show),
    ...(hasMetadata ? [plain('request', member('request', show('request', request.request), 1, true))] : []),
    plain('end', '}'),
  ];
}
