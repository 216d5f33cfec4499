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
  deriveTokenSource,
  highlightAttributes,
  NO_SOURCE,
  type HighlightSource,
} from '../highlight/subjects.js';
import { describeSize, FOLDED_LENGTH, measureJson } from '../../../json/size.js';
import { CodeBox, Coloured } from '../../../ui/Code.js';
import { CopyButton } from '../../../ui/buttons.js';
import { useLatest } from '../../../ui/rendering.js';
import type { OutputProps } from './output.js';
import { Sentence } from '../../../ui/containers.js';

/** A line of the request as JSON, or several lines of one value. */
interface Line extends HighlightSource {
  readonly key: string;
  readonly text: string;
  /** Origin of the line, in a word or two. */
  readonly origin: string;
}

/** A member of the request, of its headers or of its body. */
interface Member extends HighlightSource {
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
  readonly origin?: string | undefined;
  /** The lines of the value. */
  readonly members?: readonly Member[];
}

/** The lines of members, indented; commas go between them. A folded value is replaced by its size. */
function writeMembers(members: readonly Member[], depth: number): readonly Line[] {
  return members.flatMap(({ key, name, value, members: inner = [], origin = '', subjects, from }, index) => {
    const indent = '  '.repeat(depth);
    const comma = index === members.length - 1 ? '' : ',';
    const line = (text: string): Line => ({
      key,
      text: `${indent}${JSON.stringify(name)}: ${text}`,
      origin,
      subjects,
      from,
    });
    if (inner.length > 0)
      return [
        line('{'),
        ...writeMembers(inner, depth + 1),
        { key: `end of ${key}`, text: `${indent}}${comma}`, origin: '', ...NO_SOURCE },
      ];
    const length = measureJson(value);
    const json =
      length > FOLDED_LENGTH
        ? `… ${describeSize(value, length)}`
        : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return [line(json + comma)];
  });
}

function describeMethod(explanation: Explanation) {
  const index = explanation.tokens.findIndex(({ kind }) => kind === 'method');
  if (index === -1) return { ...NO_SOURCE, origin: 'by default' };
  return {
    ...deriveTokenSource(explanation, index),
    origin: explanation.layers.find(({ kind }) => kind === 'route')?.label,
  };
}

const HEADER_ORIGINS = { mediaType: 'the media type', content: 'the body' } as const;

function listHeaders({ headers }: Explanation, reveal: boolean): readonly Member[] {
  return headers.map(({ name, value, source, layer }) => ({
    key: `header ${name}`,
    name,
    value: reveal || !isSecretName(name) ? value : mask(value),
    origin: source === 'mediaType' || source === 'content' ? HEADER_ORIGINS[source] : layer?.label,
    ...deriveHeaderSource(name, layer),
  }));
}

function listBody({ body, parameters }: Explanation, reveal: boolean): readonly Member[] {
  if (body === undefined) return [];
  const show = (name: string, value: unknown) => (reveal ? value : withMasks({ [name]: value })[name]);
  const whole = { key: 'body', name: 'body', subjects: 'body', from: 'body', value: show('', body.value) };
  if (body.source === 'data' || body.keys.length === 0) return [{ ...whole, origin: body.layer?.label }];
  const members = body.keys.map(({ key, value, parameter }): Member => {
    const filled = parameters[parameter];
    const { subjects } = filled === undefined ? whole : deriveParameterSource({ parameters }, parameter);
    return {
      key: `body ${key}`,
      name: key,
      value: show(key, value),
      origin: filled?.layer?.label,
      subjects,
      from: `body ${key}`,
    };
  });
  return [{ ...whole, members }];
}

/** The part of a state that the lines show. */
type Shown = Pick<BuilderState, 'explanation' | 'unread'>;

/** The members of the request, as far as it is known. */
function listMembers({ explanation, unread }: Shown, reveal: boolean): readonly Member[] {
  const { request, url } = explanation;
  const metadata = reveal ? request?.request : withMasks(request?.request);
  const create = (name: string, value: unknown): Member => ({ key: name, name, value, ...NO_SOURCE });
  return [
    { ...create('method', findMethod(explanation)), ...describeMethod(explanation) },
    create('url', url.map(({ text }) => text).join('') + unread),
    { ...create('headers', {}), members: listHeaders(explanation, reveal) },
    ...listBody(explanation, reveal),
    ...(metadata === undefined ? [] : [create('request', metadata)]),
  ];
}

/**
 * The request as JSON, line by line, as far as it is known. Joined by line feeds, the lines are `JSON.stringify(request, null, 2)`, unless
 * the body has a folded value.
 */
export function writeLines(shown: Shown, reveal: boolean): readonly Line[] {
  return [
    { key: 'begin', text: '{', origin: '', ...NO_SOURCE },
    ...writeMembers(listMembers(shown, reveal), 1),
    { key: 'end', text: '}', origin: '', ...NO_SOURCE },
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
        {listBody(explanation, reveal)
          .flatMap((body) => body.members ?? body)
          .filter(({ value }) => measureJson(value) > FOLDED_LENGTH)
          .map(({ key, name, value }) => (
            <Folded key={key} name={name} value={value} />
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
  const { explanation, unread, request, problems } = state;
  const latest = useLatest(state);
  const text = useCallback(() => JSON.stringify(revealAuth(latest()).request, null, 2), [latest]);
  // The form is that of before the text.
  const pending = findUnapplied(problems);
  if (pending !== undefined) return <p className="failure">{pending}</p>;
  return (
    <div className="request-options" data-incomplete={request === undefined}>
      <RequestLines explanation={explanation} unread={unread} reveal={reveal} text={request && text} />
      {request === undefined && <p className="badge badge-warn incomplete">Not complete</p>}
      <DroppedHeaders headers={explanation.droppedHeaders} />
    </div>
  );
}
