import { EXAMPLE_FORMS } from './example-forms.js';
import type { PageActions } from './page-actions.js';
import { THEMES } from './theme.js';

/** A command of the page. */
export interface Command {
  readonly section: 'Start' | 'Share' | 'Edit' | 'Page' | 'Examples' | 'Theme';
  readonly title: string;
  /** Its shortcut, see `Keys`. */
  readonly keys?: string;
  readonly run: () => void;
}

/** All commands, in the order of the palette: those of the header's buttons, then those of its menu. */
export function listCommands({ open, share, undo, redo, reset, openForm, setTheme }: PageActions): readonly Command[] {
  return [
    { section: 'Start', title: 'Search the catalogue, or load an OpenAPI file', run: () => open('catalogue') },
    { section: 'Start', title: 'Open a saved request', run: () => open('saved') },
    { section: 'Share', title: 'Copy link', run: () => void share('Link') },
    { section: 'Share', title: 'Copy as Markdown', run: () => void share('Markdown') },
    { section: 'Edit', title: 'Undo', keys: 'mod Z', run: undo },
    { section: 'Edit', title: 'Redo', keys: 'mod Shift Z', run: redo },
    { section: 'Edit', title: 'Save this request', keys: 'mod S', run: () => open('save') },
    { section: 'Edit', title: 'Start over with the example', run: reset },
    { section: 'Page', title: 'Search all commands', keys: 'mod K', run: () => open('palette') },
    { section: 'Page', title: 'Show keyboard shortcuts', keys: 'mod /', run: () => open('shortcuts') },
    ...Object.entries(EXAMPLE_FORMS).map(([title, form]) => ({
      section: 'Examples' as const,
      title,
      run: () => openForm(form),
    })),
    ...THEMES.map((theme) => ({
      section: 'Theme' as const,
      title: `Theme: ${theme}`,
      run: () => setTheme(theme),
    })),
  ];
}
