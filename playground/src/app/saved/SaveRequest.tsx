import { useState } from 'react';
import type { SavedRequest } from '../../features/saved/library.js';
import SaveDialog from '../../features/saved/SaveDialog.js';
import type { Document } from '../document/document.js';
import type { PageActions } from '../page-actions.js';
import { writeContent } from './content.js';

interface SaveRequestProps {
  readonly base: Document;
  readonly actions: PageActions;
  /** The saved request that the page shows; undefined for none. */
  readonly current: SavedRequest | undefined;
  readonly onClosed: () => void;
}

/** Saves the document of the page as it was when the dialog opened. */
export default function SaveRequest({ base, actions, current, onClosed }: SaveRequestProps) {
  const [{ removed, ...content }] = useState(() => writeContent(actions.current().timeline.present, base));
  return (
    <SaveDialog
      content={content}
      removed={removed}
      current={current}
      onSaved={(saved) => {
        actions.setSaved(saved);
        actions.notify(`Saved as “${saved.name}”.`);
      }}
      onClosed={onClosed}
    />
  );
}
