import { createRef, useMemo, useState } from 'react';
import { useLatest } from '../ui/rendering.js';
import type { PasteReader } from '../features/request-builder/paste/use-paste.js';
import type { SavedRequest } from '../features/saved/library.js';
import type { Start } from './document/start.js';
import { useDocument } from './document/state.js';
import { createPageActions, type OpenDialog } from './page-actions.js';
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

/** The state of the page and its actions; `operation` is the catalogue's entry of the route, if the route is its. */
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
  const [reader] = useState(() => createRef<PasteReader>());
  const current = useLatest(state);
  // The object never changes, so its users don't render at each keystroke.
  const actions = useMemo(
    () =>
      createPageActions({
        base,
        current,
        dispatch,
        setShown,
        setTheme,
        setDialog,
        setNotice,
        setSaved,
        choose,
        reader,
      }),
    [base, current, dispatch, choose, reader],
  );
  return { state, dispatch, problem, clearProblem, actions, theme, dialog, notice, shown, saved, operation };
}
