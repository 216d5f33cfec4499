import type { DroppedHeader, Explanation } from 'endpoint.js/explain';
import { memo, Suspense, useCallback, type ReactNode } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { isSecretName, mask, withMasks } from '../../../secrets/secrets.js';
import { revealAuth, type BuilderState } from '../model/build.js';
import { findMethod } from '../model/explain-form.js';
import { findUnapplied } from '../model/problems.js';
import { HighlightSpan } from '../highlight/Highlight.js';
import {
  deriveHeaderSource,
  deriveParameterSource,
  deriveRunSource,
  highlightAttributes,
  NO_SOURCE,
  type HighlightSource,
} from '../highlight/subjects.js';
import { describeSize, FOLDED_LENGTH, measureJson } from '../../../json/size.js';
import { CodeBox, Coloured } from '../../../ui/Code.js';
import { CopyButton } from '../../../ui/buttons.js';
import { useLatest } from '../../../ui/rendering.js';
import type { FoldedValue } from './Folded.js';
import type { OutputProps } from './output.js';
import { Sentence } from '../../../ui/containers.js';

/** A line of the request as JSON, or several lines of one value. */
interface Line extends HighlightSource {
  readonly key: string;
  readonly text: string;
  /** Origin of the line, in a word or two. */
  readonly origin: string;
}

function createLine(key: string, text: string, source = NO_SOURCE, origin = ''): Line {
  return { key, text, origin, ...source };
}

/** A member of an object, indented; commas go between members. A folded value is replaced by its size. */
function member(name: string, value: unknown, depth: number, last: boolean): string {
  const indent = '  '.repeat(depth);
  const length = measureJson(value);
  if (length > FOLDED_LENGTH)
    return `${indent}${JSON.stringify(name)}: … ${describeSize(value, length)}${last ? '' : ','}`;
  const json = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  return `${indent}${JSON.stringify(name)}: ${json}${last ? '' : ','}`;
}

function methodLine(explanation: Explanation): Line {
  const { tokens, layers } = explanation;
  const text = member('method', findMethod(explanation), 1, false);
  const index = tokens.findIndex(({ kind }) => kind === 'method');
  if (index === -1) return createLine('method', text, NO_SOURCE, 'by default');
  const origin = layers.find(({ kind }) => kind === 'route')?.label;
  return createLine('method', text, { subjects: `t${index}`, from: `token ${index}` }, origin);
}

const HEADER_ORIGINS = { mediaType: 'the media type', content: 'the body' } as const;

function headerLines({ headers }: Explanation, last: boolean, reveal: boolean): Line[] {
  if (headers.length === 0) return [createLine('headers', `  "headers": {}${last ? '' : ','}`)];
  const lines = headers.map(({ name, value, source, layer }, index): Line => {
    const shown = reveal || !isSecretName(name) ? value : mask(value);
    const text = member(name, shown, 2, index === headers.length - 1);
    const origin = source === 'mediaType' || source === 'content' ? HEADER_ORIGINS[source] : layer?.label;
    return createLine(`header ${name}`, text, deriveHeaderSource(name, layer), origin);
  });
  return [createLine('headers', '  "headers": {'), ...lines, createLine('end of headers', `  }${last ? '' : ','}`)];
}

/** Whether a body has no members of its own. */
const isWhole = ({ source, keys }: NonNullable<Explanation['body']>) => source === 'data' || keys.length === 0;

function bodyLines({ body, parameters }: Explanation, last: boolean, reveal: boolean): Line[] {
  if (body === undefined) return [];
  const show = (name: string, value: unknown) => (reveal ? value : withMasks({ [name]: value })[name]);
  const source: HighlightSource = { subjects: 'body', from: 'body' };
  if (isWhole(body)) {
    return [createLine('body', member('body', show('', body.value), 1, last), source, body.layer?.label)];
  }
  const lines = body.keys.map(({ key, value, parameter }, index): Line => {
    const filled = parameters[parameter];
    const text = member(key, show(key, value), 2, index === body.keys.length - 1);
    const { subjects } = filled === undefined ? source : deriveParameterSource({ parameters }, parameter);
    return createLine(`body ${key}`, text, { subjects, from: `body ${key}` }, filled?.layer?.label);
  });
  return [createLine('body', '  "body": {', source), ...lines, createLine('end of body', `  }${last ? '' : ','}`)];
}

function listFolded({ body }: Explanation): readonly FoldedValue[] {
  const values =
    body && isWhole(body)
      ? [{ name: 'body', value: body.value }]
      : body?.keys.map(({ key, value }) => ({ name: key, value }));
  return (values ?? []).filter(({ value }) => measureJson(value) > FOLDED_LENGTH);
}

