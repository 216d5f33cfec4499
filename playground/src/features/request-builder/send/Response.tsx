import { isContainer, parseJson } from '../../../json/read.js';
import { Code } from '../../../ui/code/Code.js';
import { CopyButton } from '../../../ui/controls/CopyButton.js';
import { Tabs } from '../../../ui/containers/Tabs.js';
import type { ReceivedResponse } from './sending.js';
import { JsonTree } from './JsonTree.js';
import { LongText } from './LongText.js';

function Body({ response: { body, binary = false } }: { readonly response: ReceivedResponse }) {
  if (body === '') return <p className="empty">The response has no body.</p>;
  const json = binary ? undefined : parseJson(body);
  return (
    <div className="copyable">
      {json?.ok && isContainer(json.value) ? (
        <JsonTree value={json.value} />
      ) : (
        <LongText text={body} label="Response body" />
      )}
      <CopyButton text={body} label="body" />
    </div>
  );
}

function Fields({ headers }: { readonly headers: ReceivedResponse['headers'] }) {
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

function chooseBadge(status: number): string {
  if (status < 300) return 'badge badge-good';
  return status < 400 ? 'badge badge-warn' : 'badge badge-bad';
}

/** Status, headers and body of a response. */
export default function Response({ response }: { readonly response: ReceivedResponse }) {
  const { status, headers, body, ms, cutAt, notes } = response;
  return (
    <section aria-label="HTTP response">
      <div className="response-head">
        <p className={chooseBadge(status)}>
          <span className="visually-hidden">Status </span>
          {status}
        </p>
        <span className="response-size">
          {ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms, {body.length.toLocaleString('en')} characters
        </span>
      </div>
      {cutAt !== undefined && (
        <p className="empty">Only the first {cutAt.toLocaleString('en')} characters were read.</p>
      )}
      <Tabs
        label="Parts of the response"
        tabs={[
          { label: 'Body', content: <Body response={response} /> },
          { label: 'Headers', badge: headers.length, content: <Fields headers={headers} /> },
          {
            label: 'Raw',
            content:
              body.length > 100_000 ? <LongText text={body} label="Raw body" /> : <Code text={body} label="Raw body" />,
          },
        ]}
      />
      {notes.map((note) => (
        <p key={note} className="empty">
          {note}
        </p>
      ))}
    </section>
  );
}
