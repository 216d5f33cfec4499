import { useId, useRef, type ReactNode } from 'react';

export interface MenuItem {
  readonly title: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

/** A button that opens a few others in a popover, which Esc or a click elsewhere closes. */
export function Menu({ label, icon, items, className = '' }: MenuProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" className={`button button-quiet ${className}`} popoverTarget={id} aria-label={label}>
        {icon}
        <span className="button-text">{label}</span>
      </button>
      <div className="menu" id={id} popover="auto" ref={popover}>
        {items.map(({ title, onChoose }) => (
          <button
            key={title}
            type="button"
            className="line-button menu-item"
            onClick={() => {
              popover.current?.hidePopover();
              onChoose();
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
