import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { TreeRow } from './tree.js';
import { findTarget, isToggle, MAX_VISIBLE, useTree } from './use-tree.js';
import type { BodyWorker } from './worker.js';
import { TextInput } from '../../../../ui/fields.js';

interface JsonSearchProps {
  readonly worker: BodyWorker;
  /** Called with the line of a match, and the number of lines after it was unfolded. */
  readonly onShow: (line: number, length: number) => void;
  /** Called with the worker's failure. */
  readonly onFailure: (error: unknown) => void;
}

/** Finds a text in the keys and values of a tree, also in its folded parts. */
function JsonSearch({ worker, onShow, onFailure }: JsonSearchProps) {
  const [text, setText] = useState('');
  const [match, setMatch] = useState(0);
  const [found, setFound] = useState({ text: '', count: 0, more: false });
  const goTo = async (next: number, count: number) => {
    if (count === 0) return;
    const chosen = (next + count) % count;
    setMatch(chosen);
    const { line, length } = await worker.ask('reveal', { match: chosen });
    onShow(line, length);
  };
  const search = async () => {
    const answer = await worker.ask('search', { text });
    setFound({ text, ...answer });
    await goTo(0, answer.count);
  };
  const step = async (direction: number) => {
    try {
      await (found.text === text ? goTo(match + direction, found.count) : search());
    } catch (error) {
      onFailure(error);
    }
  };
  const current = found.text === text && text !== '';
  const most = found.more ? `${found.count.toLocaleString('en')} or more` : String(found.count);
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
          void step(event.shiftKey ? -1 : 1);
        }}
      />
      <output className="note">{current && (found.count === 0 ? 'Not found' : `${match + 1} of ${most}`)}</output>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => void step(-1)}>
        Previous
      </button>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => void step(1)}>
        Next
      </button>
    </div>
  );
}

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

interface JsonViewProps {
  readonly worker: BodyWorker;
  readonly length: number;
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

/** JSON as a tree that folds. Only the lines in sight are rendered; the others stay in the worker. */
export function JsonView({ worker, length: initial }: JsonViewProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const findFirst = (lines: number) => measure(lines, scrollTop, Math.min(lines, MAX_VISIBLE)).first;
  const tree = useTree(worker, initial, findFirst);
  const { length, active, lines, failure, report, activate, toggle, show } = tree;
  const visible = Math.min(length, MAX_VISIBLE);
  const { height, first } = measure(length, scrollTop, visible);
  useScrolling(area, active, length, visible);

  const start = Math.max(first, lines?.start ?? 0);
  const rows = lines?.rows.slice(start - lines.start, start - lines.start + visible) ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const toggles = isToggle(event.key, tree);
    const target = findTarget(event.key, tree);
    if (!toggles && target === undefined) return;
    event.preventDefault();
    if (toggles) toggle(active);
    else if (target !== undefined) activate(target);
  };
  return (
    <>
      <JsonSearch worker={worker} onShow={show} onFailure={report} />
      {failure !== undefined && <p className="failure">{failure}</p>}
      <div
        className="code json"
        role="tree"
        aria-label="Response body"
        aria-busy={lines === undefined}
        aria-activedescendant={active >= start && active < start + rows.length ? `${id}-${active}` : undefined}
        tabIndex={0}
        ref={area}
        style={{ height: `${visible * ROW + PADDING}px` }}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div className="json-space" role="none" style={{ height: `${height}px` }}>
          <div className="json-lines" role="none">
            {rows.map((row, offset) => {
              const index = start + offset;
              return (
                <RowView
                  key={index}
                  row={row}
                  index={index}
                  id={`${id}-${index}`}
                  active={index === active}
                  onPick={row.open === undefined ? activate : toggle}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
