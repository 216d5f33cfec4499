import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { MAX_MATCHES, type TreeRow } from './tree-row.js';
import type { Change, Reply, TreeView } from './tree-worker.js';
import { TextInput } from '../../../../ui/fields.js';

interface JsonSearchProps {
  readonly found: TreeView['found'];
  readonly onChange: (change: Change) => void;
}

/** Finds a text in the keys and values of a tree, also in its folded parts. */
function JsonSearch({ found, onChange }: JsonSearchProps) {
  const [text, setText] = useState('');
  const step = (direction: 1 | -1) => {
    if (text !== '') onChange({ find: text, step: direction });
  };
  const { count, index } = found;
  const most = `${count.toLocaleString('en')}${count < MAX_MATCHES ? '' : ' or more'}`;
  const isShown = text !== '' && text === found.text;
  return (
    <div className="json-search">
      <TextInput
        aria-label="Search in the body"
        placeholder="Search, then Enter"
        value={text}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <output className="note">{isShown && (count === 0 ? 'Not found' : `${index + 1} of ${most}`)}</output>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => step(-1)}>
        Previous
      </button>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => step(1)}>
        Next
      </button>
    </div>
  );
}

/** Lines in sight at most. */
const MAX_VISIBLE = 26;
/** Lines that are there beyond those in sight, so that scrolling by a line or two needs no new ones. */
const AROUND = 30;
/** As in the stylesheet. */
const ROW = 20;
/** Browsers limit the height of an element: a taller tree scrolls faster than its lines. */
const MAX_HEIGHT = 8_000_000;
/** Above and below the lines, with the border. */
const PADDING = 26;

interface RowViewProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly id: string;
  readonly active: boolean;
  readonly onPick: (index: number) => void;
}

function RowView({ row, index, id, active, onPick }: RowViewProps) {
  const { depth, name, text, kind, open, cutFrom } = row;
  return (
    // The tree has the focus and handles the keys (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="treeitem"
      id={id}
      className="json-row"
      data-depth={depth}
      data-active={active}
      aria-level={depth + 1}
      aria-expanded={open}
      aria-selected={active}
      style={{ paddingLeft: `${Math.min(depth, 40) * 16 + 18}px` }}
      onClick={() => onPick(index)}
    >
      {name !== '' && <span className="token-key">{name}: </span>}
      <span className={kind === 'container' ? 'json-summary' : `token-${kind}`}>{text}</span>
      {cutFrom !== undefined && <span className="json-summary"> {cutFrom.toLocaleString('en')} characters</span>}
    </div>
  );
}

/** The position of the lines in a list that may be taller than an element can be. */
function measure(length: number, scrollTop: number, visible: number) {
  const height = Math.min(length * ROW, MAX_HEIGHT);
  const hidden = height - visible * ROW;
  const share = hidden <= 0 ? 0 : Math.min(1, scrollTop / hidden);
  const first = Math.max(0, Math.round(share * (length - visible)));
  return { height, first, hidden };
}

/** Keeps the active line in sight. */
function useScrolling(area: RefObject<HTMLDivElement | null>, active: number, length: number, visible: number) {
  useLayoutEffect(() => {
    const shown = area.current;
    if (shown === null || length <= visible) return;
    const { first, hidden } = measure(length, shown.scrollTop, visible);
    const next = active < first ? active : Math.max(first, active - visible + 1);
    if (next !== first) shown.scrollTo({ top: (next / (length - visible)) * hidden });
    // Only a change of the active line scrolls: the user may scroll it out of sight.
  }, [area, active, length, visible]);
}

/** The line that a key leads to, by the ARIA tree pattern; undefined for another key. */
function findTarget(key: string, { length, start, rows }: TreeView, active: number): number | undefined {
  const row = rows[active - start];
  const above = rows.slice(0, Math.max(0, active - start)).findLastIndex(({ depth }) => depth < (row?.depth ?? 0));
  const target = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + MAX_VISIBLE,
    PageUp: active - MAX_VISIBLE,
    Home: 0,
    End: length - 1,
    ArrowRight: row?.open === true ? active + 1 : active,
    ArrowLeft: above === -1 ? active : start + above,
  }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(length - 1, target));
}

/** Whether a key folds or unfolds a line. */
function isToggle(key: string, open: boolean | undefined): boolean {
  if (open === undefined) return false;
  return key === 'Enter' || key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight');
}

/** The view of a tree in a worker, and the worker's failure. */
function useTree(worker: Worker, initial: TreeView) {
  const [view, setView] = useState(initial);
  const [active, setActive] = useState(0);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<Reply>) => {
      if ('failure' in data) setFailure(data.failure);
      if (!('rows' in data)) return;
      setView(data);
      if (data.active !== undefined) setActive(data.active);
    };
    const onError = ({ message }: ErrorEvent) => setFailure(message);
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    return () => {
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
    };
  }, [worker]);
  return { view, active, setActive, failure };
}

export interface JsonViewProps {
  readonly worker: Worker;
  /** The first lines of the opened body. */
  readonly view: TreeView;
}

/** JSON as a tree that folds. Only the lines in sight are rendered; the others stay in the worker. */
export function JsonView({ worker, view: initial }: JsonViewProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const { view, active, setActive, failure } = useTree(worker, initial);
  const { length } = view;
  const visible = Math.min(length, MAX_VISIBLE);
  const { height, first } = measure(length, scrollTop, visible);
  useScrolling(area, active, length, visible);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  const change = (next: Change) => worker.postMessage(next);
  const start = Math.max(0, Math.floor(first / AROUND) * AROUND - AROUND);
  useEffect(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
    worker.postMessage({ start } satisfies Change);
  }, [worker, start]);

  const from = Math.max(first, view.start);
  const rows = view.rows.slice(from - view.start, from - view.start + visible);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findTarget(event.key, view, active);
    if (isToggle(event.key, view.rows[active - view.start]?.open)) change({ toggle: active });
    else if (target === undefined) return;
    else setActive(target);
    event.preventDefault();
  };
  return (
    <>
      <JsonSearch found={view.found} onChange={change} />
      {failure !== undefined && <p className="failure">{failure}</p>}
      <div
        className="code json"
        role="tree"
        aria-label="Response body"
        aria-activedescendant={active >= from && active < from + rows.length ? `${id}-${active}` : undefined}
        tabIndex={0}
        ref={area}
        style={{ height: `${visible * ROW + PADDING}px` }}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div className="json-space" role="none" style={{ height: `${height}px` }}>
          <div className="json-lines" role="none">
            {rows.map((row, offset) => {
              const index = from + offset;
              return (
                <RowView
                  key={index}
                  row={row}
                  index={index}
                  id={`${id}-${index}`}
                  active={index === active}
                  onPick={row.open === undefined ? setActive : (toggle) => change({ toggle })}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
