import { useDeferredValue, useId, useLayoutEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
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
    <div className="search-list" id={`${id}-list`} role="listbox" aria-label={label}>
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
            className="search-option"
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

interface SearchListProps {
  readonly label: string;
  readonly placeholder: string;
  /** Finds the items that match a query, the best first. */
  readonly search: (query: string) => readonly SearchItem[];
  /** The noun after the number of results: `routes`. */
  readonly counted: string;
  /** Closes the dialog of the list, before the chosen item acts. */
  readonly close: () => void;
}

/** A search field and its results: a combobox whose list stays open. */
export function SearchList({ label, placeholder, search, counted, close }: SearchListProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const deferred = useDeferredValue(query);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const shown = found.slice(0, SHOWN);
  const index = Math.min(chosen, shown.length - 1);
  const onChoose = (item: SearchItem) => {
    close();
    item.onChoose();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, it owns the keys.
    if (event.nativeEvent.isComposing) return;
    const next = findNext(event.key, index, shown.length);
    // The latest query counts, even while the list still shows the previous one.
    const item = event.key === 'Enter' ? (query === deferred ? shown : search(query))[index] : undefined;
    if (next !== undefined) setChosen(next);
    else if (item) onChoose(item);
    else return;
    event.preventDefault();
  };

  return (
    <div className="search">
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list may load after its dialog opened
        autoFocus
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
      />
      <output className="search-count note">
        {found.length === 0
          ? 'Nothing found. Try fewer or other words.'
          : `${found.length.toLocaleString('en')} ${counted}`}
      </output>
      <Options id={id} label={label} items={shown} index={index} onPoint={setChosen} onChoose={onChoose} />
    </div>
  );
}
