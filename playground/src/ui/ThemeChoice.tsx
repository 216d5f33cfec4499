import { Choice } from './fields.js';
import type { Theme } from './themes.js';

const OPTIONS = [
  { value: 'system', label: 'As the reader’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: Theme; label: string }[];

interface ThemeChoiceProps {
  /** Name of the choice, for screen readers. */
  readonly legend: string;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

/** The choice of a theme for something that others will read. */
export function ThemeChoice({ legend, theme, onTheme }: ThemeChoiceProps) {
  return <Choice legend={legend} options={OPTIONS} value={theme} onValue={onTheme} />;
}
