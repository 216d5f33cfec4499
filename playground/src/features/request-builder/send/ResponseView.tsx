import { memo, useLayoutEffect, useRef } from 'react';
import { LongText } from '../../../ui/Code.js';
import { Method } from '../../../ui/Method.js';
import { Tabs } from '../../../ui/containers.js';
import { FieldList } from '../../../ui/FieldList.js';
import { formatMilliseconds, writeSize } from '../../../ui/text.js';
import { BodyActions, BodyView, useBody, type BodyViewProps } from './body/BodyView.js';
import type { Failure } from './failures.js';
import type { HttpResponse, Arriving, Head, SentRequest } from './response.js';
import type { Sender } from './sending.js';
import { writeStatus } from './status.js';
import './response.css';

function Fields({ headers }: Pick<Head, 'headers'>) {
  if (headers.length === 0) return <p className="empty">None that this page may see.</p>;
  return <FieldList fields={headers.map(([name, value]) => ({ name, value }))} />;
}

/** Bytes and times of a response. */
function Measures({ response: { body, waited, downloaded } }: { readonly response: HttpResponse }) {
  return (
    <p className="response-size note">
      <span>{writeSize(body.size)}</span>
      <span>{formatMilliseconds(waited + downloaded)}</span>
      <span>Waiting {formatMilliseconds(waited)}</span>
      <span>Download {formatMilliseconds(downloaded)}</span>
    </p>
  );
}

/** The body as it was received. */
function Raw(props: BodyViewProps) {
  const { read } = props;
  if (read === undefined || read.kind === 'failed') return <BodyView {...props} />;
  if ('text' in read) return <LongText text={read.text} label="Raw body" />;
  return <p className="empty">The body isn’t text.</p>;
}

interface StatusProps extends Pick<Head, 'status'> {
  readonly isWhole: boolean;
}

/** The status; in the colour of a warning while, or where, the body isn't complete. */
function Status({ status, isWhole }: StatusProps) {
  const tone = status < 300 && isWhole ? 'good' : status < 400 ? 'warn' : 'bad';
  return (
    <p className={`badge badge-${tone}`}>
      <span className="visually-hidden">Status </span>
      {writeStatus(status)}
    </p>
  );
}

interface ContentViewProps {
  readonly entry: SentRequest;
  readonly response: HttpResponse;
}

function ContentView({ entry, response }: ContentViewProps) {
  const { status, headers, body, cut } = response;
  const read = useBody(response);
  const isText = read !== undefined && 'text' in read;
  return (
    <>
      {cut !== undefined && <FailureCard failure={cut} />}
      <div className="response-head">
        <Status status={status} isWhole={cut === undefined} />
        <Measures response={response} />
        {body.size > 0 && <BodyActions response={response} url={entry.url} copies={isText} />}
      </div>
      <Tabs
        label="Parts of the response"
        tabs={[
          { label: 'Body', content: <BodyView response={response} read={read} /> },
          { label: 'Headers', badge: headers.length, content: <Fields headers={headers} /> },
          { label: 'Raw', content: <Raw response={response} read={read} /> },
        ]}
      />
      <p className="note">A page sees only the response headers that the server exposes.</p>
    </>
  );
}

/** Keeps the end of a text in sight while it grows, unless the user has scrolled away from it. */
function useEndInSight(text: string) {
  const area = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const shown = area.current;
    if (shown !== null && isAtEnd.current) shown.scrollTop = shown.scrollHeight;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the text changes the height
  }, [text]);
  const onScroll = () => {
    const shown = area.current;
    if (shown !== null) isAtEnd.current = shown.scrollHeight - shown.scrollTop - shown.clientHeight < 4;
  };
  return { ref: area, onScroll };
}

/** A response whose body is still coming: the end of its text so far. */
function ArrivingView({ arriving }: { readonly arriving: Arriving }) {
  const { status, headers, progress } = arriving;
  const { bytes, end, whole } = progress;
  const scrolling = useEndInSight(end ?? '');
  return (
    <>
      <div className="response-head">
        <Status status={status} isWhole={false} />
        <p className="response-size note">
          <span>{writeSize(bytes)} so far</span>
          <span>Cancel, beside the url, keeps what has come.</span>
        </p>
      </div>
      {!whole && <p className="note">The end of the text so far:</p>}
      {end === undefined ? (
        <p className="empty">The body isn’t text; it is shown when it is complete.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <section className="code" tabIndex={0} aria-label="Response body so far" {...scrolling}>
          <pre>{end}</pre>
        </section>
      )}
      <Fields headers={headers} />
    </>
  );
}

interface ListProps {
  readonly label: string;
  readonly items: readonly string[] | undefined;
}

function List({ label, items }: ListProps) {
  if (items === undefined) return null;
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function FailureCard({ failure: { title, text, causes, next } }: { readonly failure: Failure }) {
  return (
    <section className="failure send-failure" aria-label="Failure">
      <p>
        <b>{title}</b>
      </p>
      <p>{text}</p>
      <List label="Probable causes" items={causes} />
      {causes && next && (
        <p>
          <b>What to do next:</b>
        </p>
      )}
      <List label="What to do next" items={next} />
    </section>
  );
}

interface RequestOfProps {
  readonly sent: SentRequest;
  readonly isCurrent: boolean;
}

/** The request that a response belongs to. */
function RequestOf({ sent: { method, url, outcome }, isCurrent }: RequestOfProps) {
  const head = 'response' in outcome ? outcome.response : 'arriving' in outcome ? outcome.arriving : undefined;
  return (
    <div className="response-request note">
      <p>
        <span className="visually-hidden">{'failure' in outcome ? 'Failure of ' : 'Response to '}</span>
        <Method name={method} /> <code>{url}</code>
      </p>
      {head?.redirectedTo !== undefined && (
        <p>
          redirected to <code>{head.redirectedTo}</code>
        </p>
      )}
      {!isCurrent && <p className="badge badge-warn">of an earlier request</p>}
    </div>
  );
}

function OutcomeView({ sent }: { readonly sent: SentRequest }) {
  const { outcome } = sent;
  if ('failure' in outcome) return <FailureCard failure={outcome.failure} />;
  if ('arriving' in outcome) return <ArrivingView arriving={outcome.arriving} />;
  return <ContentView entry={sent} response={outcome.response} />;
}

/** The response to the request that was sent last. */
export default memo(function ResponseView({ sender }: { readonly sender: Sender }) {
  const { sent, isCurrent, problem, startedAt } = sender;
  if (problem !== undefined) return <p className="failure">The request could not be sent: {problem}</p>;
  if (sent === undefined) {
    return (
      <p className="empty">
        {startedAt === undefined
          ? 'Nothing sent yet. Send, beside the url, sends the request; its response appears here.'
          : 'Waiting for the response …'}
      </p>
    );
  }
  const isWaiting = startedAt !== undefined && !('arriving' in sent.outcome);
  return (
    <section aria-label="HTTP response" className="http-response" data-waiting={isWaiting}>
      <RequestOf sent={sent} isCurrent={isCurrent} />
      <OutcomeView key={sent.at} sent={sent} />
    </section>
  );
});
