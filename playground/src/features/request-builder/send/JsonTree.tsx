import { useState } from 'react';
import { isContainer } from '../../../json/read.js';

/** Members that are shown at first; a list of thousands would freeze the page. */
const STEP = 100;
const MAX_TEXT = 5000;

type Entries = readonly (readonly [key: string, value: unknown])[];

function chooseKind(value: unknown): string {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'literal';
}

/** The summary of a folded value. */
function summarize(value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
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

function Members({ entries, isList }: { readonly entries: Entries; readonly isList: boolean }) {
  const [shown, setShown] = useState(STEP);
  return (
    <ul className="tree-members">
      {entries.slice(0, shown).map(([key, value]) => (
        <Member key={key} name={key} value={value} isIndex={isList} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="button button-quiet" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, entries.length - shown)} more of {entries.length.toLocaleString('en')}
          </button>
        </li>
      )}
    </ul>
  );
}

function Container({
  name,
  value,
  open: initial,
}: {
  readonly name: string;
  readonly value: object;
  readonly open: boolean;
}) {
  const [open, setOpen] = useState(initial);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name !== '' && <span className="token-key">{name}: </span>}
        <span className="tree-summary">{summarize(value)}</span>
      </summary>
      {/* Folded members aren't rendered: a large response costs only its visible part. */}
      {open && <Members entries={Object.entries(value)} isList={Array.isArray(value)} />}
    </details>
  );
}

function Member({
  name,
  value,
  isIndex,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly isIndex: boolean;
}) {
  const shown = isIndex ? name : JSON.stringify(name);
  return (
    <li>
      {isContainer(value) ? (
        <Container name={shown} value={value} open={false} />
      ) : (
        <span className="tree-leaf">
          <span className="token-key">{shown}: </span>
          <Leaf value={value} />
        </span>
      )}
    </li>
  );
}

/** JSON as a tree whose nodes unfold by a click. */
export function JsonTree({ value }: { readonly value: object }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it
    <section className="code tree" tabIndex={0} aria-label="Response body">
      <Container name="" value={value} open />
    </section>
  );
}
