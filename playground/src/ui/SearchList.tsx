import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { describeCount } from './text.js';
import { CODE_INPUT } from './fields.js';

export interface SearchItem {
  readonly key: string;
  readonly content: ReactNode;
  /** Heading of the item and of its neighbours with the same section. */
  readonly section?: string;
  readonly onChoose: () => void;
}

/** More results would be slow to render and no help. */
const SHOWN = 80;
const PAGE = 8;

function findNext(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index + count - 1) % count;
  if (key === 'PageDown') return Math.min(index + PAGE, count - 1);
  if (key === 'PageUp') return Math.max(index - PAGE, 0);
  return undefined;
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly SearchItem[];
  /** Index of the item that Enter chooses. */
  readonly index: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (item: SearchItem) => void;
}

function Options({ id, label, items, index, onPoint, onChoose }: OptionsProps) {
  // Before the paint, so the chosen item is always in sight.
  useLayoutEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, index]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the platform has no list whose focus stays in a field
    <div className="search-list results scroll" id={`${id}-list`} role="listbox" aria-label={label}>
      {items.map((item, position) => (
        <div key={item.key}>
          {item.section !== undefined && item.section !== items[position - 1]?.section && (
            <p className="search-section" aria-hidden="true">
              {item.section}
            </p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keys */}
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the list above
            role="option"
            className="search-option split"
            id={`${id}-${position}`}
            aria-selected={position === index}
            onPointerMove={() => onPoint(position)}
            onClick={() => onChoose(item)}
          >
            {item.content}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The items that match a query. */
export interface SearchResults {
  readonly query: string;
  /** The best first; only the first of many are shown. */
  readonly items: readonly SearchItem[];
  /** The number of all that match. */
  readonly count: number;
}

/** The list may load after its dialog opened; the user may have begun to type in another field by then. */
function focusUnlessTyping(field: HTMLInputElement | null): void {
  const typing = field?.closest('dialog')?.querySelector('input:focus');
  if (!typing) field?.focus();
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The noun of the count, in the singular: `route`. */
  readonly noun: string;
  /** Closes the dialog of the list, before the chosen item acts. */
  readonly close: () => void;
}

interface SearchBoxProps extends SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Those of the query, or of an earlier one while the search runs. */
  readonly results: SearchResults;
}

/** A search field and its results, wherever they come from: a combobox whose list stays open. */
export function SearchBox({ label, placeholder, noun, close, query, onQuery, results }: SearchBoxProps) {
  const id = useId();
  // Undefined until the user moves in the list.
  const [chosen, setChosen] = useState<number>();
  // The query whose first result Enter chose, even while the list still shows the results of an earlier one.
  const entered = useRef<string>(undefined);
  const { items, count } = results;
  const shown = items.slice(0, SHOWN);
  const index = Math.min(chosen ?? 0, shown.length - 1);

  const choose = (item: SearchItem) => {
    // First: an item may open another dialog.
    close();
    item.onChoose();
  };
  useEffect(() => {
    if (entered.current === undefined || results.query !== query) return;
    const [first] = entered.current === query ? items : [];
    entered.current = undefined;
    if (first) choose(first);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, it owns the keys.
    if (event.nativeEvent.isComposing) return;
    const next = findNext(event.key, index, shown.length);
    if (next !== undefined) setChosen(next);
    else if (event.key !== 'Enter') return;
    else if ((event.ctrlKey || event.metaKey) && chosen === undefined) {
      // The shortcut for sending, of the page below.
      event.stopPropagation();
    } else if (results.query !== query) entered.current = query;
    else if (shown[index]) choose(shown[index]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="search fill">
      <input
        className="input search-input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length === 0 ? undefined : `${id}-${index}`}
        aria-autocomplete="list"
        placeholder={placeholder}
        {...CODE_INPUT}
        data-focus-first
        ref={focusUnlessTyping}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onQuery(event.target.value);
          setChosen(undefined);
        }}
      />
      <output className="search-count note">
        {count === 0 ? 'Nothing found. Try fewer or other words.' : describeCount(count, noun)}
        {count > shown.length && `; the first ${shown.length} are listed`}
      </output>
      <Options id={id} label={label} items={shown} index={index} onPoint={setChosen} onChoose={choose} />
    </div>
  );
}

interface SearchListProps extends SearchFieldProps {
  /** Finds the items that match a query, the best first. */
  readonly search: (query: string) => readonly SearchItem[];
}

/** A search over items that are at hand. */
export function SearchList({ search, ...field }: SearchListProps) {
  const [query, setQuery] = useState('');
  const results = useMemo(() => {
    const items = search(query);
    return { query, items, count: items.length };
  }, [search, query]);
  return <SearchBox {...field} query={query} onQuery={setQuery} results={results} />;
}
