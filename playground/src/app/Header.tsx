import { Icon, ICONS, Menu } from '../ui/buttons.js';
import { THEMES, type Theme } from './theme.js';
import { EXAMPLES } from './examples.js';
import { SHARES } from './share.js';
import type { PageActions } from './use-page.js';

const THEME_ICONS: Readonly<Record<Theme, string>> = {
  system: 'M2.5 3.5h11v7h-11zM6 13h4',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  dark: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6Z',
};

interface ThemeToggleProps {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

/** Cycles through the themes: system, light, dark. */
function ThemeToggle({ theme, onTheme }: ThemeToggleProps) {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      className="button button-quiet theme"
      aria-label={`Theme: ${theme}`}
      onClick={() => onTheme(next)}
    >
      <Icon path={THEME_ICONS[theme]} />
      <span className="theme-name">{theme}</span>
    </button>
  );
}

interface HeaderProps {
  readonly actions: PageActions;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

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

interface StepProps {
  readonly name: 'undo' | 'redo';
  readonly label: string;
  readonly can: boolean;
  readonly onStep: () => void;
}

function Step({ name, label, can, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-label={label}
      title={label}
      // Not `disabled`: a focused button would lose the focus with the last step.
      aria-disabled={!can}
      onClick={onStep}
    >
      <Icon path={ICONS[name]} />
    </button>
  );
}

export function Header({ actions, canUndo, canRedo, theme, onTheme }: HeaderProps) {
  const { open, share, openExample } = actions;
  return (
    <header className="header">
      <Brand />
      <div className="header-end">
        <button type="button" className="button button-quiet" aria-label="Catalogue" onClick={() => open('catalogue')}>
          <Icon path={ICONS.catalogue} />
          <span className="button-text">Catalogue</span>
        </button>
        <Menu
          className="header-examples"
          label="Examples"
          icon={<Icon path={ICONS.examples} />}
          items={EXAMPLES.map(({ title }, index) => ({ title, onChoose: () => openExample(index) }))}
        />
        <Step name="undo" label="Undo" can={canUndo} onStep={actions.undo} />
        <Step name="redo" label="Redo" can={canRedo} onStep={actions.redo} />
        <Menu
          label="Share"
          icon={<Icon path={ICONS.share} />}
          items={SHARES.map(({ kind, title }) => ({ title, onChoose: () => void share(kind) }))}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-label="Commands"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => open('palette')}
        >
          <Icon path={ICONS.commands} />
          <span className="button-text">Commands</span>
        </button>
        <ThemeToggle theme={theme} onTheme={onTheme} />
      </div>
    </header>
  );
}
