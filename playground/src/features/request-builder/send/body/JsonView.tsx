import { useLayoutEffect, useId, useReducer, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { MAX_MATCHES, type JsonTree, type TreeRow } from './tree.js';
import { TextInput } from '../../../../ui/fields.js';

interface JsonSearchProps {
  readonly tree: JsonTree;
  /** Called with the line of a match, after it was unfolded. */
  readonly onShow: (line: number) => void;
}

/** Finds a text in the keys and values of a tree, also in its folded parts. */
function JsonSearch({ tree, onShow }: JsonSearchProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState({ text: '', matches: [] as readonly number[], index: 0 });
  const isFound = text !== '' && text === found.text;
  const step = (direction: number) => {
    if (text === '') return;
    const matches = isFound ? found.matches : tree.search(text);
    const index = isFound ? (found.index + direction + matches.length) % matches.length : 0;
    setFound({ text, matches, index });
    const match = matches[index];
    if (match !== undefined) onShow(tree.reveal(match));
  };
  const count = found.matches.length;
  const most = `${count.toLocaleString('en')}${count < MAX_MATCHES ? '' : ' or more'}`;
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
      <output className="note">{isFound && (count === 0 ? 'Not found' : `${found.index + 1} of ${most}`)}</output>
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
/** As in the stylesheet. */
const ROW = 20;
/** Browsers limit the height of an element: a taller tree scrolls faster than its lines. */
const MAX_HEIGHT = 8_000_000;
/** Above and below the lines, with the border. */
const PADDING = 26;

interface RowViewProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly active: boolean;
  readonly onClick: () => void;
}

function RowView({ row, id, active, onClick }: RowViewProps) {
  const { depth, name, text, kind, open } = row;
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
      onClick={onClick}
    >
      {name !== '' && <span className="token-key">{name}: </span>}
      <span className={kind === 'container' ? 'json-summary' : `token-${kind}`}>{text}</span>
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

/** The active line of a tree, and what changes it, by the ARIA tree pattern. */
function useActiveLine(tree: JsonTree) {
  const [active, setActive] = useState(0);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  /** Activates a line of a tree that has changed. */
  const show = (line: number) => {
    setActive(line);
    redraw();
  };
  const toggle = (line: number) => {
    tree.toggle(line);
    show(line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const open = tree.rows(active, active + 1)[0]?.open;
    const toggles = ['Enter', ' ', open === true ? 'ArrowLeft' : 'ArrowRight'];
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + MAX_VISIBLE,
      PageUp: active - MAX_VISIBLE,
      Home: 0,
      End: tree.length - 1,
      ArrowRight: open === true ? active + 1 : active,
      ArrowLeft: tree.findParent(active),
    }[key];
    if (open !== undefined && toggles.includes(key)) toggle(active);
    else if (target === undefined) return;
    else setActive(Math.max(0, Math.min(tree.length - 1, target)));
    event.preventDefault();
  };
  return { active, setActive, show, toggle, onKeyDown };
}

/** JSON as a tree that folds. Only the lines in sight are rendered. */
export function JsonView({ tree }: { readonly tree: JsonTree }) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const { active, setActive, show, toggle, onKeyDown } = useActiveLine(tree);
  const { length } = tree;
  const visible = Math.min(length, MAX_VISIBLE);
  const { height, first } = measure(length, scrollTop, visible);
  useScrolling(area, active, length, visible);
  return (
    <>
      <JsonSearch tree={tree} onShow={show} />
      <div
        className="code json"
        role="tree"
        aria-label="Response body"
        aria-activedescendant={active >= first && active < first + visible ? `${id}-${active}` : undefined}
        tabIndex={0}
        ref={area}
        style={{ height: `${visible * ROW + PADDING}px` }}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div className="json-space" role="none" style={{ height: `${height}px` }}>
          <div className="json-lines" role="none">
            {tree.rows(first, first + visible).map((row, offset) => {
              const index = first + offset;
              return (
                <RowView
                  key={index}
                  row={row}
                  id={`${id}-${index}`}
                  active={index === active}
                  onClick={() => (row.open === undefined ? setActive : toggle)(index)}
                />
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}
