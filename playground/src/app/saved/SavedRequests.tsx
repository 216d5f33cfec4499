import { useCallback } from 'react';
import type { SavedRequest } from '../../features/saved/library.js';
import SavedDialog from '../../features/saved/SavedDialog.js';
import type { Document } from '../document/document.js';
import { readDocument } from '../document/stored.js';
import type { PageActions } from '../page-actions.js';
import { checkContent } from './content.js';
import { getReason } from '../../ui/text.js';

interface SavedRequestsProps {
  readonly base: Document;
  readonly actions: PageActions;
  readonly onClosed: () => void;
}

/** The saved requests of this device, as documents of the page. */
export default function SavedRequests({ base, actions, onClosed }: SavedRequestsProps) {
  const readContent = useCallback(
    (content: unknown) => {
      const { route, content: checked } = checkContent(content, base);
      return { route, content: checked };
    },
    [base],
  );
  const open = (saved: SavedRequest) => {
    try {
      actions.openDocument(readDocument(saved.content, base), saved);
    } catch (error) {
      // A later version of the page saved it.
      actions.notify(`“${saved.name}” can’t be opened: ${getReason(error)}`);
    }
  };
  return (
    <SavedDialog readContent={readContent} onOpen={open} onSave={() => actions.open('save')} onClosed={onClosed} />
  );
}
