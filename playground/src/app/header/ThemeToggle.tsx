import { Icon } from '../../ui/controls/Icon.js';
import type { Theme } from './theme.js';

const ORDER: readonly Theme[] = ['system', 'light', 'dark'];
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
export function ThemeToggle({ theme, onTheme }: ThemeToggleProps) {
  const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system';
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
