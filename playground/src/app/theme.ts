import { load, save } from '../storage/device.js';

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Name in the device's storage. */
const THEME = 'theme';

/** The theme that the address names (`?theme=dark`), else the one chosen earlier on this device; `system` if there is none. */
export function loadTheme(): Theme {
  const stored = new URLSearchParams(location.search).get('theme') ?? load(THEME);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Shows a theme until the page is left. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme, and stores it if the browser allows that. */
export function applyTheme(theme: Theme): void {
  showTheme(theme);
  save(THEME, theme);
}