/** The part of a state that the lines show. */
type Shown = Pick<BuilderState, 'explanation' | 'unread'>;

/**
 * The request as JSON, line by line, as far as it is known. Joined by line feeds, the lines are `JSON.stringify(request, null, 2)`, unless
 * the body has a folded value.
 */
export function writeLines({ explanation, unread }: Shown, reveal: boolean): readonly Line[] {
  const { request, body, url } = explanation;
  const metadata = reveal ? request?.request : withMasks(request?.request);
  const hasMetadata = metadata !== undefined;
  return [
    createLine('begin', '{'),
    methodLine(explanation),
    createLine('url', member('url', url.map(({ text }) => text).join('') + unread, 1, false)),
    ...headerLines(explanation, body === undefined && !hasMetadata, reveal),
    ...bodyLines(explanation, !hasMetadata, reveal),
    ...(hasMetadata ? [createLine('request', member('request', metadata, 1, true))] : []),
    createLine('end', '}'),
  ];
}

/** Runs of the url that are highlighted; a longer url ends in one piece. */
const RUNS = 160;

const escape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The line of the url, run by run. */
function UrlText({ explanation, unread }: Shown) {
  const { url } = explanation;
  const end = url.slice(RUNS).map(({ text }) => text);
  return (
    <>
      <Coloured text={'  "url": '} />
      <span className="token-string">"</span>
      {url.slice(0, RUNS).map((run, index) => (
        <HighlightSpan
          // oxlint-disable-next-line react/no-array-index-key -- runs never change places
          key={index}
          text={escape(run.text)}
          className={run.source.kind === 'unexpanded' ? 'url-unexpanded' : 'token-string'}
          {...deriveRunSource(explanation, run, index)}
        />
      ))}
      <span className="token-string">{escape(end.join(''))}</span>
      <span className="url-unread">{escape(unread)}</span>
      <span className="token-string">"</span>,
    </>
  );
}

interface LineViewProps extends Omit<Line, 'key'> {
  /** In place of the text. */
  readonly children?: ReactNode;
}

/** Each keystroke creates all lines anew, most with the same texts. */
const LineView = memo(function LineView({ text, origin, children, ...source }: LineViewProps) {
  return (
    <span className="line" data-origin={origin} {...highlightAttributes(source)}>
      <span>
        {children ?? <Coloured text={text} />}
        {'\n'}
      </span>
    </span>
  );
});

const Folded = lazyView(() => import('./Folded.js'));

interface RequestLinesProps extends Shown {
  readonly reveal: boolean;
  /** The text to copy; undefined while there is none. */
  readonly text: (() => string) | undefined;
}

const RequestLines = memo(function RequestLines({ explanation, unread, reveal, text }: RequestLinesProps) {
  return (
    <div className="copyable">
      <CodeBox label="Request options">
        {writeLines({ explanation, unread }, reveal).map(({ key, ...line }) => (
          <LineView key={key} {...line}>
            {key === 'url' ? <UrlText explanation={explanation} unread={unread} /> : undefined}
          </LineView>
        ))}
      </CodeBox>
      <CopyButton text={text} label="Request options" />
      <Suspense fallback={null}>
        {listFolded(explanation).map((folded) => (
          <Folded key={folded.name} {...folded} reveal={reveal} />
        ))}
      </Suspense>
    </div>
  );
});

/** Defaults that are not sent. */
function DroppedHeaders({ headers }: { readonly headers: readonly DroppedHeader[] }) {
  if (headers.length === 0) return null;
  return (
    <ul className="dropped" aria-label="Headers that are not sent">
      {headers.map(({ name, layer, sentence }) => (
        <li key={name} className="dropped-line" {...highlightAttributes(deriveHeaderSource(name, layer))}>
          <Sentence text={sentence} />
        </li>
      ))}
    </ul>
  );
}

/** The request options, each line with its origin; while there is a problem, what is known of them. */
export function RequestView({ state, reveal }: OutputProps) {
  const { explanation, unread, built, problems } = state;
  const latest = useLatest(state);
  const text = useCallback(() => JSON.stringify(revealAuth(latest()).request, null, 2), [latest]);
  // The form is that of before the text.
  const pending = findUnapplied(problems);
  if (pending !== undefined) return <p className="failure">{pending}</p>;
  return (
    <div className="request-options" data-incomplete={built === undefined}>
      <RequestLines explanation={explanation} unread={unread} reveal={reveal} text={built && text} />
      {built === undefined && <p className="badge badge-warn incomplete">Not complete</p>}
      <DroppedHeaders headers={explanation.droppedHeaders} />
    </div>
  );
}
