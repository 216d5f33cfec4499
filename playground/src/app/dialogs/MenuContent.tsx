import { Choice } from '../../ui/fields.js';
import { MenuItems } from '../../ui/MenuItems.js';
import { SHARES } from '../choices.js';
import { listMenu } from '../commands.js';
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

/** Every command without a button in the header, in sections. */
function MainMenu({ actions, canUndo, canRedo, theme }: MenuContentProps) {
  const idle: Readonly<Record<string, boolean>> = { Undo: !canUndo, Redo: !canRedo };
  return listMenu(actions).map(({ section, commands }) => (
    <div key={section} className="menu-section">
      <p className="search-section" aria-hidden="true">
        {section}
      </p>
      <MenuItems label={section} items={commands.map((command) => ({ ...command, disabled: idle[command.title] }))} />
      {section === 'Page' && (
        <div className="menu-theme flow">
          <span aria-hidden="true">Theme</span>
          <Choice legend="Theme" options={THEME_OPTIONS} value={theme} onValue={actions.setTheme} />
        </div>
      )}
    </div>
  ));
}

/** The content of a menu of the header. */
export default function MenuContent(props: MenuContentProps) {
  if (props.name === 'Menu') return <MainMenu {...props} />;
  const items = SHARES.map((form) => ({ title: form.title, run: () => void props.actions.share(form) }));
  return <MenuItems label="Share" items={items} />;
}
