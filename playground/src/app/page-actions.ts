import type { Operation } from '../features/catalogue/catalogue.js';
import type { DocumentSource } from '../features/catalogue/reading/read-document.js';
import type { Form } from '../features/request-builder/model/form.js';
import { findUnapplied } from '../features/request-builder/model/problems.js';
import type { Reading } from '../features/request-builder/paste/reading.js';
import type { SavedRequest } from '../features/saved/library.js';
import { exampleDocument, type Document } from './document/document.js';
import { editBuilder, editDocument, REDO, UNDO } from './document/state.js';
import type { Share } from './share.js';
import { applyTheme, type Theme } from './theme.js';
import type { DialogName, OpenDialog, Page } from './use-page.js';
import { findPart, PART, type ViewName } from './views.js';
import { getReason } from '../ui/text.js';

/** Shows the notice that some work ends with, or the reason for its failure. */
async function report({ setNotice }: Page, work: () => Promise<string>): Promise<void> {
  try {
    setNotice(await work());
  } catch (error) {
    setNotice(getReason(error));
  }
}

/** Keeps the part of a view in the address, for a reload and for copied links. */
function keepPart(view: ViewName): void {
  const address = new URL(location.href);
  address.searchParams.set(PART, findPart(view).name);
  history.replaceState(null, '', address);
}

/** Actions that change what is shown around the document. */
function createViewActions({ current, setShown, setTheme, setDialog, setNotice, setSaved }: Page) {
  const open = (name: DialogName, source?: DocumentSource) => {
    const pending = name === 'save' ? findUnapplied(current().builder.problems) : undefined;
    if (pending !== undefined) setNotice(pending);
    else setDialog((now) => ({ name, source, id: (now?.id ?? 0) + 1 }));
  };
  return {
    open,
    /** Removes a closed dialog; another may be open by now. */
    closed: ({ id }: OpenDialog) => setDialog((now) => (now?.id === id ? undefined : now)),
    show: (view: ViewName) => {
      setShown(view);
      keepPart(view);
      scrollTo({ top: 0 });
    },
    setTheme: (theme: Theme) => {
      applyTheme(theme);
      setTheme(theme);
    },
    notify: setNotice,
    endNotice: () => setNotice(''),
    setSaved,
  };
}

/** Actions that replace the document; undo restores the earlier one. */
function createDocumentActions(page: Page, show: (view: ViewName) => void) {
  const { base, current, dispatch, setSaved, choose, reader } = page;
  const present = () => current().timeline.present;
  const replace = (document: Document, from?: SavedRequest) => {
    dispatch(editDocument(() => document));
    setSaved(from);
  };
  const fill = (builder: Form) => {
    replace({ ...present(), builder });
    show('inputs');
  };
  return {
    current,
    undo: () => dispatch(UNDO),
    redo: () => dispatch(REDO),
    openDocument: replace,
    openForm: fill,
    openOperation: (choosing: Promise<Operation>) =>
      report(page, async () => {
        await choose(choosing, () => present().builder, fill);
        return '';
      }),
    /** Replaces a url by an operation's route, in a form that sends the same request. */
    applyRoute: (operation: Operation, form: Form) =>
      report(page, async () => {
        const load = () => dispatch(editBuilder(() => form));
        await choose(Promise.resolve(operation), () => form, load);
        return '';
      }),
    reset: () => replace(exampleDocument(base)),
    reader,
    /** Reads the requests of a file that isn't an OpenAPI document. */
    openFile: async (file: File) => {
      const text = await file.text();
      show('inputs');
      await reader.current?.read(text, file.name);
    },
  };
}

/** Actions that take the document, or a collection, elsewhere. */
function createSharingActions(page: Page) {
  const { base, current, setNotice } = page;
  return {
    /** Saves the requests of a collection beside the device's own. */
    saveCollection: (reading: Reading) =>
      report(page, async () => (await import('./saved/content.js')).saveCollection(reading, base)),
    share: async (form: Share): Promise<void> => {
      const { timeline, builder } = current();
      const { present } = timeline;
      const pending = findUnapplied(builder.problems);
      setNotice(pending ?? '');
      if (pending !== undefined) return undefined;
      return report(page, async () => (await import('./share.js')).copyShare(form, present, base));
    },
  };
}

/** All actions of the page. */
export function createPageActions(page: Page) {
  const views = createViewActions(page);
  return { ...views, ...createDocumentActions(page, views.show), ...createSharingActions(page) };
}

export type PageActions = ReturnType<typeof createPageActions>;
