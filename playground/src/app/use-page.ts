import { useMemo, useRef, useState } from 'react';
import { useLatest } from '../ui/rendering.js';
import type { Operation } from '../features/catalogue/catalogue.js';
import type { DocumentSource } from '../features/catalogue/reading/read-document.js';
import type { Reading } from '../features/request-builder/paste/reading.js';
import type { PasteReader } from '../features/request-builder/paste/use-paste.js';
import type { SavedRequest } from '../features/saved/library.js';
import { exampleDocument, type Document } from './document/document.js';
import { useDocument, type Start } from './document/state.js';
import { saveRequest } from './document/storage.js';
import { EXAMPLES } from './examples.js';
import { PARTS, type ViewName } from './views.js';
import { share, type Share } from './share.js';
import { useOperation } from './use-operation.js';
import { applyTheme, loadTheme, type Theme } from './theme.js';

type DialogName =
  | 'palette'
  | 'catalogue'
  | 'history'
  | 'shortcuts'
  | 'tour'
  | 'picture'
  | 'embed'
  | 'environments'
  | 'saved'
  | 'save';

interface DialogContent {
  /** The variables to enter values for. */
  readonly names?: readonly string[];
  /** A document that the catalogue loads at once. */
  readonly source?: DocumentSource;
}

/** A dialog that is open, or closed and not yet removed; opened again at that moment, it has another id. */
export interface OpenDialog extends DialogContent {
  readonly name: DialogName;
  readonly id: number;
}

/** The view that the page opens with: that of the part which the address names, or of the only part that a link fills. */
function chooseView({ document, base, isFirst }: Start): ViewName {
  const named = new URLSearchParams(location.search).get('part');
  const filled =
    !isFirst && document.builder.route === '' && JSON.stringify(document.call) !== JSON.stringify(base.call)
      ? 'call'
      : 'build';
  return PARTS.find(({ name }) => name === (named ?? filled))?.views[0].name ?? 'inputs';
}

export type PageActions = ReturnType<typeof usePage>['actions'];

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
  const reader = useRef<PasteReader>(null);
  const latest = useLatest(state.timeline.present);
  const latestState = useLatest(state);

  // The object never changes, so its users don't render at each keystroke.
  const actions = useMemo(() => {
    const show = (view: ViewName) => {
      setShown(view);
      scrollTo({ top: 0 });
    };
    const replace = (document: Document, from?: SavedRequest) => {
      // Undo restores the document, and after a reload the history does.
      saveRequest(latest(), base);
      dispatch({ type: 'replace', document });
      setSaved(from);
    };
    const fill = (builder: Document['builder']) => {
      replace({ ...latest(), builder });
      show('inputs');
    };
    /** Shows the notice that some work ends with, or the reason for its failure. */
    const report = async (work: () => Promise<string>) => {
      try {
        setNotice(await work());
      } catch (error) {
        setNotice(error instanceof Error ? error.message : String(error));
      }
    };
    const open = (name: DialogName, content: DialogContent = {}) =>
      setDialog((now) => ({ ...content, name, id: (now?.id ?? 0) + 1 }));
    return {
      open,
      /** Opens the environments with a row for each name. */
      enterVariables: (names: readonly string[]) => open('environments', { names }),
      /** Removes a closed dialog; another may be open by now. */
      closed: ({ id }: OpenDialog) => setDialog((now) => (now?.id === id ? undefined : now)),
      show,
      setTheme: (next: Theme) => {
        applyTheme(next);
        setTheme(next);
      },
      notify: setNotice,
      setSaved,
      endNotice: () => setNotice(''),
      undo: () => dispatch({ type: 'undo' }),
      redo: () => dispatch({ type: 'redo' }),
      openDocument: replace,
      openExample: (index: number) => fill(EXAMPLES[index]?.form ?? latest().builder),
      openOperation: async (choosing: Promise<Operation>) => {
        await report(async () => {
          await choose(choosing, () => latest().builder, fill);
          return '';
        });
      },
      reset: () => replace(exampleDocument(base)),
      /** The state of the page at this moment. */
      current: latestState,
      /** Receives what reads requests from texts. */
      reader,
      /** Reads the requests of a file that isn't an OpenAPI document. */
      openFile: async (file: File) => {
        const text = await file.text();
        show('inputs');
        await reader.current?.read(text, file.name);
      },
      /** Saves the requests of a collection beside those of the device, and its variables. */
      saveCollection: (reading: Reading) =>
        report(async () => (await import('./collections.js')).saveCollection(reading, base)),
      /** Keeps the variables of a collection as an environment. */
      addCollectedVariables: (reading: Reading) =>
        report(async () => (await import('./collections.js')).addCollectedVariables(reading)),
      share: async (form: Share) => {
        saveRequest(latest(), base);
        if (form.kind === 'dialog') return open(form.dialog);
        setNotice('');
        setNotice(await share(form, latest(), base));
        return undefined;
      },
    };
  }, [latest, latestState, base, dispatch, choose]);
  return { state, dispatch, problem, clearProblem, actions, theme, dialog, notice, shown, saved, operation };
}
