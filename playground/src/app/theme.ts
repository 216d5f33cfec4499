/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'endpoint.js:theme';

/** The theme that the address names (`?theme=dark`), else the one chosen earlier on this device; `system` if there is none. */
export function loadTheme(): Theme {
  try {
    const stored = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is blocked.
    return 'system';
  }
}

/** Shows a theme until the page is left. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme, and stores it if the browser allows that. */
export function applyTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}
