import { useCallback } from 'react';
import { listCommands, type Command } from '../commands.js';
import type { PageActions } from '../page-actions.js';
import { Dialog } from '../../ui/Dialog.js';
import { Keys } from '../../ui/Keys.js';
import { SearchList, type SearchItem } from '../../ui/SearchList.js';

/** The commands that have all words of a query, those first whose titles have one at the start of a word; all for an empty query. */
function searchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const countStarts = ({ title }: Command) =>
    words.filter((word) => ` ${title.toLowerCase()}`.includes(` ${word}`)).length;
  return commands
    .filter(({ section, title }) => words.every((word) => `${title}\n${section}`.toLowerCase().includes(word)))
    .sort((a, b) => countStarts(b) - countStarts(a));
}

/** Shortcuts of the page. */
const SHORTCUTS = [
  { keys: 'mod K', does: 'Open the command palette' },
  { keys: 'mod S', does: 'Save the request under a name' },
  { keys: 'mod /', does: 'Show these shortcuts' },
  { keys: 'mod Z', does: 'Undo, over the whole form' },
  { keys: 'mod Shift Z', does: 'Redo' },
  { keys: 'mod Enter', does: 'Send the request or the call, from any of its fields' },
  { keys: 'Esc', does: 'Close a dialog or menu, and go back to where you were' },
  { keys: 'Tab', does: 'Go to the next control; no field traps the focus' },
] as const;

interface PaletteProps {
  readonly actions: PageActions;
  readonly onClosed: () => void;
}

/** Every command of the page, by name. */
export default function Palette({ actions, onClosed }: PaletteProps) {
  const search = useCallback(
    (query: string) =>
      // It is open itself.
      searchCommands(listCommands(actions), query)
        .filter(({ keys }) => keys !== 'mod K')
        .map(({ section, title, keys, run }, index): SearchItem => ({
          key: `${index} ${title}`,
          section,
          onChoose: run,
          content: (
            <>
              <span>{title}</span>
              {keys !== undefined && <Keys keys={keys} />}
            </>
          ),
        })),
    [actions],
  );
  return (
    <Dialog label="Commands" className="dialog-search" onClosed={onClosed}>
      {(close) => (
        <SearchList
          label="Search commands"
          placeholder="What would you like to do?"
          search={search}
          noun="command"
          close={close}
        />
      )}
    </Dialog>
  );
}

/** The shortcuts of the page. */
export function Shortcuts({ onClosed }: { readonly onClosed: () => void }) {
  return (
    <Dialog label="Keyboard shortcuts" title="Keyboard shortcuts" onClosed={onClosed}>
      {() => (
        <dl className="shortcuts">
          {SHORTCUTS.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                <Keys keys={keys} />
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
