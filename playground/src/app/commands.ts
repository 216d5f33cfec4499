import { EXAMPLE_FORMS } from './example-forms.js';
import type { PageActions } from './page-actions.js';

/** The shortcut of the command palette. */
export const PALETTE_KEYS = 'mod K';

/** A command of the page. */
export interface Command {
  readonly title: string;
  /** Its shortcut, see `Keys`. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

interface CommandSection {
  readonly section: string;
  readonly commands: readonly Command[];
}

/** The commands of the header's menu, in its order; the palette lists them too. */
export function listMenu({ open, undo, redo, reset, openForm }: PageActions): readonly CommandSection[] {
  return [
    {
      section: 'Edit',
      commands: [
        { title: 'Undo', keys: 'mod Z', run: undo },
        { title: 'Redo', keys: 'mod Shift Z', run: redo },
        { title: 'Save this request', keys: 'mod S', run: () => open('save') },
        { title: 'Start over with the example', run: reset },
      ],
    },
    {
      section: 'Page',
      commands: [
        { title: 'Search all commands', keys: PALETTE_KEYS, run: () => open('palette') },
        { title: 'Show keyboard shortcuts', keys: 'mod /', run: () => open('shortcuts') },
      ],
    },
    {
      section: 'Examples',
      commands: Object.entries(EXAMPLE_FORMS).map(([title, form]) => ({ title, run: () => openForm(form) })),
    },
  ];
}
