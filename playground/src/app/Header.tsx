import { Icon, ICONS, Menu, QuietButton } from '../ui/buttons.js';
import { EXAMPLES, SHARES } from './choices.js';
import { findPart, PARTS, type ViewName } from './views.js';
import type { PageActions } from './page-actions.js';
import { THEMES, type Theme } from './theme.js';

const THEME_ICONS: Readonly<Record<Theme, string>> = {
  system: 'M2.5 3.5h11v7h-11zM6 13h4',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  dark: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6Z',
};

function Brand() {
  return (
    <>
      <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M12 8c-3 0-3.2 1.6-3.2 3.6S8.6 16 6.5 16c2.1 0 2.3 2.4 2.3 4.4S9 24 12 24M20 8c3 0 3.2 1.6 3.2 3.6S23.4 16 25.5 16c-2.1 0-2.3 2.4-2.3 4.4S23 24 20 24M16 15.9v.2" />
      </svg>
      <h1 className="brand">
        endpoint.js <span>playground</span>
      </h1>
    </>
  );
}

interface PartSwitchProps {
  readonly shown: ViewName;
  readonly onShow: PageActions['show'];
}

/** Chooses the part that the page shows; small screens have tabs at the bottom instead. */
function PartSwitch({ shown, onShow }: PartSwitchProps) {
  const current = findPart(shown);
  return (
    <nav className="choice part-switch" aria-label="Parts of the playground">
      {PARTS.map((part) => (
        <button
          key={part.name}
          type="button"
          className="part-button"
          aria-current={part === current ? 'page' : undefined}
          onClick={() => onShow(part.views[0].name)}
        >
          <Icon path={part.icon} />
          {part.label}
        </button>
      ))}
    </nav>
  );
}

interface HeaderProps {
  readonly actions: PageActions;
  readonly shown: ViewName;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly theme: Theme;
}

export function Header({ actions, shown, canUndo, canRedo, theme }: HeaderProps) {
  const { open, share, undo, redo, openExample, setTheme } = actions;
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <header className="header">
      <Brand />
      <PartSwitch shown={shown} onShow={actions.show} />
      <div className="header-end">
        <QuietButton icon={ICONS.catalogue} aria-label="Catalogue" onClick={() => open('catalogue')}>
          <span className="button-text">Catalogue</span>
        </QuietButton>
        <Menu
          className="header-examples"
          label="Examples"
          icon={ICONS.examples}
          items={EXAMPLES.map((title) => ({ title, onChoose: () => void openExample(title) }))}
        />
        <QuietButton className="header-saved" icon={ICONS.saved} aria-label="Saved" onClick={() => open('saved')}>
          <span className="button-text">Saved</span>
        </QuietButton>
        {/* Not `disabled`: a focused button would lose the focus with the last step. */}
        <QuietButton icon={ICONS.undo} aria-label="Undo" title="Undo" aria-disabled={!canUndo} onClick={undo} />
        <QuietButton
          className="header-redo"
          icon={ICONS.redo}
          aria-label="Redo"
          title="Redo"
          aria-disabled={!canRedo}
          onClick={redo}
        />
        <Menu
          label="Share"
          icon={ICONS.share}
          items={SHARES.map((form) => ({ title: form.title, onChoose: () => void share(form) }))}
        />
        <QuietButton
          icon={ICONS.commands}
          aria-label="Commands"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => open('palette')}
        >
          <span className="button-text">Commands</span>
        </QuietButton>
        <QuietButton
          className="theme"
          icon={THEME_ICONS[theme]}
          aria-label={`Theme: ${theme}`}
          onClick={() => setTheme(nextTheme)}
        >
          <span className="theme-name">{theme}</span>
        </QuietButton>
      </div>
    </header>
  );
}
