import { describeKeys, Keys } from './Keys.js';

interface MenuItem {
  readonly title: string;
  /** Its shortcut, as `Keys` shows it. */
  readonly keys?: string | undefined;
  /** Whether it would do nothing now. */
  readonly disabled?: boolean | undefined;
  readonly run: () => void;
}

/** Buttons of a menu, which close it. */
export function MenuItems({ label, items }: { readonly label: string; readonly items: readonly MenuItem[] }) {
  return (
    <ul className="menu-items" aria-label={label}>
      {items.map(({ title, keys, disabled = false, run }) => (
        <li key={title}>
          <button
            type="button"
            className="line-button menu-item"
            aria-label={title}
            aria-disabled={disabled || undefined}
            aria-keyshortcuts={keys && describeKeys(keys)}
            onClick={({ currentTarget }) => {
              if (disabled) return;
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
              run();
            }}
          >
            {title}
            {keys !== undefined && <Keys keys={keys} />}
          </button>
        </li>
      ))}
    </ul>
  );
}
