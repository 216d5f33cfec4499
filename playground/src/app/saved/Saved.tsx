import { lazy, Suspense } from 'react';
import type { SavedRequest } from '../../features/saved/library.js';
import type { Document } from '../document/document.js';
import type { PageActions } from '../page-actions.js';

const SavedRequests = lazy(() => import('./SavedRequests.js'));
const SaveRequest = lazy(() => import('./SaveRequest.js'));

interface SavedProps {
  /** Whether to save the request of the page, or to show the saved ones. */
  readonly saving: boolean;
  readonly base: Document;
  readonly actions: PageActions;
  /** The saved request that the page shows; undefined for none. */
  readonly current: SavedRequest | undefined;
  readonly onClosed: () => void;
}

/** The dialogs of saved requests: one chunk for the page to know. */
export default function Saved({ saving, base, actions, current, onClosed }: SavedProps) {
  return (
    <Suspense fallback={null}>
      {saving ? (
        <SaveRequest base={base} actions={actions} current={current} onClosed={onClosed} />
      ) : (
        <SavedRequests base={base} actions={actions} onClosed={onClosed} />
      )}
    </Suspense>
  );
}
