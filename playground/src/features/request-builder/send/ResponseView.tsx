import { memo, useEffect, useState } from 'react';
import { LongText } from '../../../ui/Code.js';
import { Tabs } from '../../../ui/containers.js';
import type { Answer, SentRequest } from './answer.js';
import { BodyActions, BodyView, useBody } from './body/BodyView.js';
import { writeSize } from './body/media.js';
import type { Failure } from './failures.js';
import type { Sender } from './sending.js';
import './response.css';

/** A body as it was received, as text. */
function RawText({ body }: { readonly body: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let ended = false;
    const read = async () => {
      const whole = await body.text();
      if (!ended) setText(whole);
    };
    void read();
    return () => {
      ended = true;
    };
  }, [body]);
  return text === undefined ? <p className="empty">Reading the body …</p> : <LongText text={text} label="Raw body" />;
}

function writeMilliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`;
}

function chooseBadge(status: number): string {
  if (status < 300) return 'badge badge-good';
  return status < 400 ? 'badge badge-warn' : 'badge badge-bad';
}

function Fields({ headers }: Pick<Answer, 'headers'>) {
  if (headers.length === 0) return <p className="empty">None that this page may see.</p>;
  return (
    <dl className="fields-list">
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Bytes and times of an answer. */
function Measures({ answer: { body, transferred, ms, phases } }: { readonly answer: Answer }) {
  return (
    <p className="response-size">
      <span>
        {writeSize(body.size)}
        {transferred !== undefined && ` (${writeSize(transferred)} transferred)`}
      </span>
      <span>{writeMilliseconds(ms)}</span>
      {phases.map(({ name, ms: took }) => (
        <span key={name}>
          {name} {writeMilliseconds(took)}
        </span>
      ))}
    </p>
  );
}

function Raw({ body, read }: { readonly body: Blob; readonly read: ReturnType<typeof useBody> }) {
  if (read?.kind === 'json') return <RawText body={body} />;
  if (read?.kind === 'text') return <LongText text={read.text} label="Raw body" />;
  return <p className="empty">The body isn’t text.</p>;
}

interface AnswerViewProps {
  readonly entry: SentRequest;
  readonly answer: Answer;
}

function AnswerView({ entry, answer }: AnswerViewProps) {
  const { status, headers, body, notes } = answer;
  const read = useBody(answer);
  const isText = read?.kind === 'json' || read?.kind === 'text';
  return (
    <>
      <div className="response-head">
        <p className={chooseBadge(status)}>
          <span className="visually-hidden">Status </span>
          {entry.summary}
        </p>
        <Measures answer={answer} />
        {body.size > 0 && <BodyActions answer={answer} url={entry.url} copies={isText} />}
      </div>
      <Tabs
        label="Parts of the response"
        tabs={[
          { label: 'Body', content: <BodyView answer={answer} read={read} /> },
          { label: 'Headers', badge: headers.length, content: <Fields headers={headers} /> },
          {
            label: 'Raw',
            content: <Raw body={body} read={read} />,
          },
        ]}
      />
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </>
  );
}

function FailureCard({ failure: { title, text, next } }: { readonly failure: Failure }) {
  return (
    <section className="send-failure" aria-label="Failure">
      <p className="send-failure-title">{title}</p>
      <p>{text}</p>
      {next.length > 0 && (
        <ul aria-label="What to do next">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The answer to the request that was sent last. */
export default memo(function ResponseView({ sender }: { readonly sender: Sender }) {
  const { sent, problem, startedAt } = sender;
  if (problem !== undefined) return <p className="failure">The request could not be sent: {problem}</p>;
  if (sent === undefined) {
    return (
      <p className="empty">
        {startedAt === undefined
          ? 'Nothing sent yet. Send, beside the url, sends the request; its response appears here.'
          : 'Waiting for the answer …'}
      </p>
    );
  }
  const { outcome } = sent;
  return (
    <section aria-label="HTTP response" className="http-response" data-waiting={startedAt !== undefined}>
      {'failure' in outcome ? (
        <FailureCard failure={outcome.failure} />
      ) : (
        <AnswerView key={sent.at} entry={sent} answer={outcome.answer} />
      )}
    </section>
  );
});
