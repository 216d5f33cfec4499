import { Suspense } from 'react';
import { lazyView } from '../../ui/lazy-view.js';
import type { SavedRequest } from '../../features/saved/library.js';
import type { Document } from '../document/document.js';
import type { PageActions } from '../page-actions.js';
import type { OpenDialog } from '../use-page.js';

// Separate chunks, which the page doesn't wait for.
const CatalogueDialog = lazyView(() => import('../../features/catalogue/dialog/CatalogueDialog.js'));
const Palette = lazyView(() => import('./Palette.js'));
const SavedRequests = lazyView(() => import('../saved/SavedRequests.js'));
const SaveRequest = lazyView(async () => ({ default: (await import('../saved/SavedRequests.js')).SaveRequest }));
const Shortcuts = lazyView(async () => ({ default: (await import('./Palette.js')).Shortcuts }));

interface DialogsProps {
  readonly dialog: OpenDialog;
  readonly actions: PageActions;
  readonly base: Document;
  /** The saved request that the page shows; undefined for none. */
  readonly saved: SavedRequest | undefined;
}

/** The open dialog. */
export default function Dialogs({ dialog, actions, base, saved }: DialogsProps) {
  const { name } = dialog;
  const onClosed = () => actions.closed(dialog);
  return (
    <Suspense fallback={null}>
      {name === 'palette' && <Palette actions={actions} onClosed={onClosed} />}
      {name === 'catalogue' && (
        <CatalogueDialog source={dialog.source} onChoose={actions.openOperation} onClosed={onClosed} />
      )}
      {name === 'saved' && <SavedRequests base={base} actions={actions} onClosed={onClosed} />}
      {name === 'save' && <SaveRequest base={base} actions={actions} current={saved} onClosed={onClosed} />}
      {name === 'shortcuts' && <Shortcuts onClosed={onClosed} />}
    </Suspense>
  );
}
