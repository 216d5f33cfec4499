import { useMemo, useState } from 'react';
import { useLatest } from '../ui/rendering/use-latest.js';
import type { Catalogue, Operation } from '../features/catalogue/operation.js';
import { isRouteOf } from '../features/catalogue/search.js';
import { exampleDocument, type Document } from './document/document.js';
import type { Start } from './document/start.js';
import { useDocument, type DocumentHandle } from './document/use-document.js';
import { EXAMPLES } from './examples.js';
import { fillFormFromOperation } from './operation/fill-form.js';
import { keepOperation, keptOperation } from './operation/kept-operation.js';
import { saveRequest } from './document/saved-requests.js';
import type { ViewName } from './parts/parts.js';
import { share, type ShareKind } from './sharing/share.js';

type DialogName = 'palette' | 'catalogue' | 'history' | 'shortcuts' | 'tour';

/** A dialog that is open, or was closed and is yet to be removed: opened again in that moment it gets another id. */
export interface OpenDialog {
  readonly name: DialogName;
  readonly id: number;
}

export interface PageActions {
  readonly open: (dialog: DialogName) => void;
  /** Removes a dialog that has been closed; another may be open by now. */
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

export interface Page extends DocumentHandle {
  readonly actions: PageActions;
  readonly dialog: OpenDialog | undefined;
  readonly notice: string;
  readonly shown: ViewName;
  /** What the catalogue says about the route; undefined where it has gone on to another. */
  readonly operation: Operation | undefined;
}

/** Copies the document in one of its forms and says what came of it. */
async function copy(kind: ShareKind, document: Document, base: Document): Promise<string> {
  try {
    const { text, said } = await share(kind, document, base);
    await navigator.clipboard.writeText(text);
    return said;
  } catch (error) {
    // A browser without a clipboard, or without the permission.
    if (error instanceof DOMException || error instanceof TypeError) return 'The browser does not let this page copy.';
    return error instanceof Error ? error.message : String(error);
  }
}

function useActions({ state, dispatch }: DocumentHandle, { base, embedded }: Start) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [notice, setNotice] = useState('');
  const [operation, setOperation] = useState(() => (embedded ? undefined : keptOperation()));
  const [shown, show] = useState<ViewName>('inputs');
  const latest = useLatest(state.timeline.present);

  // The same object for good: what gets it need not render at each keystroke.
  const actions = useMemo((): PageActions => {
    const replace = (document: Document) => {
      // Undo brings it back, and so does the history after a reload.
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
        keepOperation(chosen);
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

/** Everything that the page holds and can do. */
export function usePage(start: Start): Page {
  const handle = useDocument(start);
  return { ...handle, ...useActions(handle, start) };
}
