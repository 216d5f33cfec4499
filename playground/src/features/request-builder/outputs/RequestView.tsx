import type { DroppedHeader } from 'endpoint.js/explain';
import { memo, useCallback } from 'react';
import { isSecretName, mask, withMasks } from '../../../secrets/secrets.js';
import { jsonTokens, type TokenKind } from '../../../json/json.js';
import type { Built } from '../model/build.js';
import {
  NO_SOURCE,
  highlightAttributes,
  useIsHighlighted,
  HighlightRow,
  HighlightSpan,
  type HighlightSource,
} from '../highlight/Highlight.js';
import { deriveHeaderSource, deriveParameterSource, deriveRunSource } from '../highlight/subjects.js';
import { Sentence } from '../../../ui/Code.js';
import { CopyButton } from '../../../ui/buttons.js';
import { useLatest } from '../../../ui/rendering.js';
import type { BuiltOutputProps } from './output.js';

/** A piece of a line, which may be highlighted by itself. */
interface LinePart {
  readonly text: string;
  readonly kind: TokenKind;
  readonly source?: HighlightSource;
}

/** A line of the request as JSON, or several lines of one value. */
interface Line {
  readonly key: string;
  readonly parts: readonly LinePart[];
  readonly source: HighlightSource;
  /** Origin of the line, in a word or two. */
  readonly origin: string;
}

function colour(text: string): LinePart[] {
  return (jsonTokens(text) ?? [{ kind: 'space' as const, text }]).map(({ text: token, kind }) => ({
    text: token,
    kind,
  }));
}

function plainLine(key: string, text: string): Line {
  return { key, parts: colour(text), source: NO_SOURCE, origin: '' };
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
    parts: [...colour('  "url": '), quote, ...runs, quote, { text: ',', kind: 'punctuation' }],
    source: NO_SOURCE,
    origin: '',
  };
}

function methodLine({ request, tokens, layers }: Built): Line {
  const index = tokens.findIndex(({ kind }) => kind === 'method');
  return {
    key: 'method',
    parts: colour(member('method', request.method, 1, false)),
    source: index === -1 ? NO_SOURCE : { subjects: `t${index}`, from: `token ${index}` },
    origin: index === -1 ? 'by default' : (layers.find(({ kind }) => kind === 'route')?.label ?? ''),
  };
}

const HEADER_ORIGINS = { mediaType: 'the media type', content: 'the body' } as const;

function headerLines({ headers }: Built, last: boolean, reveal: boolean): Line[] {
  if (headers.length === 0) return [plainLine('headers', `  "headers": {}${last ? '' : ','}`)];
  const lines = headers.map(({ name, value, source, layer }, index): Line => {
    const shown = reveal || !isSecretName(name) ? value : mask(value);
    return {
      key: `header ${name}`,
      parts: colour(member(name, shown, 2, index === headers.length - 1)),
      source: deriveHeaderSource(name, layer),
      origin: source === 'mediaType' || source === 'content' ? HEADER_ORIGINS[source] : (layer?.label ?? ''),
    };
  });
  return [plainLine('headers', '  "headers": {'), ...lines, plainLine('headers end', `  }${last ? '' : ','}`)];
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
    return [{ key: 'body', parts: colour(text), source, origin: body.layer?.label ?? '' }];
  }
  const lines = body.keys.map(({ key, value, parameter }, index): Line => {
    const filled = parameters[parameter];
    return {
      key: `body ${key}`,
      parts: colour(member(key, show(key, value), 2, index === body.keys.length - 1)),
      source: {
        subjects: filled === undefined ? 'body' : deriveParameterSource({ parameters }, parameter).subjects,
        from: `body ${key}`,
      },
      origin: filled?.layer?.label ?? '',
    };
  });
  return [{ ...plainLine('body', '  "body": {'), source }, ...lines, plainLine('body end', `  }${last ? '' : ','}`)];
}

/** A function that shows a value, with its secrets masked unless `reveal` is set. */
function createMask(reveal: boolean): (name: string, value: unknown) => unknown {
  return (name, value) => (reveal ? value : withMasks({ [name]: value })[name]);
}

/** The request as JSON, line by line. Joined by line feeds, the lines are `JSON.stringify(request, null, 2)`. */
export function writeLines(built: Built, reveal: boolean): readonly Line[] {
  const { request } = built;
  const hasMetadata = request.request !== undefined;
  const show = createMask(reveal);
  return [
    plainLine('begin', '{'),
    methodLine(built),
    urlLine(built),
    ...headerLines(built, built.body === undefined && !hasMetadata, reveal),
    ...bodyLines(built, !hasMetadata, show),
    ...(hasMetadata ? [plainLine('request', member('request', show('request', request.request), 1, true))] : []),
    plainLine('end', '}'),
  ];
}

function Part({ part: { text, kind, source } }: { readonly part: LinePart }) {
  if (source) return <HighlightSpan text={text} className={`token-${kind}`} {...source} />;
  return kind === 'space' || kind === 'punctuation' ? text : <span className={`token-${kind}`}>{text}</span>;
}

function sameLine({ line: one }: LineViewProps, { line: other }: LineViewProps): boolean {
  return (
    one.origin === other.origin &&
    one.source.subjects === other.source.subjects &&
    one.source.from === other.source.from &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => {
      const same = other.parts[index];
      return part.text === same?.text && part.kind === same.kind && part.source?.subjects === same.source?.subjects;
    })
  );
}

interface LineViewProps {
  readonly line: Line;
}

const LineView = memo(function LineView({ line: { parts, source, origin } }: LineViewProps) {
  const highlighted = useIsHighlighted(source.subjects);
  return (
    <span
      className="line"
      data-highlighted={highlighted || undefined}
      data-origin={origin}
      {...highlightAttributes(source)}
    >
      <span className="line-text">
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts never change places
          <Part key={index} part={part} />
        ))}
        {'\n'}
      </span>
    </span>
  );
}, sameLine);

interface RequestLinesProps {
  readonly built: Built;
  readonly reveal: boolean;
}

const RequestLines = memo(function RequestLines({ built, reveal }: RequestLinesProps) {
  const latest = useLatest(built);
  const text = useCallback(() => JSON.stringify(latest().request, null, 2), [latest]);
  return (
    <div className="copyable">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it */}
      <section className="code lines" tabIndex={0} aria-label="Request options">
        <pre>
          {writeLines(built, reveal).map((line) => (
            <LineView key={line.key} line={line} />
          ))}
        </pre>
      </section>
      <CopyButton text={text} label="Request options" />
    </div>
  );
});

/** Defaults that are not sent. */
function DroppedHeaders({ headers }: { readonly headers: readonly DroppedHeader[] }) {
  if (headers.length === 0) return null;
  return (
    <ul className="dropped" aria-label="Headers that are not sent">
      {headers.map(({ name, layer, sentence }) => (
        <HighlightRow key={name} className="dropped-line" {...deriveHeaderSource(name, layer)}>
          <Sentence text={sentence} />
        </HighlightRow>
      ))}
    </ul>
  );
}

/** The request options, each line with its origin. */
export function RequestView({ built, reveal }: BuiltOutputProps) {
  return (
    <>
      <RequestLines built={built} reveal={reveal} />
      <DroppedHeaders headers={built.droppedHeaders} />
    </>
  );
}
