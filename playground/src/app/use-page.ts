import { useMemo, useState } from 'react';
import { useLatest } from '../ui/rendering.js';
import { isRouteOf, type Catalogue, type Operation } from '../features/catalogue/catalogue.js';
import { exampleDocument, type Document } from './document/document.js';
import type { Start } from './document/start.js';
import { useDocument, type DocumentHandle } from './document/state.js';
import { EXAMPLES } from './examples.js';
import { fillFormFromOperation } from './fill-form.js';
import { saveOperation, loadOperation, saveRequest } from './document/storage.js';
import type { ViewName } from './parts/parts.js';
import { share, type ShareKind } from './share.js';

type DialogName = 'palette' | 'catalogue' | 'history' | 'shortcuts' | 'tour';

/** A dialog that is open, or closed and not yet removed; opened again at that moment, it has another id. */
export interface OpenDialog {
  readonly name: DialogName;
  readonly id: number;
}

export interface PageActions {
  readonly open: (dialog: DialogName) => void;
  /** Removes a closed dialog; another may be open by now. */
  readonly closed: (dialog: OpenDialog) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly share: (kind: ShareKind) => Promise<void>;
  readonly openExample: (index: number) => void;
  readonly openOperation: (operation: Operation, catalogue: Catalogue) => void;
  readonly openDocument: (document: Document) => void;
  readonly reset: () => void;
  readonly show: (view: ViewName) => void;
  readonly endNotice: () => void;
}

interface Page extends DocumentHandle {
  readonly actions: PageActions;
  readonly dialog: OpenDialog | undefined;
  readonly notice: string;
  readonly shown: ViewName;
  /** The catalogue's entry of the route; undefined for any other route. */
  readonly operation: Operation | undefined;
}

/** Copies the document in one of its forms and returns the notice about it. */
async function copy(kind: ShareKind, document: Document, base: Document): Promise<string> {
  try {
    const { text, notice } = await share(kind, document, base);
    await navigator.clipboard.writeText(text);
    return notice;
  } catch (error) {
    // The browser has no clipboard, or the permission is missing.
    if (error instanceof DOMException || error instanceof TypeError) return 'The browser does not let this page copy.';
    return error instanceof Error ? error.message : String(error);
  }
}

function useActions({ state, dispatch }: DocumentHandle, { base, embedded }: Start) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [notice, setNotice] = useState('');
  const [operation, setOperation] = useState(() => (embedded ? undefined : loadOperation()));
  const [shown, show] = useState<ViewName>('inputs');
  const latest = useLatest(state.timeline.present);

  // The object never changes, so its users don't render at each keystroke.
  const actions = useMemo((): PageActions => {
    const replace = (document: Document) => {
      // Undo restores the document, and after a reload the history does.
      saveRequest(latest(), base);
      dispatch({ type: 'replace', document });
    };
    const fill = (builder: Document['builder']) => {
      replace({ ...latest(), builder });
      show('inputs');
    };
    return {
      open: (name) => setDialog((now) => ({ name, id: (now?.id ?? 0) + 1 })),
      closed: ({ id }) => setDialog((now) => (now?.id === id ? undefined : now)),
      show,
      endNotice: () => setNotice(''),
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      openDocument: replace,
      openExample: (index) => fill(EXAMPLES[index]?.form ?? latest().builder),
      openOperation: (chosen, catalogue) => {
        fill(fillFormFromOperation(chosen, catalogue, latest().builder));
        setOperation(chosen);
        saveOperation(chosen);
      },
      reset: () => replace(exampleDocument(location.search)),
      share: async (kind) => {
        saveRequest(latest(), base);
        setNotice('');
        setNotice(await copy(kind, latest(), base));
      },
    };
  }, [latest, base, dispatch]);
  const isOf = operation !== undefined && isRouteOf(operation, state.timeline.present.builder.route);
  return { actions, dialog, notice, shown, operation: isOf ? operation : undefined };
}

/** The state of the page and its actions. */
export function usePage(start: Start): Page {
  const handle = useDocument(start);
  return { ...handle, ...useActions(handle, start) };
}
