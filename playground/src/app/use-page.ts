import { useRef, useState } from 'react';
import { useLatest } from '../ui/rendering.js';
import type { DocumentSource } from '../features/catalogue/reading/read-document.js';
import type { PasteReader } from '../features/request-builder/paste/use-paste.js';
import type { SavedRequest } from '../features/saved/library.js';
import type { Start } from './document/start.js';
import { useDocument } from './document/state.js';
import { loadTheme } from './theme.js';
import { useOperation } from './use-operation.js';
import { PART, PARTS, type ViewName } from './views.js';

/** The view that the page opens with: of the part that the address names, else of the only one that a link fills. */
function chooseView({ document, base, isFirst, embedded }: Start): ViewName {
  if (embedded) return 'inputs';
  const named = new URLSearchParams(location.search).get(PART);
  const filled =
    !isFirst && document.builder.route === '' && JSON.stringify(document.call) !== JSON.stringify(base.call)
      ? 'call'
      : 'build';
  return PARTS.find(({ name }) => name === (named ?? filled))?.views[0].name ?? 'inputs';
}

export type DialogName = 'palette' | 'catalogue' | 'shortcuts' | 'saved' | 'save';

/** A dialog that is open, or closed and not yet removed; opened again at that moment, it has another id. */
export interface OpenDialog {
  readonly name: DialogName;
  readonly id: number;
  /** A document that the catalogue loads at once. */
  readonly source: DocumentSource | undefined;
}

/** The state of the page; `operation` is the catalogue's entry of the route, if the route is its. The members of `page` never change. */
export function usePage(start: Start) {
  const { base, embedded } = start;
  const { state, dispatch, problem, clearProblem } = useDocument(start);
  const [theme, setTheme] = useState(loadTheme);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [notice, setNotice] = useState('');
  /** The saved request that the document came from, or went to. */
  const [saved, setSaved] = useState<SavedRequest>();
  const { operation, choose } = useOperation(embedded, state.timeline.present.builder.route, dispatch);
  const [shown, setShown] = useState<ViewName>(() => chooseView(start));
  /** Reads requests from texts, once the builder is shown. */
  const reader = useRef<PasteReader>(null);
  /** The document and the builder's result at this moment. */
  const current = useLatest(state);
  const page = { base, current, dispatch, setShown, setTheme, setDialog, setNotice, setSaved, choose, reader };
  return { state, problem, clearProblem, theme, dialog, notice, shown, saved, operation, page };
}

/** What actions read and change. */
export type Page = ReturnType<typeof usePage>['page'];
