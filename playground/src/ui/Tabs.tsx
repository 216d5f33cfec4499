import { memo, useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface Tab {
  readonly label: string;
  /** A count beside the label; 0 is not shown. */
  readonly badge?: number | undefined;
  readonly content: ReactNode;
}

/** The tab that a key leads to, by the ARIA tabs pattern. */
function findTarget(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

interface TabButtonProps {
  readonly id: string;
  readonly label: string;
  readonly badge: number | undefined;
  readonly position: number;
  readonly selected: boolean;
  readonly onChoose: (position: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const TabButton = memo(function TabButton(props: TabButtonProps) {
  const { id, label, badge = 0, position, selected, onChoose, onKeyDown } = props;
  return (
    <button
      type="button"
      role="tab"
      className="tab"
      id={`${id}-tab-${position}`}
      aria-controls={`${id}-panel`}
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      onClick={() => onChoose(position)}
      onKeyDown={onKeyDown}
    >
      {label}
      {badge > 0 && ' '}
      {badge > 0 && <span className="tab-badge">{badge}</span>}
    </button>
  );
});

/** Shows one of several views. */
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
  const count = tabs.length;
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const next = findTarget(event.key, index, count);
      if (next === undefined) return;
      event.preventDefault();
      setChosen(next);
      list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    },
    [index, count],
  );

  return (
    <div className="tabs">
      <div className="tabs-head">
        <div className="tabs-list" role="tablist" aria-label={label} ref={list}>
          {tabs.map((tab, position) => (
            <TabButton
              key={tab.label}
              id={id}
              label={tab.label}
              badge={tab.badge}
              position={position}
              selected={position === index}
              onChoose={setChosen}
              onKeyDown={onKeyDown}
            />
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
