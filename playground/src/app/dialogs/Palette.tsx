import { useCallback, useMemo } from 'react';
import { Dialog, useDialog } from '../../ui/containers/Dialog.js';
import { SearchList, type SearchItem } from '../../ui/containers/SearchList.js';
import type { SavedRequest } from '../document/saved-requests.js';
import type { Theme } from '../header/theme.js';
import type { PageActions } from '../use-page.js';
import { listCommands, searchCommands, type Command } from './commands.js';
import { Keys } from './Keys.js';

interface CommandItem extends SearchItem {
  readonly command: Command;
}

interface PaletteProps {
  readonly actions: PageActions;
  readonly onTheme: (theme: Theme) => void;
  readonly saved: readonly SavedRequest[];
  readonly onClosed: () => void;
}

/** Every command of the page, by name. */
export default function Palette({ actions, onTheme, saved, onClosed }: PaletteProps) {
  const { dialog, close } = useDialog();
  const commands = useMemo(() => listCommands({ actions, onTheme, saved }), [actions, onTheme, saved]);
  const search = useCallback(
    (query: string) =>
      searchCommands(commands, query).map((command, index): CommandItem => ({
        key: `${index} ${command.title}`,
        section: command.section,
        command,
        content: (
          <>
            <span className="command-title">{command.title}</span>
            {command.keys !== undefined && <Keys keys={command.keys.split(' ')} />}
          </>
        ),
      })),
    [commands],
  );
  return (
    <Dialog dialog={dialog} label="Commands" className="dialog-search" onClosed={onClosed}>
      <SearchList
        label="Search commands"
        placeholder="What would you like to do?"
        search={search}
        counted="commands"
        onChoose={({ command }) => {
          close();
          command.run();
        }}
      />
    </Dialog>
  );
}
