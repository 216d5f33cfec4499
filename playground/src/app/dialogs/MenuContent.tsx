import { Choice } from '../../ui/fields.js';
import { describeKeys, Keys } from '../../ui/Keys.js';
import { listCommands, type Command } from '../commands.js';
import type { PageActions } from '../page-actions.js';
import { THEMES, type Theme } from '../theme.js';

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: value }));

export interface MenuContentProps {
  readonly name: 'Share' | 'Menu';
  readonly actions: PageActions;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly theme: Theme;
}

/** A button of a menu, which closes it. */
function MenuItem({ title, keys, run, disabled }: Command & { readonly disabled: boolean }) {
  return (
    <li>
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
  );
}

/** The content of a menu of the header: the menu itself has every command without a button there, in sections. */
export default function MenuContent({ name, actions, canUndo, canRedo, theme }: MenuContentProps) {
  const commands = listCommands(actions);
  return (name === 'Share' ? ['Share'] : ['Edit', 'Page', 'Examples']).map((section) => (
    <div key={section} className="menu-section">
      {name === 'Menu' && (
        <p className="search-section" aria-hidden="true">
          {section}
        </p>
      )}
      <ul aria-label={section}>
        {commands
          .filter((command) => command.section === section)
          .map((command) => (
            <MenuItem
              key={command.title}
              {...command}
              disabled={(command.title === 'Undo' && !canUndo) || (command.title === 'Redo' && !canRedo)}
            />
          ))}
      </ul>
      {section === 'Page' && (
        <div className="menu-theme flow">
          <span aria-hidden="true">Theme</span>
          <Choice legend="Theme" options={THEME_OPTIONS} value={theme} onValue={actions.setTheme} />
        </div>
      )}
    </div>
  ));
}
