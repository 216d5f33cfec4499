import { memo, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface PanelHeadProps {
  readonly title: string;
  /** Controls at the right of the title. */
  readonly actions?: ReactNode;
  readonly hint?: ReactNode;
}

/** Renders again only for new `actions` and `hint`, so pass the same elements while nothing changes. */
const PanelHead = memo(function PanelHead({ id, title, hint, actions }: PanelHeadProps & { readonly id: string }) {
  return (
    <div className="panel-head flow">
      <h3 className="panel-title" id={id}>
        {title}
      </h3>
      {hint !== undefined && <p className="panel-hint note">{hint}</p>}
      {actions !== undefined && <div className="panel-actions flow end">{actions}</div>}
    </div>
  );
});

interface PanelProps extends PanelHeadProps {
  readonly children: ReactNode;
}

/** A box with a heading that names it. */
export function Panel({ children, ...head }: PanelProps) {
  const id = useId();
  return (
    <section className="panel box contained" aria-labelledby={id}>
      <PanelHead id={id} {...head} />
      {children}
    </section>
  );
}

interface Tab {
  readonly label: string;
  /** A count beside the label; 0 is not shown. */
  readonly badge?: number | undefined;
  /** Whether the count is of something to look at. */
  readonly warns?: boolean;
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

/** Shows the tab that a key leads to, and focuses it; `index` is that of the shown one. */
export function moveByKey(event: KeyboardEvent, index: number, onShow: (index: number) => void): void {
  const tabs = event.currentTarget.parentElement?.children ?? [];
  const next = findTarget(event.key, index, tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  onShow(next);
  const tab = tabs[next];
  if (tab instanceof HTMLElement) tab.focus();
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Index of the shown view, if something else may choose it too. */
  readonly shown?: number;
  readonly onShow?: (index: number) => void;
}

/** Shows one of several views. */
export function Tabs({ label, tabs, shown, onShow }: TabsProps) {
  const id = useId();
  const [uncontrolled, setUncontrolled] = useState(0);
  const chosen = shown ?? uncontrolled;
  const setChosen = onShow ?? setUncontrolled;
  const index = Math.min(chosen, tabs.length - 1);
  // A view that opens by itself may have its tab beyond the edge of a narrow screen.
  const before = useRef(shown);
  useEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    document.getElementById(`${id}-tab-${shown}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown, id]);
  return (
    <div>
      <div className="tabs-head">
        <div className="tabs-list" role="tablist" aria-label={label}>
          {tabs.map(({ label: name, badge = 0, warns = false }, position) => (
            <button
              key={name}
              type="button"
              role="tab"
              className="tab muted"
              id={`${id}-tab-${position}`}
              aria-controls={`${id}-panel`}
              aria-selected={position === index}
              tabIndex={position === index ? 0 : -1}
              onClick={() => setChosen(position)}
              onKeyDown={(event) => moveByKey(event, index, setChosen)}
            >
              {name}
              {badge > 0 && ' '}
              {badge > 0 && <span className={`tab-badge muted ${warns ? 'tab-badge-warn' : ''}`}>{badge}</span>}
            </button>
          ))}
        </div>
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${index}`}>
        {tabs[index]?.content}
      </div>
    </div>
  );
}

/** A sentence whose parts between backticks are code. */
export function Sentence({ text }: { readonly text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the parts never change places
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}
