import { useState } from 'react';
import type { SavedRequest } from '../../features/saved/library.js';
import SavedDialog from '../../features/saved/SavedDialog.js';
import type { Document } from '../document/document.js';
import { readDocument } from '../document/stored.js';
import type { PageActions } from '../page-actions.js';
import { checkContent, writeContent } from './content.js';
import { getReason } from '../../ui/text.js';
import SaveDialog from '../../features/saved/SaveDialog.js';

interface SaveRequestProps {
  readonly base: Document;
  readonly actions: PageActions;
  /** The saved request that the page shows; undefined for none. */
  readonly current: SavedRequest | undefined;
  readonly onClosed: () => void;
}

/** Saves the document of the page as it was when the dialog opened. */
export function SaveRequest({ base, actions, current, onClosed }: SaveRequestProps) {
  const [{ removed, ...content }] = useState(() => writeContent(actions.current().timeline.present, base));
  const { named } = actions.current().builder.surroundings;
  return (
    <SaveDialog
      content={content}
      removed={removed}
      current={current}
      suggestion={named?.route === content.route ? named.name : ''}
      onSaved={(saved) => {
        actions.setSaved(saved);
        actions.notify(`Saved as “${saved.name}”.`);
      }}
      onClosed={onClosed}
    />
  );
}

interface SavedRequestsProps {
  readonly base: Document;
  readonly actions: PageActions;
  readonly onClosed: () => void;
}

/** The saved requests of this device, as documents of the page. */
export default function SavedRequests({ base, actions, onClosed }: SavedRequestsProps) {
  const open = (saved: SavedRequest) => {
    try {
      actions.openDocument(readDocument(saved.content, base), saved);
    } catch (error) {
      // A later version of the page saved it.
      actions.notify(`“${saved.name}” can’t be opened: ${getReason(error)}`);
    }
  };
  return (
    <SavedDialog
      readContent={(content) => checkContent(content, base)}
      onOpen={open}
      onSave={() => actions.open('save')}
      onClosed={onClosed}
    />
  );
}
