import { useState } from 'react';
import { isContainer, parseJson } from '../../../json/json.js';
import { Code, LongText } from '../../../ui/Code.js';
import { CopyButton } from '../../../ui/buttons.js';
import { Tabs } from '../../../ui/containers.js';

/** A response as it is shown. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether `body` only describes the bytes of a body that isn't text. */
  readonly binary?: boolean;
  /** Number of characters that were read of a longer body. */
  readonly cutAt?: number;
  readonly ms: number;
  /** Differences from the built request, with their reasons. */
  readonly notes: readonly string[];
}

/** Members that are shown at first; a list of thousands would freeze the page. */
const MEMBERS_SHOWN = 100;
const MAX_TEXT = 5000;

function chooseKind(value: unknown): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'literal';
}

/** The summary of a folded value. */
function summarize(value: object): string {
  const count = Object.keys(value).length;
  const noun = Array.isArray(value) ? 'item' : 'member';
  const text = `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  return Array.isArray(value) ? `[ ${text} ]` : `{ ${text} }`;
}

function Leaf({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value);
  return (
    <span className={`token-${chooseKind(value)}`}>
      {text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length.toLocaleString('en')} characters)` : text}
    </span>
  );
}

function Members({ value }: { readonly value: object }) {
  const [shown, setShown] = useState(MEMBERS_SHOWN);
  const entries = Object.entries(value);
  return (
    <ul className="tree-members">
      {entries.slice(0, shown).map(([key, member]) => (
        <Member key={key} name={Array.isArray(value) ? key : JSON.stringify(key)} value={member} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="button button-quiet" onClick={() => setShown(shown + MEMBERS_SHOWN)}>
            Show {Math.min(MEMBERS_SHOWN, entries.length - shown)} more of {entries.length.toLocaleString('en')}
          </button>
        </li>
      )}
    </ul>
  );
}

interface ContainerProps {
  readonly name: string;
  readonly value: object;
  readonly open: boolean;
}

function Container({ name, value, open: initial }: ContainerProps) {
  const [open, setOpen] = useState(initial);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name !== '' && <span className="token-key">{name}: </span>}
        <span className="tree-summary">{summarize(value)}</span>
      </summary>
      {/* Folded members aren't rendered: a large response costs only its visible part. */}
      {open && <Members value={value} />}
    </details>
  );
}

function Member({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <li>
      {isContainer(value) ? (
        <Container name={name} value={value} open={false} />
      ) : (
        <>
          <span className="token-key">{name}: </span>
          <Leaf value={value} />
        </>
      )}
    </li>
  );
}

/** JSON as a tree whose nodes unfold by a click. */
function JsonTree({ value }: { readonly value: object }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it
    <section className="code tree" tabIndex={0} aria-label="Response body">
      <Container name="" value={value} open />
    </section>
  );
}

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
