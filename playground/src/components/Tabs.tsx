import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly name: string;
  /** How many things wait there; nothing is shown for none. */
  readonly badge?: number;
  readonly content: ReactNode;
}

/** Which tab a key leads to, by the habits of the ARIA tabs pattern. */
function target(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Views of one thing, one at a time. */
export function Tabs({
  label,
  tabs,
  actions,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly actions?: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, tabs.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event.key, index, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className="tabs">
      <div className="tabs-head">
        <div className="tabs-list" role="tablist" aria-label={label} ref={list}>
          {tabs.map(({ name, badge = 0 }, position) => (
            <button
              key={name}
              type="button"
              role="tab"
              className="tab"
              id={`${id}-tab-${position}`}
              aria-controls={`${id}-panel`}
              aria-selected={position === index}
              tabIndex={position === index ? 0 : -1}
              onClick={() => setChosen(position)}
              onKeyDown={onKeyDown}
            >
              {name}
              {badge > 0 && ' '}
              {badge > 0 && <span className="tab-badge">{badge}</span>}
            </button>
          ))}
        </div>
        {actions}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${index}`}>
        {tabs[index]?.content}
      </div>
    </div>
  );
}
